import type { AabbTree } from "abut";
import { TreeHelper } from "abut/three";
import type { Object3D } from "three";
import { createBars } from "../kit/bars.ts";
import { markTriangles, showMesh } from "../kit/mesh-views.ts";
import { startDemo } from "../kit/start-demo.ts";
import type { ColourName } from "../kit/theme.ts";
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
  const boxes = showBoxes(model.tree, "box");
  const old = showBoxes(model.tree, "old-box");
  const boxesOfRing = showBoxes(model.ring, "b", ring.object);
  const bars = createBars(extra, "Where box tests end: the axis that separates (last: overlap)", [
    { name: "SAT lite, 6 axes", colour: "a" },
    { name: "SAT, 15 axes", colour: "b" },
  ]);
  let wait = 0;

  const slowLevel = () => Math.max(0, model.tree.depth - 1 - Math.floor(wait / SLOWLY));
  function showBoxes(tree: AabbTree, colour: ColourName, object?: Object3D) {
    const helper = new TreeHelper(tree, { object });
    helper.material.transparent = true;
    helper.material.opacity = 0.75;
    stage.paint(helper.material, colour);
    stage.scene.add(helper);
    return helper;
  }

  return {
    get timer() {
      return model.timer;
    },
    step() {
      // In slow motion the model stands still while the refit climbs from the leaves to the root.
      if (slow.value && wait < SLOWLY * model.tree.depth) wait++;
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

      boxes.source = tree;
      old.source = { ...tree, nodes: before };
      boxesOfRing.source = model.ring;
      old.visible = slow.value;
      boxesOfRing.visible = ringBoxes.value && !slow.value;
      const shown = slow.value ? slowLevel() : level.value;
      for (const helper of [boxes, old, boxesOfRing]) {
        helper.level = shown;
        if (helper.visible) helper.update();
      }
      bars.show([...AXES, "overlap"], [model.lite.exitAxes ?? [], model.full.exitAxes ?? []]);
    },
    restart() {
      stage.scene.remove(knot.object);
      model = createBergenModel({ deform: deform.value });
      knot = showMesh(stage, model.mesh, "a");
      wait = 0;
    },
    counts: () => ({
      ...model.counts(),
      ...(slow.value && {
        "refitting level": slowLevel(),
        "boxes of this level": boxes.boxCount,
      }),
    }),
  };
});
