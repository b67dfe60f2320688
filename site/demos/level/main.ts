import { createBox } from "abut/primitives";
import { createBoxLines } from "../kit/box-lines.ts";
import { drawSegments, markTriangles, showMesh } from "../kit/mesh-views.ts";
import { translation } from "../kit/poses.ts";
import { startDemo } from "../kit/start-demo.ts";
import { createLevelModel, HALF } from "./model.ts";
import { boundsOfNode, levelsOf } from "./tree-levels.ts";
import { farCorners } from "./view-planes.ts";

startDemo(({ stage, controls, restart }) => {
  const level = controls.range("level", { label: "Level of the boxes", min: 0, max: 12, value: 6 });
  const cull = controls.toggle("cull", { label: "What the character sees", value: true });
  const pillars = controls.range("pillars", {
    label: "Pillars",
    min: 10,
    max: 300,
    value: 60,
    onChange: restart,
  });
  let model = createLevelModel({ pillars: pillars.value });
  stage.look([-6, -23, 21], [0.4, -0.6, 0]);
  let ground = showMesh(stage, model.tree.mesh, "ground");
  const character = showMesh(
    stage,
    createBox({ size: HALF.map((x) => 2 * x) as [number, number, number] }),
    "b",
  );
  const seen = markTriangles(stage, 20_000, "a", 0.45);
  const touched = markTriangles(stage, 8, "hit");
  const boxes = createBoxLines(stage, 5000, { colours: ["ground", "box"], opacity: 0.9 });
  const rays = drawSegments(stage, 2, "hit", { onTop: true });
  const view = drawSegments(stage, 8, "mark");
  let levels = levelsOf(model.tree);
  listenToKeys();

  /** Arrow keys and space take over from the walk by itself. */
  function listenToKeys(): void {
    const held = new Set<string>();
    const update = () => {
      const way = (plus: string, minus: string) => Number(held.has(plus)) - Number(held.has(minus));
      model.steer = {
        turn: way("ArrowLeft", "ArrowRight"),
        go: way("ArrowUp", "ArrowDown"),
        jump: held.has(" "),
      };
    };
    stage.canvas.tabIndex = 0;
    stage.canvas.addEventListener("keydown", (event) => {
      if (!event.key.startsWith("Arrow") && event.key !== " ") return;
      event.preventDefault();
      held.add(event.key);
      update();
    });
    stage.canvas.addEventListener("keyup", (event) => {
      if (held.delete(event.key)) update();
    });
  }

  return {
    get timer() {
      return model.timer;
    },
    step: () => model.step(),
    draw() {
      const { tree, at, heading } = model;
      const eye = [at[0], at[1], at[2] + 0.4];
      character.setPose(translation(at[0], at[1], at[2]));
      seen.clear();
      if (cull.value) for (let i = 0; i < model.seen.count; i++) seen.add(tree.mesh, model.seen.triangles[i]);
      seen.finish();
      touched.clear();
      for (const triangle of model.touched) touched.add(tree.mesh, triangle);
      touched.finish();
      rays.clear();
      if (model.ray !== null) rays.add(eye, model.ray.point);
      rays.finish();
      view.clear();
      if (cull.value) {
        const corners = farCorners(eye, heading);
        corners.forEach((corner, k) => {
          view.add(eye, corner);
          view.add(corner, corners[(k + 1) % 4]);
        });
      }
      view.finish();
      boxes.clear();
      const planes = model.planes();
      for (const node of levels[Math.min(level.value, levels.length - 1)]) {
        const bounds = boundsOfNode(tree, node);
        boxes.addBounds(bounds, 0, null, cull.value && isInView(bounds, planes) ? 1 : 0);
      }
      boxes.finish();
    },
    restart() {
      stage.scene.remove(ground.object);
      model = createLevelModel({ pillars: pillars.value });
      ground = showMesh(stage, model.tree.mesh, "ground");
      levels = levelsOf(model.tree);
    },
    counts: () => model.counts(),
  };
});

/** Whether no plane has the whole box behind it: the test of a culling descent. */
function isInView(bounds: ReturnType<typeof boundsOfNode>, planes: readonly number[]): boolean {
  for (let i = 0; i < planes.length; i += 4) {
    let nearest = planes[i + 3];
    for (let k = 0; k < 3; k++) nearest += planes[i + k] * bounds[planes[i + k] > 0 ? 3 + k : k];
    if (nearest < 0) return false;
  }
  return true;
}
