import type { FittedCopy, FittedTree } from "./fit-boxes.ts";
import { type FitKernels, fitKernelsOf } from "./fit-kernels.ts";
import * as Memory from "./memory-map.ts";
import { currentViews, loadKernels } from "./pair-kernels.ts";

// Lists of the nodes of a tree's copy by kind (assembly/fit-lists.ts), which halve the time of fitting leaves. memory-map.ts draws them.
// `bounded` is the number of vertices that have bounds beside the lists: all of an f64 mesh, none of an f32 mesh.

/** How many bytes the lists of a tree take; 0 where there are no kernels. */
export function fitListBytes(tree: FittedTree, copy: FittedCopy, bounded: number): number {
  const kernels = loadKernels();
  const fits = kernels && fitKernelsOf(kernels.memory);
  if (kernels === null || fits === null) return 0;
  return startsOfLists(fits, currentViews(kernels).ints, tree, copy, bounded)[Memory.KINDS];
}

/** Makes the lists at the address `lists`, with room for `fitListBytes`. */
export function makeFitLists(tree: FittedTree, copy: FittedCopy, bounded: number, lists: number): void {
  const kernels = loadKernels()!;
  const fits = fitKernelsOf(kernels.memory)!;
  const { ints } = currentViews(kernels);
  const starts = startsOfLists(fits, ints, tree, copy, bounded);
  for (let kind = 0; kind < Memory.KINDS; kind++)
    ints[(lists + Memory.LIST_STARTS) / 4 + kind] = lists + starts[kind];
  const vertices = bounded > 0 ? lists + Memory.LIST_BOUNDS : copy.positions;
  const gap = bounded > 0 ? Memory.BOUNDS_HIGH : 0;
  fits.listNodes(copy.nodes, endOfNodes(tree, copy), copy.corners, lists, vertices, gap);
}

/** Where the list of each kind begins, relative to the first byte of all, and where the last one ends. */
function startsOfLists(
  fits: FitKernels,
  ints: Int32Array,
  tree: FittedTree,
  copy: FittedCopy,
  bounded: number,
): number[] {
  fits.measureLists(copy.nodes, endOfNodes(tree, copy), copy.corners, copy.sums);
  const bounds = Memory.BOUNDS_BLOCK_BYTES * Math.ceil(bounded / 4);
  const starts = [Memory.LIST_BOUNDS + bounds];
  for (let kind = 0; kind < Memory.KINDS; kind++) starts.push(starts[kind] + ints[copy.sums / 4 + kind]);
  return starts;
}

function endOfNodes({ links }: FittedTree, { nodes }: FittedCopy): number {
  return nodes + 4 * links.length;
}
