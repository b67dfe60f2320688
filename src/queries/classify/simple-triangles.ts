import { setSelfMargin } from "../../geometry/relative-pose.ts";
import { BATCH } from "../../kernels/self-memory-map.ts";
import type { SurfaceTopology } from "../../mesh/surface-topology.ts";
import { AABB_COUNT, AABB_LINK, AABB_MAX, AABB_MIN, AABB_STRIDE, type AabbTree } from "../../trees/layout.ts";
import { reachOf } from "../pairs/pair-query.ts";
import { returnSelfContext, takeSelfContext } from "../self/self-context.ts";
import { beginSelfTest, exactSelfTests, testCandidates } from "../self/self-test.ts";
import { isSlotDegenerate } from "../self/self-triangles.ts";
import type { PosedTree } from "./posed-tree.ts";

// Where a surface does not intersect itself, only two triangles meet at an edge, only one lies at an inner point of a triangle, and the
// inside of the solid stays on one side of connected triangles. So what is known about one triangle holds for all connected ones, without a
// ray. This file decides whether that is so around some of the triangles.

const NONE_EXCLUDED = 4; // more common corners than triangles have

const box = new Float64Array(6);
// two slots each; a full batch is tested at once
const candidates = new Int32Array(2 * BATCH);

/**
 * Whether each of the triangles, in the world, has an area and meets its own mesh only in common corners and edges, with two triangles per
 * edge. Trees of oriented boxes are not examined: false.
 */
export function areSimple(posed: PosedTree, topology: SurfaceTopology, triangles: Uint32Array): boolean {
  const { tree } = posed;
  if (tree.kind !== "aabb" || !topology.manifold) return false;
  const context = takeSelfContext();
  try {
    const { margins, test, hits } = context;
    setSelfMargin(posed.toWorld, posed.moves, reachOf(tree), margins);
    const corners = cornersOfSlots(tree, topology);
    beginSelfTest(test, tree.mesh, corners, NONE_EXCLUDED, posed.toWorld, posed.moves, margins[1]);
    const slots = slotsOf(tree, triangles);
    const simple = visitOverlapping(tree, slots, margins[0], posed, (count) => {
      for (let c = 0; c < 2 * count; c++) if (isSlotDegenerate(test.triangles, candidates[c])) return false;
      return testCandidates(test, candidates, count, hits) === 0;
    });
    posed.triangleTests += test.triangleTests;
    posed.exactTests += exactSelfTests(test);
    return simple;
  } finally {
    returnSelfContext(context);
  }
}

/** Three vertex numbers per slot, which identify neighbours. */
function cornersOfSlots({ corners, triangles }: AabbTree, { corners: welded }: SurfaceTopology): Uint32Array {
  if (welded === null) return corners;
  const out = new Uint32Array(corners.length);
  for (let slot = 0; slot < triangles.length; slot++)
    for (let c = 0; c < 3; c++) out[3 * slot + c] = welded[3 * triangles[slot] + c];
  return out;
}

/** The slots of the triangles. */
function slotsOf({ triangles }: AabbTree, wanted: Uint32Array): Uint32Array {
  const isWanted = new Uint8Array(triangles.length);
  for (const triangle of wanted) isWanted[triangle] = 1;
  const slots = new Uint32Array(wanted.length);
  let count = 0;
  for (let slot = 0; slot < triangles.length; slot++)
    if (isWanted[triangles[slot]] === 1) slots[count++] = slot;
  return slots;
}

/**
 * Passes the pairs of slots whose triangles' boxes come within the margin, one of them among `slots`, to `visit`, as batches in
 * `candidates`. Ends when no pairs are left or `visit` returns false; returns its last answer.
 */
function visitOverlapping(
  tree: AabbTree,
  slots: Uint32Array,
  margin: number,
  posed: PosedTree,
  visit: (count: number) => boolean,
): boolean {
  const { nodes, links } = tree;
  const isAmong = new Uint8Array(tree.triangles.length);
  for (const slot of slots) isAmong[slot] = 1;
  const stack = new Int32Array(tree.depth + 1); // at most one sibling per level and the last two
  let count = 0;
  for (const slot of slots) {
    setSlotBox(tree, slot, margin);
    const minX = box[0];
    const minY = box[1];
    const minZ = box[2];
    const maxX = box[3];
    const maxY = box[4];
    const maxZ = box[5];
    stack[0] = 0;
    let height = 1;
    while (height > 0) {
      const node = AABB_STRIDE * stack[--height];
      posed.boxTests++;
      if (
        nodes[node + AABB_MIN] > maxX ||
        nodes[node + AABB_MAX] < minX ||
        nodes[node + AABB_MIN + 1] > maxY ||
        nodes[node + AABB_MAX + 1] < minY ||
        nodes[node + AABB_MIN + 2] > maxZ ||
        nodes[node + AABB_MAX + 2] < minZ
      )
        continue;
      const link = links[node + AABB_LINK];
      if (link >= 0) {
        stack[height++] = link;
        stack[height++] = link + 1;
        continue;
      }
      const end = ~link + links[node + AABB_COUNT];
      for (let other = ~link; other < end; other++) {
        // A pair of which both are among `slots` comes only once.
        if (other === slot || (isAmong[other] === 1 && other < slot)) continue;
        candidates[2 * count] = slot;
        candidates[2 * count + 1] = other;
        if (++count < BATCH) continue;
        if (!visit(count)) return false;
        count = 0;
      }
    }
  }
  return count === 0 || visit(count);
}

/** The box of a slot's triangle relative to the tree's origin, grown by the margin. */
function setSlotBox({ mesh, corners, origin }: AabbTree, slot: number, margin: number): void {
  const { positions } = mesh;
  for (let axis = 0; axis < 3; axis++) {
    const p = positions[3 * corners[3 * slot] + axis] - origin[axis];
    const q = positions[3 * corners[3 * slot + 1] + axis] - origin[axis];
    const r = positions[3 * corners[3 * slot + 2] + axis] - origin[axis];
    box[axis] = Math.min(p, q, r) - margin;
    box[3 + axis] = Math.max(p, q, r) + margin;
  }
}
