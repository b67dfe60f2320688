// What benchmarks measure of the library's insides. `npm run bench` bundles it into dist/internals.js, beside the entries and of the same
// modules; it is not published.

export { createSegmentSortByAxesWith } from "../src/broadphase/axis-segments/segment-sort-by-axes.ts";
export { createDynamicTreeWith } from "../src/broadphase/dynamic-tree/dynamic-tree.ts";
export { sortEntries } from "../src/broadphase/segment-sort/diminishing-sort.ts";
export { createSegmentSortWith } from "../src/broadphase/segment-sort/segment-sort.ts";
export { estimateCost } from "../src/clash/plan/estimate-cost.ts";
export { prepareClashes } from "../src/clash/prepare-clashes.ts";
export { createConvexPair, setConvexPair } from "../src/geometry/convex/convex-pair.ts";
export { createConvexShape } from "../src/geometry/convex/convex-shape.ts";
export { createConvexDepth, epa } from "../src/geometry/convex/epa.ts";
export { createConvexDistance, gjk } from "../src/geometry/convex/gjk.ts";
export { createSimplex } from "../src/geometry/convex/simplex.ts";
export { coverBoxInA, coverBoxInB, optimalBoxInA } from "../src/geometry/moved-boxes.ts";
export { separatingFaceAxis } from "../src/geometry/overlap/box-face-axes.ts";
export {
  BOX_AXES,
  BOX_HALF,
  separatingObbAxis,
  setObbOfB,
  setObbPose,
} from "../src/geometry/overlap/obb-obb.ts";
export { setPlane, TRIANGLE, trianglesMeet } from "../src/geometry/overlap/triangle-triangle.ts";
export { exactTestCount } from "../src/geometry/overlap/triangle-triangle-exact.ts";
export { setRelativePose, shiftOrigins } from "../src/geometry/relative-pose.ts";
export { C, M, RELATIVE_POSE_LENGTH } from "../src/geometry/relative-pose-layout.ts";
export { withoutKernels } from "../src/kernels/kernel-choice.ts";
export { kernelRuns } from "../src/kernels/kernel-runs.ts";
export {
  createLinkCandidates,
  findLinkCandidates,
  findOwnLinkCandidates,
} from "../src/queries/articulated/link-candidates.ts";
export { beginContacts, contactOfLinks } from "../src/queries/articulated/link-contacts.ts";
export { beginLeafPairs, leavesMeet } from "../src/queries/pairs/leaf-pairs.ts";
export { createPairContext } from "../src/queries/pairs/pair-context.ts";
export { checkBoxOptions, updateBoxes } from "../src/trees/articulated/update-boxes.ts";
export {
  AABB_COUNT,
  AABB_STRIDE,
  OBB_AXES,
  OBB_COUNT,
  OBB_HALF,
  OBB_LINK_STRIDE,
  OBB_STRIDE,
} from "../src/trees/layout.ts";
