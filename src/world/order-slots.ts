import { recordOf } from "./add-body.ts";
import { moveCandidatePair } from "./candidate-pairs.ts";
import { createPairOrder, orderPairsByNumber } from "./order-pairs-by-number.ts";
import { createPoseBlocks, type PoseBlocks, takePose } from "./pose-blocks.ts";
import type { WorldBody } from "./world-body.ts";
import { createBroadPhase, type WorldState } from "./world-state.ts";

// Slots in spatial order. Pairs are checked in the order of slots, and everything that a check reads (records of bodies, poses, boxes,
// records of pairs) lies in memory in that order. If bodies near each other in space have slots near each other, a check finds in the
// caches what earlier checks have read. In the order in which callers add bodies, each check among 10,000 bodies waits for memory.
//
// No answer depends on slots: the results of a step are sorted by ids.

/** When slots are next examined, and how they were right after the last ordering. */
export interface SlotOrder {
  /** Bodies added since the last ordering. */
  added: number;
  /** The mean distance between the slots of a pair right after the last ordering; −1 before it is known. */
  distance: number;
  /** Steps since the last look. */
  steps: number;
}

export function createSlotOrder(): SlotOrder {
  return { added: 0, distance: -1, steps: 0 };
}

/** A smaller world fits into the caches as a whole. */
const LEAST_BODIES = 256;
/** Slots are ordered if more than this fraction of bodies is new … */
const MOST_ADDED = 1 / 4;
/** … or if the slots of a pair are on average this many times as far apart as after the last ordering, plus SOME_SLOTS. */
const MOST_DISTANCE = 1.5;
const SOME_SLOTS = 16;
/** Steps between two measurements of the mean distance. */
const STEPS_PER_LOOK = 64;

/** Orders slots, if so many bodies were added or have moved that it pays. */
export function keepSlotsOrdered(state: WorldState): void {
  if (isOrderDue(state)) orderSlots(state);
}

function isOrderDue({ bodies, slotOrder: order, candidates }: WorldState): boolean {
  if (bodies.size < LEAST_BODIES) return false;
  if (order.added > MOST_ADDED * bodies.size) return true;
  if (order.distance < 0) order.distance = meanDistance(candidates.slots, candidates.list.length);
  if (++order.steps < STEPS_PER_LOOK) return false;
  order.steps = 0;
  const distance = meanDistance(candidates.slots, candidates.list.length);
  return distance > MOST_DISTANCE * order.distance + SOME_SLOTS;
}

/** The mean distance between the slots of a pair. */
function meanDistance(slots: Uint32Array, count: number): number {
  let sum = 0;
  for (let i = 0; i < 2 * count; i += 2) sum += slots[i + 1] - slots[i];
  return count === 0 ? 0 : sum / count;
}

/** Gives all bodies new slots, and moves everything stored for them and their pairs accordingly. */
export function orderSlots(state: WorldState): void {
  const { slots } = state;
  const oldSlots = slotsByPlace(state);
  const newSlots = new Uint32Array(slots.length);
  for (let slot = 0; slot < oldSlots.length; slot++) newSlots[oldSlots[slot]] = slot;
  moveBodies(state, oldSlots);
  moveBoxes(state, oldSlots);
  moveLists(state);
  movePairs(state, newSlots);
  state.slotOrder.added = 0;
  state.slotOrder.distance = -1;
  state.slotOrder.steps = 0;
}

function moveBodies(state: WorldState, oldSlots: Uint32Array): void {
  const old = state.slots.slice();
  state.poses = createPoseBlocks(oldSlots.length);
  state.lastPoses = createPoseBlocks(oldSlots.length);
  state.slots.length = oldSlots.length;
  for (let slot = 0; slot < oldSlots.length; slot++) {
    const body = moveBody(state, old[oldSlots[slot]]!, slot);
    state.slots[slot] = body;
    state.bodies.set(body.id, body);
  }
}

/**
 * The body at its new slot. A body that deforms or has links keeps its record: other objects refer to it, and its checks read much more
 * anyway.
 */
function moveBody({ poses, lastPoses }: WorldState, body: WorldBody, slot: number): WorldBody {
  if (body.tree === null || body.deformation !== null) {
    body.slot = slot;
    return body;
  }
  const toWorld = copyOfPose(poses, body.toWorld);
  const lastToWorld = copyOfPose(lastPoses, body.lastToWorld);
  return recordOf(body, slot, toWorld, lastToWorld);
}

function copyOfPose(blocks: PoseBlocks, pose: Float64Array): Float64Array {
  const copy = takePose(blocks);
  for (let i = 0; i < 16; i++) copy[i] = pose[i];
  return copy;
}

