import type { BoxPairs } from "../broadphase/broad-phase.ts";
import { writeMotionBox } from "./motion-boxes.ts";
import type { WorldBody } from "./world-body.ts";
import type { WorldState } from "./world-state.ts";

// The broad phase of a step: changed boxes go in, pairs of overlapping boxes come out.

/** Above this fraction of moved bodies, one call for all boxes is faster than one call each. */
const MOVE_ALL_FROM = 1 / 8;

/**
 * The pairs of bodies whose boxes overlap; with `near`, widened by half of it and by the bodies' thickness; with `continuous`, swept over
 * the motion since the last step.
 */
export function updateBroadPhase(state: WorldState, near: number | null, continuous: boolean): BoxPairs {
  // A body that moved in the last step has a shorter motion now, so its box may be due although it stands still.
  const isWhole = near !== state.broadNear || continuous || state.broadContinuous;
  const due = isWhole ? [...state.bodies.values()] : state.dueBroad.filter(({ isRemoved }) => !isRemoved);
  for (const body of due) writeBroadBox(state, body, near, continuous);
  moveBoxes(state, due);
  state.broadNear = near;
  state.broadContinuous = continuous;
  for (const body of state.dueBroad) body.isBroadDue = false;
  state.dueBroad.length = 0;
  return state.broadPhase.update();
}

function writeBroadBox(state: WorldState, body: WorldBody, near: number | null, continuous: boolean): void {
  const { boxes, broadBoxes } = state;
  const at = 6 * body.slot;
  if (continuous) writeMotionBox(state, body, broadBoxes);
  else for (let i = at; i < at + 6; i++) broadBoxes[i] = boxes[i];
  if (near === null) return;
  const wider = 0.5 * near + body.thickness;
  for (let axis = 0; axis < 3; axis++) {
    const low = broadBoxes[at + axis] - wider;
    const high = broadBoxes[at + 3 + axis] + wider;
    broadBoxes[at + axis] = low - outward(low);
    broadBoxes[at + 3 + axis] = high + outward(high);
  }
}

/** Rounds up by more than the rounding error of a sum. */
function outward(value: number): number {
  return 2 ** -50 * Math.abs(value) + Number.MIN_VALUE;
}

function moveBoxes({ broadPhase, broadBoxes, bodies }: WorldState, due: readonly WorldBody[]): void {
  if (due.length > MOVE_ALL_FROM * bodies.size) {
    broadPhase.moveAll(broadBoxes);
    return;
  }
  for (const { slot } of due) broadPhase.move(slot, broadBoxes.subarray(6 * slot, 6 * slot + 6));
}

/** Adds a body's box to the broad phase; returns the body's slot. */
export function addBroadBox(state: WorldState, box: Float64Array): number {
  const slot = state.broadPhase.add(box);
  if (state.boxes.length < 6 * slot + 6) {
    state.boxes = enlarged(state.boxes, 12 * slot + 12);
    state.broadBoxes = enlarged(state.broadBoxes, 12 * slot + 12);
    state.lastBoxes = enlarged(state.lastBoxes, 12 * slot + 12);
  }
  for (const boxes of [state.boxes, state.broadBoxes, state.lastBoxes]) boxes.set(box, 6 * slot);
  return slot;
}

function enlarged(old: Float64Array, length: number): Float64Array {
  const larger = new Float64Array(length);
  larger.set(old);
  return larger;
}
