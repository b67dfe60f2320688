import { drawSegments, markTriangles, showMesh } from "../kit/mesh-views.ts";
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
  const onBall = markTriangles(stage, 10_000, "b");
  const onItself = markTriangles(stage, 10_000, "hit");
  const pairs = drawSegments(stage, 20_000, "mark", { onTop: true });
  stage.look([1.5, -3.8, 1.9], [0, 0, -0.2]);

  return {
    get timer() {
      return model.timer;
    },
    step: () => model.step(),
    draw() {
      cloth.update();
      ball.setPose(model.ballToWorld);
      for (const list of [onBall, onItself, pairs]) list.clear();
      for (const { bodyA, bodyB, features } of model.near)
        for (let row = 0; row < features.count; row++) {
          const at = 3 * row;
          pairs.add(features.pointsA.subarray(at, at + 3), features.pointsB.subarray(at, at + 3));
          if (!marks.value) continue;
          const [a, b] = [features.triangles[2 * row], features.triangles[2 * row + 1]];
          if (bodyA === bodyB) {
            onItself.add(model.cloth, a);
            onItself.add(model.cloth, b);
          } else onBall.add(model.cloth, bodyA === model.clothId ? a : b);
        }
      for (const list of [onBall, onItself, pairs]) list.finish();
    },
    restart() {
      stage.scene.remove(cloth.object);
      model = build();
      cloth = showMesh(stage, model.cloth, "a");
    },
    counts: () => model.counts(),
  };
});
