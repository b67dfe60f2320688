import type { FittedCopy, FittedTree } from "./fit-boxes.ts";
import { type FitKernels, fitKernelsOf } from "./fit-kernels.ts";
import * as Memory from "./memory-map.ts";
import { currentViews, loadKernels } from "./pair-kernels.ts";

// Lists of the nodes of a tree's copy by kind (assembly/fit-lists.ts), which halve the time of fitting leaves. memory-map.ts draws them.

/** The bytes of an entry, by kind: INNER, SINGLE, SHARED, SEPARATE, LARGER. */
const ENTRY_BYTES = [
  Memory.INNER_BYTES,
  Memory.SINGLE_BYTES,
  Memory.SHARED_BYTES,
  Memory.SEPARATE_BYTES,
  Memory.LARGER_BYTES,
];

/** How many bytes the lists of a tree take; 0 where there are no kernels. */
export function fitListBytes(tree: FittedTree, copy: FittedCopy): number {
  const kernels = loadKernels();
  const fits = kernels && fitKernelsOf(kernels.memory);
  if (kernels === null || fits === null) return 0;
  return startsOfLists(countNodes(fits, currentViews(kernels).ints, tree, copy)).at(-1)!;
}

/** Makes the lists at the address `lists`, with room for `fitListBytes`. */
export function makeFitLists(tree: FittedTree, copy: FittedCopy, lists: number): void {
  const kernels = loadKernels()!;
  const fits = fitKernelsOf(kernels.memory)!;
  const { ints } = currentViews(kernels);
  const starts = startsOfLists(countNodes(fits, ints, tree, copy));
  for (let kind = 0; kind < Memory.KINDS; kind++)
    ints[(lists + Memory.LIST_STARTS) / 4 + kind] = lists + starts[kind];
  fits.listNodes(copy.nodes, endOfNodes(tree, copy), copy.corners, lists);
}

function countNodes(fits: FitKernels, ints: Int32Array, tree: FittedTree, copy: FittedCopy): Int32Array {
  fits.countKinds(copy.nodes, endOfNodes(tree, copy), copy.corners, copy.sums);
  return ints.subarray(copy.sums / 4, copy.sums / 4 + Memory.KINDS);
}

/** Where the list of each kind begins, relative to the first byte of all, and where the last one ends. */
function startsOfLists(counts: Int32Array): number[] {
  const starts = [Memory.LISTS];
  for (let kind = 0; kind < Memory.KINDS; kind++)
    starts.push(starts[kind] + ENTRY_BYTES[kind] * counts[kind] + 4);
  return starts;
}

function endOfNodes({ links }: FittedTree, { nodes }: FittedCopy): number {
  return nodes + 4 * links.length;
}
