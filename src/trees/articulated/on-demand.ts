import { completeFrame } from "../../geometry/orthonormal-frame.ts";
import { OBB_CENTRE, OBB_STRIDE } from "../layout.ts";
import { type ArticulatedBody, type BoxState, markBounds, markBoxes } from "./articulated-body.ts";
import { encloseMany } from "./enclose-boxes.ts";
import type { BodyHierarchy } from "./link-hierarchy.ts";
import { moveRestBoxes } from "./move-rest-boxes.ts";
import { boundLinksByCorners, boundLinksByVertices, uniteBounds, uniteMany } from "./update-aabb.ts";
import { type CabRule, fitCabNode } from "./update-cab.ts";
import { fitObbNode, setCovarianceOfAll } from "./update-obb.ts";

// The hybrid update of Larsson and Akenine-Möller 2001: leaves and the upper half of the levels are updated at once,
// bottom-up; lower inner nodes are updated when a descent first visits them. An upper node whose children are not updated
// takes its box from the leaves below it. Oriented boxes above the leaves then differ from those of a full update, but the
// candidates do not.

interface Plan {
  /** Inner nodes of the upper levels, children before parents. */
  readonly upper: Int32Array;
  /** Per node 1 for inner nodes of the lower levels. */
  readonly isLower: Uint8Array;
  /** The leaves below each inner node; null where both children already have boxes when the node is updated. */
  readonly leaves: readonly (Int32Array | null)[];
}

const plans = new WeakMap<BodyHierarchy, Plan>();

function planOf(hierarchy: BodyHierarchy): Plan {
  let plan = plans.get(hierarchy);
  if (plan === undefined) {
    plan = makePlan(hierarchy);
    plans.set(hierarchy, plan);
  }
  return plan;
}

function makePlan({ leafCount, nodeCount, children, depth }: BodyHierarchy): Plan {
  const levels = new Int32Array(nodeCount);
  for (let node = nodeCount - 1; node >= leafCount; node--)
    for (let k = 0; k < 2; k++) levels[children[2 * (node - leafCount) + k]] = levels[node] + 1;
  const isLower = Uint8Array.from(levels, (level, node) => (node >= leafCount && 2 * level >= depth ? 1 : 0));
  const below: number[][] = Array.from({ length: leafCount }, (_, leaf) => [leaf]);
  const leaves: (Int32Array | null)[] = new Array(leafCount).fill(null);
  for (let node = leafCount; node < nodeCount; node++) {
    const pair = [children[2 * (node - leafCount)], children[2 * (node - leafCount) + 1]];
    below.push(pair.flatMap((child) => below[child]));
    leaves.push(pair.some((child) => isLower[child] === 1) ? Int32Array.from(below[node]) : null);
  }
  const inner = Int32Array.from({ length: nodeCount - leafCount }, (_, i) => leafCount + i);
  return { upper: inner.filter((node) => isLower[node] === 0), isLower, leaves };
}

/** Updates the oriented boxes of leaves and upper levels, by a rule of CAB or by covariance. */
export function updateUpperBoxes(body: ArticulatedBody, by: CabRule | "obb"): void {
  moveRestBoxes(body);
  const { upper, isLower, leaves } = planOf(body.hierarchy);
  for (const node of upper) fitBox(body, node, leaves[node]!, by);
  const pending = pendingOf(body.boxesState, isLower);
  markBoxes(body, by);
  body.boxesState.pending = pending;
}

/** Updates the bounds of leaves and upper levels; `by` is "aabb+" or "aabb*". */
export function updateUpperBounds(body: ArticulatedBody, by: string): void {
  if (by === "aabb+") boundLinksByVertices(body);
  else boundLinksByCorners(body);
  const { upper, isLower, leaves } = planOf(body.hierarchy);
  for (const node of upper) fitBounds(body, node, leaves[node]!);
  const pending = pendingOf(body.boundsState, isLower);
  markBounds(body, by);
  body.boundsState.pending = pending;
}

function pendingOf(state: BoxState, isLower: Uint8Array): Uint8Array {
  const pending = state.pending ?? state.spare ?? new Uint8Array(isLower.length);
  state.spare = pending;
  for (let node = 0; node < isLower.length; node++) pending[node] = isLower[node];
  return pending;
}

/** Fits the oriented box of a node that a descent visits. */
export function fitPendingBox(body: ArticulatedBody, node: number): void {
  const { pending, by } = body.boxesState;
  if (pending === null || pending[node] === 0) return;
  fitBox(body, node, planOf(body.hierarchy).leaves[node]!, by);
  pending[node] = 0;
}

/** Fits the bounds of a node that a descent visits. */
export function fitPendingBounds(body: ArticulatedBody, node: number): void {
  const { pending } = body.boundsState;
  if (pending === null || pending[node] === 0) return;
  fitBounds(body, node, planOf(body.hierarchy).leaves[node]!);
  pending[node] = 0;
}

const frame = new Float64Array(16);

function fitBox(body: ArticulatedBody, node: number, leaves: Int32Array | null, by: string): void {
  if (leaves === null) {
    if (by === "obb") fitObbNode(body, node);
    else fitCabNode(body, node, by as CabRule);
    return;
  }
  if (by === "obb") setCovarianceOfAll(body.boxes, leaves, frame);
  else setSpanFrame(body.boxes, leaves);
  completeFrame(frame);
  encloseMany(body.boxes, leaves, frame, node);
}

function fitBounds(body: ArticulatedBody, node: number, leaves: Int32Array | null): void {
  if (leaves === null) uniteBounds(body, node);
  else uniteMany(body, leaves, node);
}

/** Modelled on CAB: the main axis runs from one end to the other, the second axis towards the leaf farthest from that line. */
function setSpanFrame(boxes: Float64Array, leaves: Int32Array): void {
  const first = OBB_STRIDE * leaves[0] + OBB_CENTRE;
  const last = OBB_STRIDE * leaves[leaves.length - 1] + OBB_CENTRE;
  const x = boxes[last] - boxes[first];
  const y = boxes[last + 1] - boxes[first + 1];
  const z = boxes[last + 2] - boxes[first + 2];
  const square = x * x + y * y + z * z;
  let farthest = -1;
  for (let i = 1; i < leaves.length; i++) {
    const at = OBB_STRIDE * leaves[i] + OBB_CENTRE;
    let ox = boxes[at] - boxes[first];
    let oy = boxes[at + 1] - boxes[first + 1];
    let oz = boxes[at + 2] - boxes[first + 2];
    const along = square > 0 ? (ox * x + oy * y + oz * z) / square : 0;
    ox -= along * x;
    oy -= along * y;
    oz -= along * z;
    const off = ox * ox + oy * oy + oz * oz;
    if (off <= farthest) continue;
    farthest = off;
    frame[3] = ox;
    frame[4] = oy;
    frame[5] = oz;
  }
  frame[0] = x;
  frame[1] = y;
  frame[2] = z;
}