function moveBoxes(state: WorldState, oldSlots: Uint32Array): void {
  state.boxes = moved(state.boxes, oldSlots);
  state.lastBoxes = moved(state.lastBoxes, oldSlots);
  state.broadBoxes = moved(state.broadBoxes, oldSlots);
  state.broadPhase = createBroadPhase(state.broadPhaseKind);
  // A new broad phase assigns ids in ascending order.
  for (let slot = 0; slot < oldSlots.length; slot++)
    state.broadPhase.add(state.broadBoxes.subarray(6 * slot, 6 * slot + 6));
}

function moved(boxes: Float64Array, oldSlots: Uint32Array): Float64Array {
  const out = new Float64Array(boxes.length);
  for (let slot = 0; slot < oldSlots.length; slot++)
    for (let i = 0; i < 6; i++) out[6 * slot + i] = boxes[6 * oldSlots[slot] + i];
  return out;
}

/** Updates lists of bodies to the new records. Removed bodies are in no list that is read. */
function moveLists({ bodies, changed, dueBoxes, dueBroad, sceneTree }: WorldState): void {
  for (const list of [changed, dueBoxes, dueBroad, sceneTree.bodies])
    for (let i = 0; i < list.length; i++) list[i] = bodies.get(list[i].id) ?? list[i];
}

function movePairs(state: WorldState, newSlots: Uint32Array): void {
  const { candidates, slots, bodies } = state;
  const known = candidates.list.filter(({ a, b }) => !a.isRemoved && !b.isRemoved);
  const named = new Uint32Array(2 * known.length);
  const old = new Uint32Array(2 * known.length);
  // A record that was replaced has its old slot.
  let at = 0;
  for (let i = 0; i < candidates.list.length; i++) {
    const { a, b } = candidates.list[i];
    if (a.isRemoved || b.isRemoved) continue;
    const first = newSlots[candidates.slots[2 * i]];
    const second = newSlots[candidates.slots[2 * i + 1]];
    named[at++] = Math.min(first, second);
    named[at++] = Math.max(first, second);
  }
  const order = orderPairsByNumber(createPairOrder(), named, known.length, slots.length);
  candidates.list = [];
  candidates.spare = [];
  for (let i = 0; i < known.length; i++) {
    const pair = known[order[i]];
    old[2 * i] = named[2 * order[i]];
    old[2 * i + 1] = named[2 * order[i] + 1];
    candidates.list.push(moveCandidatePair(pair, bodies.get(pair.a.id)!, bodies.get(pair.b.id)!));
  }
  candidates.slots = old;
}

/** Cells along each axis, in bits: a code of 30 bits and the number of a body of 23 bits fit into an f64. */
const AXIS_BITS = 10;
const CELLS = 2 ** AXIS_BITS;
const MOST_BODIES = 2 ** 23;

/**
 * The slots in use along a Morton curve through the centres of their boxes. Cells hold equal numbers of centres along each axis, so that a
 * few bodies far away do not put all others into one cell.
 */
function slotsByPlace({ slots, boxes }: WorldState): Uint32Array {
  const used = Uint32Array.from(slots.keys()).filter((slot) => slots[slot] !== null);
  const codes = new Float64Array(used.length);
  if (used.length > MOST_BODIES) return used;
  const middles = new Float64Array(used.length);
  for (let axis = 0; axis < 3; axis++) {
    for (let i = 0; i < used.length; i++)
      middles[i] = 0.5 * boxes[6 * used[i] + axis] + 0.5 * boxes[6 * used[i] + 3 + axis];
    const ends = cellEnds(middles);
    for (let i = 0; i < used.length; i++) codes[i] += spread(cellOf(ends, middles[i])) << axis;
  }
  for (let i = 0; i < used.length; i++) codes[i] = codes[i] * MOST_BODIES + i;
  return Uint32Array.from(codes.sort(), (code) => used[code % MOST_BODIES]);
}

/** Where cells end, in ascending order: cell c holds values from ends[c − 1] to below ends[c]. */
function cellEnds(values: Float64Array): Float64Array {
  const sorted = values.slice().sort();
  return Float64Array.from(
    { length: CELLS - 1 },
    (_, c) => sorted[Math.floor(((c + 1) * sorted.length) / CELLS)],
  );
}

function cellOf(ends: Float64Array, value: number): number {
  let cell = 0;
  for (let half = CELLS / 2; half >= 1; half /= 2) if (ends[cell + half - 1] <= value) cell += half;
  return cell;
}

/** The bits of a cell's number, with two zeros after each. */
function spread(cell: number): number {
  let bits = 0;
  for (let i = 0; i < AXIS_BITS; i++) bits |= ((cell >> i) & 1) << (3 * i);
  return bits;
}
