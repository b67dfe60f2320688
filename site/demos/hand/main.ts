import { type ArticulatedBody, updateCab } from "abut/articulated";
import { updateAabbFromCorners, updateAabbFromVertices, updateObb } from "abut/papers";
import { createBars } from "../kit/bars.ts";
import { createBoxLines } from "../kit/box-lines.ts";
import { drawSegments, type MeshView, showMesh } from "../kit/mesh-views.ts";
import { startDemo } from "../kit/start-demo.ts";
import { createHandModel, METHODS, type Method, type SceneName } from "./model.ts";

const UPDATES = {
  cab: updateCab,
  obb: updateObb,
  "aabb*": updateAabbFromCorners,
  "aabb+": updateAabbFromVertices,
};
/** Numbers of an oriented box and of an axis-aligned one in a body's arrays. */
const [ORIENTED, ALIGNED] = [16, 6];

startDemo(({ stage, controls, extra, restart }) => {
  const scene = controls.choice<SceneName>("scene", {
    label: "Scene",
    options: {
      hand: "a hand and a ball (Table 5)",
      braid: "braided chains (Table 4)",
      swing: "swinging chains (Table 2)",
    },
    value: "hand",
    onChange: restart,
  });
  const method = controls.choice<Method>("method", { label: "Boxes drawn", options: METHODS, value: "cab" });
  const level = controls.range("level", {
    label: "Level of the boxes, leaves first",
    min: 0,
    max: 5,
    value: 1,
  });
  let model = createHandModel({ scene: scene.value });
  let views = show();
  const boxes = createBoxLines(stage, 200, { colours: ["box", "mark"] });
  const normals = drawSegments(stage, 500, "hit", { onTop: true });
  const bars = createBars(
    extra,
    "Exact queries so far, and how many of them were false alarms (square roots)",
    [
      { name: "candidates", colour: "a" },
      { name: "false alarms", colour: "hit" },
    ],
  );
  look();

  function look(): void {
    if (scene.value === "hand") stage.look([16, -58, 38], [3.5, 0, 4]);
    else {
      // Both chains turn about the origin: their middle at the start is the middle of the view.
      model.step();
      const middle = model.bodies[0].linkPoses[4].subarray(12, 15);
      stage.look([middle[0] + 1, middle[1] - 9, middle[2] + 4], [middle[0] - 0.6, middle[1], middle[2]]);
      model = createHandModel({ scene: scene.value });
    }
  }

  function show(): MeshView[][] {
    return model.bodies.map((body, k) =>
      body.meshes.map((mesh, link) => showMesh(stage, mesh!, colourOf(k, link), { flat: false })),
    );
  }

  function colourOf(body: number, link: number) {
    if (body === 0) return "a" as const;
    return scene.value === "hand" && link !== 1 ? ("ground" as const) : ("b" as const);
  }

  function drawBoxes(body: ArticulatedBody, tone: number): void {
    UPDATES[method.value](body);
    const levels = levelsOf(body);
    const isAligned = method.value.startsWith("aabb");
    for (let node = 0; node < levels.length; node++) {
      if (levels[node] !== level.value) continue;
      if (isAligned) boxes.addBounds(body.bounds, ALIGNED * node, null, tone);
      else boxes.addOriented(body.boxes, ORIENTED * node, tone);
    }
  }

  return {
    get timer() {
      return model.timer;
    },
    step: () => model.step(),
    draw() {
      const { bodies, contacts } = model;
      for (let k = 0; k < 2; k++)
        for (let link = 0; link < views[k].length; link++) views[k][link].setPose(bodies[k].linkPoses[link]);
      boxes.clear();
      drawBoxes(bodies[0], 0);
      if (scene.value !== "hand") drawBoxes(bodies[1], 1);
      boxes.finish();
      normals.clear();
      const length = scene.value === "hand" ? 3 : 0.4;
      for (const { pointA, normal } of contacts)
        normals.add(
          pointA,
          pointA.map((x, k) => x + length * normal[k]),
        );
      normals.finish();
      const all = Object.values(model.sums);
      bars.show(Object.values(METHODS), [
        all.map((sum) => sum.candidates),
        all.map((sum) => sum.falseAlarms),
      ]);
    },
    restart() {
      for (const view of views.flat()) stage.scene.remove(view.object);
      model = createHandModel({ scene: scene.value });
      views = show();
      look();
    },
    counts: () => model.counts(),
  };
});

/** How many levels lie below each node of a body's hierarchy. */
function levelsOf({ hierarchy: { leafCount, nodeCount, children } }: ArticulatedBody): number[] {
  const levels = new Array<number>(leafCount).fill(0);
  for (let node = leafCount; node < nodeCount; node++) {
    const at = 2 * (node - leafCount);
    levels.push(1 + Math.max(levels[children[at]], levels[children[at + 1]]));
  }
  return levels;
}
