// Twin: `descend` in queries/impact/linear-impact.ts: pairs come in the twin's order, so that both choose equally among several contacts at
// one time.
import {
  BOX_TESTS, CORNERS_A, CORNERS_B, CORNERS_BYTES, END_A, END_B, ENDED, FIRST, FIRST_END, HEAP, HEAP_COUNT, HEAP_FULL, HEAP_NODE_A,
  HEAP_NODE_B, HEAP_ROOM, IS_FLAT, IS_LIST, IS_ONE_LEAF, IS_SELF, IS_TRANSLATED, MEET_AT_START, MOST_ADDED, MOST_STEPS, POINTS_A, POINTS_B,
  SECOND, SECOND_BEGIN, SECOND_END, SHARED, SLOT_A, SLOT_B, STACK, STACK_BYTES, STACK_ENTRY, START_A, START_B, STEPS, TRIANGLE_TESTS, UNSETTLED,
  UPPER,
} from "../impact-memory-map";
import { NODE_COUNT, NODE_LINK, NODE_SHIFT, NODE_SIZE } from "../memory-map";
import { meetingTime, translatedMeetingTime } from "./impact-boxes";
import { neighboursStayApart, sharedCorners } from "./impact-neighbours";
import { addToHeap, dropEarliest, earliestTime } from "./impact-queue";
import { APART, MEET, triangleTime } from "./impact-triangles";

/** Descends until two triangles are not proven apart, or the search has ended because no pending pair could meet before UPPER. */
export function descend(): i32 {
  const upper = load<f64>(UPPER), mostSteps = load<f64>(MOST_STEPS);
  const isSelf = load<i32>(IS_SELF);
  const startA = load<i32>(START_A), startB = load<i32>(START_B);
  if (testLeaves(upper)) return UNSETTLED;
  let steps = load<f64>(STEPS);
  let result = ENDED;
  for (; steps < mostSteps && earliestTime() < upper; steps++) {
    if (load<i32>(HEAP_COUNT) + MOST_ADDED > load<i32>(HEAP_ROOM)) {
      result = HEAP_FULL;
      break;
    }
    let nodeA: i32, nodeB: i32;
    const waiting = load<i32>(STACK_BYTES) - STACK_ENTRY;
    if (waiting >= 0) {
      const at = load<i32>(STACK) + waiting;
      nodeA = load<i32>(at), nodeB = load<i32>(at, 4);
      store<i32>(STACK_BYTES, waiting);
    } else {
      const heap = load<i32>(HEAP);
      nodeA = load<i32>(heap, HEAP_NODE_A), nodeB = load<i32>(heap, HEAP_NODE_B);
      dropEarliest();
    }
    const atA = startA + (nodeA << NODE_SHIFT), atB = startB + (nodeB << NODE_SHIFT);
    const linkA = load<i32>(atA, NODE_LINK), linkB = load<i32>(atB, NODE_LINK);
    if (i32(linkA >= 0) & isSelf & i32(nodeA == nodeB)) {
      addPair(linkA, linkA, upper);
      addPair(linkA, linkA + 1, upper);
      addPair(linkA + 1, linkA + 1, upper);
    } else if ((linkA & linkB) < 0) {
      store<i32>(FIRST, ~linkA);
      store<i32>(FIRST_END, ~linkA + load<i32>(atA, NODE_COUNT));
      store<i32>(SECOND_BEGIN, ~linkB);
      store<i32>(SECOND_END, ~linkB + load<i32>(atB, NODE_COUNT));
      const isOne = isSelf & i32(linkA == linkB);
      store<i32>(IS_ONE_LEAF, isOne);
      store<i32>(SECOND, select(~linkA + 1, ~linkB, isOne));
      if (testLeaves(upper)) {
        store<f64>(STEPS, steps + 1);
        return UNSETTLED;
      }
    } else if (linkB < 0 || (linkA >= 0 && load<f32>(atA, NODE_SIZE) >= load<f32>(atB, NODE_SIZE))) {
      addPair(linkA, nodeB, upper);
      addPair(linkA + 1, nodeB, upper);
    } else {
      addPair(nodeA, linkB, upper);
      addPair(nodeA, linkB + 1, upper);
    }
  }
  store<f64>(STEPS, steps);
  return result;
}

/** Adds a pair of nodes that could meet before `upper`: a node with itself, or two. */
@inline function addPair(nodeA: i32, nodeB: i32, upper: f64): void {
  store<i32>(BOX_TESTS, load<i32>(BOX_TESTS) + 1);
  const time = timeOf(nodeA, nodeB);
  if (time >= upper) return;
  if (time == 0 || load<i32>(IS_LIST) != 0) {
    const waiting = load<i32>(STACK_BYTES), at = load<i32>(STACK) + waiting;
    store<i32>(at, nodeA);
    store<i32>(at, nodeB, 4);
    store<i32>(STACK_BYTES, waiting + STACK_ENTRY);
  } else addToHeap(time, nodeA, nodeB);
}

@inline function timeOf(nodeA: i32, nodeB: i32): f64 {
  const offsetA = nodeA << NODE_SHIFT, offsetB = nodeB << NODE_SHIFT;
  if (load<i32>(IS_TRANSLATED) != 0) return translatedMeetingTime(load<i32>(START_A) + offsetA, load<i32>(START_B) + offsetB);
  // A node of a mesh against itself overlaps itself at time 0.
  return meetingTime(load<i32>(START_A) + offsetA, load<i32>(END_A) + offsetA, load<i32>(START_B) + offsetB, load<i32>(END_B) + offsetB);
}

/** Tests the triangles of two leaves, starting at FIRST and SECOND; true at the first two that are not proven apart. */
function testLeaves(upper: f64): boolean {
  const endA = load<i32>(FIRST_END);
  let slotA = load<i32>(FIRST), slotB = load<i32>(SECOND);
  if (slotA >= endA) return false;
  const cornersA = load<i32>(CORNERS_A), cornersB = load<i32>(CORNERS_B), pointsA = load<i32>(POINTS_A), pointsB = load<i32>(POINTS_B);
  const isSelf = load<i32>(IS_SELF), isOne = load<i32>(IS_ONE_LEAF);
  const beginB = load<i32>(SECOND_BEGIN), endB = load<i32>(SECOND_END);
  let tests = 0;
  let isUnsettled = false;
  while (true) {
    const triangleA = cornersA + slotA * CORNERS_BYTES;
    for (; slotB < endB; slotB++) {
      tests++;
      const triangleB = cornersB + slotB * CORNERS_BYTES;
      const shared = isSelf ? sharedCorners(triangleA, triangleB) : 0;
      let meetAtStart = 1;
      if (shared == 0) {
        const known = triangleTime(triangleA, pointsA, triangleB, pointsB, upper);
        if (known == APART) continue;
        meetAtStart = i32(known == MEET);
      } else if ((shared & 3) == 3 || neighboursStayApart(triangleA, triangleB, pointsA, load<i32>(IS_FLAT), shared) || !(upper > 0)) continue;
      store<i32>(SLOT_A, slotA);
      store<i32>(SLOT_B, slotB);
      store<i32>(SHARED, shared);
      store<i32>(MEET_AT_START, meetAtStart);
      isUnsettled = true;
      slotB++;
      break;
    }
    if (isUnsettled) break;
    slotA++;
    if (slotA >= endA) break;
    slotB = select(slotA + 1, beginB, isOne);
  }
  store<i32>(FIRST, slotA);
  store<i32>(SECOND, slotB);
  store<i32>(TRIANGLE_TESTS, load<i32>(TRIANGLE_TESTS) + tests);
  return isUnsettled;
}
