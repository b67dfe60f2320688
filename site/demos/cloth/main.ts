import { createDeformingDemo } from "../kit/deforming-demo.ts";
import { showMesh } from "../kit/mesh-views.ts";
import { createNearMarks } from "../kit/near-marks.ts";
import { startDemo } from "../kit/start-demo.ts";
import { createClothModel } from "./model.ts";

startDemo(({ stage, controls, restart }) => {
  const steps = controls.range("steps", {
    label: "Squares a side",
    min: 10,
    max: 50,
    value: 30,
    onChange: restart,
  });
  const thickness = controls.range("thickness", {
    label: "Thickness",
    min: 0.01,
    max: 0.06,
    step: 0.005,
    value: 0.03,
    onChange: restart,
  });
  const sway = controls.range("sway", {
    label: "Motion of the ball",
    min: 0,
    max: 0.6,
    step: 0.05,
    value: 0.3,
    onChange: restart,
  });
  const marks = controls.toggle("marks", { label: "Colour triangles that have near pairs", value: true });
  const build = () => createClothModel({ steps: steps.value, thickness: thickness.value, sway: sway.value });
  const model = build();
  const ball = showMesh(stage, model.ball, "b", { flat: false });
  showMesh(stage, model.floor, "ground");
  const near = createNearMarks(stage, "b");
  stage.look([1.5, -3.8, 1.9], [0, 0, -0.2]);

  return createDeformingDemo(stage, model, build, {
    meshOf: ({ cloth }) => cloth,
    colour: "a",
    draw({ ballToWorld, near: pairs, cloth, clothId }) {
      ball.setPose(ballToWorld);
      near.show(pairs, cloth, clothId, marks.value);
    },
  });
});
