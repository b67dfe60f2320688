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
  let model = build();
  let cloth = showMesh(stage, model.cloth, "a");
  const ball = showMesh(stage, model.ball, "b", { flat: false });
  showMesh(stage, model.floor, "ground");
  const near = createNearMarks(stage, "b");
  stage.look([1.5, -3.8, 1.9], [0, 0, -0.2]);

  return {
    get timer() {
      return model.timer;
    },
    step: () => model.step(),
    draw() {
      cloth.update();
      ball.setPose(model.ballToWorld);
      near.show(model.near, model.cloth, model.clothId, marks.value);
    },
    restart() {
      stage.scene.remove(cloth.object);
      model = build();
      cloth = showMesh(stage, model.cloth, "a");
    },
    counts: () => model.counts(),
  };
});
