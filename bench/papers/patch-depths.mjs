import { buildAabbTree, penetration } from "abut";
import { createArticulatedBody, findLinkContacts, findLinkPairs, setPose } from "abut/articulated";
import { convexPatches, penetrationByPatches } from "abut/papers";
import * as primitives from "abut/primitives";
import { cpuClock } from "../cpu-time.mjs";
import { createChainScene } from "../scenes/chains.mjs";

// How deep the dented links of Table 3 are in each other: by abut's search, by the convex patches of SWIFT++, and by hulls.

const WAYS = {
  "search (abut's default)": (a, b, poses) => penetration(a, b, poses),
  "patches (as SWIFT++), EPA in DEEP's place": (a, b, poses) => penetrationByPatches(a, b, poses),
};

/** Takes the frames of a motion in their order, until `most` pairs of links have met. */
export function measureDepths({ frames, most = Infinity, seed, progress }) {
  progress.show("depths of non-convex links");
  const scene = createChainScene(primitives, { links: 8, frames, seed, ratio: 6, shape: "dented" });
  const [a, b] = scene.bodies.map((links) => createArticulatedBody(links));
  const meeting = [];
  for (let frame = 0; frame < frames && meeting.length < most; frame++) {
    for (const [k, body] of [a, b].entries()) setPose(body, scene.valuesAt(frame, k));
    const { pairs, count } = findLinkPairs(a, b, { solids: true });
    const [byHulls] = count > 0 ? [findLinkContacts(a, b, { depth: "hulls" })] : [[]];
    for (let i = 0; i < count; i++) {
      const [linkA, linkB] = [pairs[2 * i], pairs[2 * i + 1]];
      const hulls = byHulls.find((contact) => contact.linkA === linkA && contact.linkB === linkB);
      meeting.push({
        treeA: a.trees[linkA],
        treeB: b.trees[linkB],
        poses: { aToWorld: a.linkPoses[linkA].slice(), bToWorld: b.linkPoses[linkB].slice() },
        hulls,
      });
    }
  }
  if (meeting.length === 0) throw new Error("no links meet");
  const mesh = a.trees[0].mesh;
  const rows = Object.entries(WAYS).map(([name, measure]) => {
    let [depth, lower] = [0, 0];
    const pass = () => {
      [depth, lower] = [0, 0];
      for (const { treeA, treeB, poses } of meeting) {
        const found = measure(treeA, treeB, poses);
        depth += found.depth / meeting.length;
        lower += found.lowerBound / meeting.length;
      }
    };
    pass(); // V8 compiles, and the trees keep their patches
    const start = cpuClock();
    pass();
    return { name, depth, lower, micros: (1000 * (cpuClock() - start)) / meeting.length };
  });
  const hullDepth = meeting.reduce((sum, { hulls }) => sum + hulls.depth / meeting.length, 0);
  rows.push({ name: "hulls of the links", depth: hullDepth, lower: 0, micros: null });
  const sizes = convexPatches(mesh).map(({ triangles }) => triangles.length);
  return { rows, sizes, triangles: mesh.triangleCount, pairs: meeting.length };
}

/** Contacts that go deep: by abut's search and by patches. `count`: the patches of both models together. */
export function measureDeep({ progress }) {
  const { createBox, createDentedEllipsoid, createTorus } = primitives;
  const torus = createTorus({ majorSegments: 24, minorSegments: 12 });
  const bowl = createDentedEllipsoid({ radii: [0.47, 0.078, 0.078], segments: 12, rings: 8 });
  const contacts = [
    ["a box inside the tube of a torus", torus, createBox({ size: [0.2, 0.2, 0.2] }), [1, 0, 0]],
    ["two tori, a tenth of the way apart", torus, torus, [0.28, 0, 0]],
    ["two tori, crossing", torus, torus, [1, 0, 0.2]],
    ["two dented links, one pressed into the other", bowl, bowl, [0.05, 0.02, 0.03]],
  ];
  return contacts.map(([name, a, b, to]) => {
    progress.show(name);
    const [treeA, treeB] = [buildAabbTree(a), buildAabbTree(b)];
    const pose = { bToWorld: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...to, 1] };
    const count = convexPatches(a).length + convexPatches(b).length;
    return {
      name,
      count,
      search: penetration(treeA, treeB, pose),
      patches: penetrationByPatches(treeA, treeB, pose),
    };
  });
}
