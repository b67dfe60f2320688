import * as Pose from "../../geometry/relative-pose-layout.ts";
import { closeImpactKernels, type ImpactKernels, openImpactKernels } from "../../kernels/impact-kernels.ts";
import * as Memory from "../../kernels/impact-memory-map.ts";
import { areKernelsInsistedOn, areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import type { WasmMemory } from "../../kernels/wasm-memory.ts";
import { examineTriangles } from "./feature-impacts.ts";
import { growHeap, layOutImpactModel } from "./impact-model.ts";
import { addToHeap, addToStack, clearQueue } from "./impact-queue.ts";
import type { LinearSearch } from "./linear-search.ts";
import type { MovingMesh } from "./moving-mesh.ts";
import type { Translation } from "./translated-boxes.ts";

// The descent and the proofs that triangles stay apart, by kernels. Triangles not proven apart come back one by one, in the order of
// `descend`, and a contact found meanwhile shortens the search: answers and counters equal those of `descend`.

/** The smallest mesh for which kernels are used, as in self-collision: below this size, compiling them costs more than they save. */
const FEWEST_TRIANGLES = 1000;

/**
 * How many pairs of nodes TypeScript takes first; Infinity if kernels cannot be used. A mesh against itself has more pairs than triangles.
 * Two meshes often have only a few, and laying them out for kernels takes as long as this many steps.
 */
export function stepsBeforeKernels(a: MovingMesh, b: MovingMesh): number {
  if (areKernelsUnwanted()) return Infinity;
  if (areKernelsInsistedOn()) return 0;
  const count = a.tree.triangles.length + (a === b ? 0 : b.tree.triangles.length);
  if (count < FEWEST_TRIANGLES) return Infinity;
  return a === b ? 0 : count / 4;
}

/** Continues the search of `descend` to its end. If kernels cannot be used, or no longer, leaves the rest to `descend`. */
export function descendByKernel(search: LinearSearch, a: MovingMesh, b: MovingMesh, maxSteps: number): void {
  const kernels = openImpactKernels();
  if (kernels === null) return;
  try {
    if (!layOutImpactModel(kernels.memory, search, a, b)) return;
    kernelRuns.impact++;
    setState(kernels.memory, search, maxSteps);
    descend(kernels, search, a, b);
    readState(kernels.memory, search);
  } finally {
    closeImpactKernels(kernels);
  }
}

function setState({ buffer }: WasmMemory, search: LinearSearch, maxSteps: number): void {
  const { features, translation, queue } = search;
  const ints = new Int32Array(buffer);
  const floats = new Float64Array(buffer);
  floats[Memory.STEPS >> 3] = search.steps;
  floats[Memory.MOST_STEPS >> 3] = maxSteps;
  ints[Memory.IS_LIST >> 2] = features.list === null ? 0 : 1;
  ints[Memory.IS_TRANSLATED >> 2] = translation === null ? 0 : 1;
  ints[Memory.BOX_TESTS >> 2] = 0;
  ints[Memory.TRIANGLE_TESTS >> 2] = 0;
  ints[Memory.FIRST >> 2] = 0;
  ints[Memory.FIRST_END >> 2] = 0;
  ints[Memory.STACK_BYTES >> 2] = Memory.STACK_ENTRY * queue.stackCount;
  ints.set(queue.stack.subarray(0, 2 * queue.stackCount), ints[Memory.STACK >> 2] >> 2);
  const heap = ints[Memory.HEAP >> 2];
  ints[Memory.HEAP_COUNT >> 2] = queue.heapCount;
  for (let i = 0, at = heap; i < queue.heapCount; i++, at += Memory.HEAP_ENTRY) {
    floats[at >> 3] = queue.times[i];
    ints[(at + Memory.HEAP_NODE_A) >> 2] = queue.nodes[2 * i];
    ints[(at + Memory.HEAP_NODE_B) >> 2] = queue.nodes[2 * i + 1];
  }
  if (translation !== null) setTranslation(floats, translation);
}

/** Moves the pending pairs back to the queue of the search. */
function readState({ buffer }: WasmMemory, search: LinearSearch): void {
  const { queue } = search;
  const ints = new Int32Array(buffer);
  const floats = new Float64Array(buffer);
  search.steps = floats[Memory.STEPS >> 3];
  search.boxTests += ints[Memory.BOX_TESTS >> 2] >>> 0;
  search.triangleTests += ints[Memory.TRIANGLE_TESTS >> 2] >>> 0;
  clearQueue(queue);
  const stack = ints[Memory.STACK >> 2] >> 2;
  const stackEnd = stack + (ints[Memory.STACK_BYTES >> 2] >> 2);
  for (let at = stack; at < stackEnd; at += 2) addToStack(queue, ints[at], ints[at + 1]);
  // Entries of a heap, added in their order, keep their places.
  let at = ints[Memory.HEAP >> 2];
  const end = at + Memory.HEAP_ENTRY * ints[Memory.HEAP_COUNT >> 2];
  for (; at < end; at += Memory.HEAP_ENTRY)
    addToHeap(
      queue,
      floats[at >> 3],
      ints[(at + Memory.HEAP_NODE_A) >> 2],
      ints[(at + Memory.HEAP_NODE_B) >> 2],
    );
}

function setTranslation(floats: Float64Array, { atStart, atEnd }: Translation): void {
  for (let i = 0; i < Pose.RELATIVE_POSE_LENGTH; i++) floats[(Memory.POSE >> 3) + i] = atStart[i];
  for (let axis = 0; axis < 3; axis++) {
    floats[(Memory.TRANSLATION >> 3) + 2 * axis] = 2 * atStart[Pose.C + axis];
    floats[(Memory.TRANSLATION >> 3) + 2 * axis + 1] = 2 * atEnd[Pose.C + axis];
  }
  floats[Memory.MARGIN_A >> 3] = 2 * Math.max(atStart[Pose.MARGIN_A], atEnd[Pose.MARGIN_A]);
  floats[Memory.MARGIN_B >> 3] = 2 * Math.max(atStart[Pose.MARGIN_B], atEnd[Pose.MARGIN_B]);
}

function descend(kernels: ImpactKernels, search: LinearSearch, a: MovingMesh, b: MovingMesh): void {
  const { memory } = kernels;
  const { features } = search;
  const isSelf = a === b;
  let ints = new Int32Array(memory.buffer);
  let floats = new Float64Array(memory.buffer);
  for (;;) {
    floats[Memory.UPPER >> 3] = features.upper[0];
    const state = kernels.descend();
    if (state === Memory.ENDED) return;
    if (state === Memory.HEAP_FULL) {
      if (!growHeap(memory)) return;
      ints = new Int32Array(memory.buffer);
      floats = new Float64Array(memory.buffer);
    } else {
      const slotA = ints[Memory.SLOT_A >> 2];
      const slotB = ints[Memory.SLOT_B >> 2];
      const mayMeetAtStart = ints[Memory.MEET_AT_START >> 2] === 1;
      examineTriangles(features, a, slotA, b, slotB, ints[Memory.SHARED >> 2], mayMeetAtStart, isSelf);
    }
  }
}
