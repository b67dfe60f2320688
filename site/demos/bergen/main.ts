import { createBars } from "../kit/bars.ts";
import { createBoxLines } from "../kit/box-lines.ts";
import { markTriangles, showMesh } from "../kit/mesh-views.ts";
import { startDemo } from "../kit/start-demo.ts";
import { boundsOfNode, levelsOf } from "../kit/tree-levels.ts";
import { createBergenModel } from "./model.ts";

const AXES = [
  "a0",
  "a1",
  "a2",
  "b0",
  "b1",
  "b2",
  ..."012".split("").flatMap((i) => [0, 1, 2].map((j) => `a${i}×b${j}`)),
];
/** Frames that one level of a slow refit stays in view. */
const SLOWLY = 14;

startDemo(({ stage, controls, extra, restart }) => {
  const level = controls.range("level", { label: "Level of the boxes", min: 0, max: 14, value: 6 });
  const slow = controls.toggle("slow", { label: "Refit in slow motion, leaves first", value: false });
  const ringBoxes = controls.toggle("ring-boxes", { label: "Boxes of the ring", value: true });
  const deform = controls.range("deform", {
    label: "Deformation",
    min: 0,
    max: 1,
    step: 0.05,
    value: 0.5,
    onChange: restart,
  });
  let model = createBergenModel({ deform: deform.value });
  stage.look([0.5, -6.4, 3.4], [0, 0, 0]);

  let knot = showMesh(stage, model.mesh, "a");
  const ring = showMesh(stage, model.ring.mesh, "b");
  const hits = markTriangles(stage, 20_000, "hit");
  const boxes = createBoxLines(stage, 5000, { colours: ["box", "b"], opacity: 0.75 });
  const old = createBoxLines(stage, 5000, { colours: ["old-box", "old-box"], opacity: 0.8 });
  const bars = createBars(extra, "Where box tests end: the axis that separates (last: overlap)", [
    { name: "SAT lite, 6 axes", colour: "a" },
    { name: "SAT, 15 axes", colour: "b" },
  ]);
  let levels = levelsOf(model.tree);
  let ringLevels = levelsOf(model.ring);
  let wait = 0;

  const slowLevel = () => Math.max(0, levels.length - 1 - Math.floor(wait / SLOWLY));
  return {
    get timer() {
      return model.timer;
    },
    step() {
      // In slow motion the model stands still while the refit climbs from the leaves to the root.
      if (slow.value && wait < SLOWLY * levels.length) wait++;
      else {
        wait = 0;
        model.step(slow.value ? 12 : 1);
      }
    },
    draw() {
      const { tree, before, mesh, pairs, ringToWorld } = model;
      knot.update();
      ring.setPose(ringToWorld);
      hits.clear();
      for (let i = 0; i < pairs.count; i++) {
        hits.add(mesh, pairs.pairs[2 * i]);
        hits.add(model.ring.mesh, pairs.pairs[2 * i + 1], ringToWorld);
      }
      hits.finish();

      boxes.clear();
      old.clear();
      const shown = slow.value ? slowLevel() : Math.min(level.value, levels.length - 1);
      for (const node of levels[shown]) {
        boxes.addBounds(boundsOfNode(tree, node));
        if (slow.value) old.addBounds(boundsOfNode(tree, node, before));
      }
      if (ringBoxes.value && !slow.value)
        for (const node of ringLevels[Math.min(level.value, ringLevels.length - 1)])
          boxes.addBounds(boundsOfNode(model.ring, node), 0, ringToWorld, 1);
      boxes.finish();
      old.finish();
      bars.show([...AXES, "overlap"], [model.lite.exitAxes ?? [], model.full.exitAxes ?? []]);
    },
    restart() {
      stage.scene.remove(knot.object);
      model = createBergenModel({ deform: deform.value });
      knot = showMesh(stage, model.mesh, "a");
      levels = levelsOf(model.tree);
      ringLevels = levelsOf(model.ring);
      wait = 0;
    },
    counts: () => ({
      ...model.counts(),
      ...(slow.value && {
        "refitting level": slowLevel(),
        "boxes of this level": levels[slowLevel()].length,
      }),
    }),
  };
});
