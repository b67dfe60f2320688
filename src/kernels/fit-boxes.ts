import { type FitKernels, fitKernelsOf } from "./fit-kernels.ts";
import { kernelRuns } from "./kernel-runs.ts";
import * as Memory from "./memory-map.ts";
import { currentViews, loadKernels } from "./pair-kernels.ts";
import { closeTreeWorkspace, openTreeWorkspace, type TreeWorkspace } from "./tree-workspace.ts";

// Fits the boxes of a tree to its vertices in a kernel (assembly/fit-boxes.ts): a box is three numbers wide, and the instructions four. The
// tree is copied in and out, which takes a part of the time; TypeScript takes several times as long (docs/decisions/06-refit.md).
//
// The memory: nodes, corners, vertices rounded down, vertices rounded up if they differ, f64 vertices, their origin and box.

/** The fields of an AABB tree that are used (trees/layout.ts). */
export interface FittedTree {
  readonly nodes: Float32Array;
  readonly links: Int32Array;
  readonly corners: Uint32Array;
}

/** About 15 million triangles. */
const MOST_BYTES = 2 ** 30;
/** Siblings are the nodes 2k + 1 and 2k + 2, half a cache line each: at this offset both are in one line. */
const NODES = 160;
/** The sums lie before the nodes. */
const SUMS = 64;
/** What kernels read and write beside f64 vertices: their origin, 3 × f64 and 8 bytes unused; their box, 4 × 2 × f64. */
const BOX = 32;
const ORIGIN_AND_BOX = BOX + 64;
const NODE_WORDS = Memory.NODE_BYTES / 4;
/** Nodes are fitted in parts of 64 KiB; with lists kind after kind of nodes, while the part is in a cache. */
const PART_WORDS = 2048 * NODE_WORDS;

/** The addresses of vertices rounded down and up, and by how many bytes four of them are after the four before. */
interface BoundPlaces {
  readonly low: number;
  readonly high: number;
  readonly step: number;
}

/** The addresses of vertices: rounded down, rounded up, as f64 with their origin and box; and the end. */
interface VertexPlaces extends BoundPlaces {
  readonly doubles: number;
  readonly origin: number;
  readonly end: number;
}

/** The addresses of all arrays. */
interface Places extends VertexPlaces {
  readonly corners: number;
}

/** The addresses that a fit of all nodes reads and writes; `lists` is 0 without fit lists. */
interface FitPlaces {
  readonly nodes: number;
  readonly corners: number;
  readonly low: number;
  readonly high: number;
  readonly sums: number;
  readonly lists: number;
}

/** The summed sizes of all boxes of a tree, and of the boxes of its triangles (trees/spread.ts). */
export interface SummedSizes {
  readonly boxes: number;
  readonly triangles: number;
}

/**
 * Fits the boxes to f32 vertices. Null, with the tree unchanged, if kernels or memory are lacking, or a coordinate is not finite or too
 * large.
 */
export function fitToSingles(
  tree: FittedTree,
  positions: Float32Array,
  mostBytes = MOST_BYTES,
): SummedSizes | null {
  const at = placeArrays(tree, positions.length, "low");
  const workspace = openWithin(at.end, mostBytes);
  if (workspace === null) return null;
  copyVertices(workspace.floats, positions, at.low / 4);
  const isGood = workspace.fits.checkSingles(at.low, at.low + 4 * positions.length) !== 0;
  const sizes = isGood ? fitPlaced(workspace, tree, at) : null;
  closeTreeWorkspace(workspace);
  return sizes;
}

/** The address of a tree's copy in the memory of the query kernels (trees/tree-copies.ts). */
export interface FittedCopy {
  readonly nodes: number;
  readonly corners: number;
  readonly positions: number;
  /** The address of SUMS_BYTES of scratch. */
  readonly sums: number;
  readonly marks: number;
}

/**
 * Fits a tree's copy to f32 vertices, and the tree to its copy: nodes and corners need not be copied in, and the next query finds an
 * up-to-date copy. `lists` is the address of its fit lists (fit-lists.ts), 0 for none. Null if a coordinate is not finite or too large: then
 * the tree is unchanged, and the copy no longer valid.
 */
export function fitCopyToSingles(
  tree: FittedTree,
  copy: FittedCopy,
  positions: Float32Array,
  lists: number,
): SummedSizes | null {
  const kernels = loadKernels();
  const fits = kernels && fitKernelsOf(kernels.memory);
  if (kernels === null || fits === null) return null;
  const { ints, floats, doubles } = currentViews(kernels);
  const at = copy.positions;
  copyVertices(floats, positions, at / 4);
  if (fits.checkSingles(at, at + 4 * positions.length) === 0) return null;
  return fitAllNodes(fits, { ints, doubles }, tree.links, placesInCopy(copy, at, at, lists));
}

/**
 * Fits the marked nodes of a tree's copy, and those of the tree, after the f32 vertices in list[0] … list[count − 1] have moved. The
 * vertices are already checked. Returns by how much the sizes have grown; null if there are no kernels.
 */
export function fitMarkedCopy(
  tree: FittedTree,
  copy: FittedCopy,
  positions: Float32Array,
  marks: Int32Array,
  { list, count }: { readonly list: Uint32Array; readonly count: number },
): SummedSizes | null {
  const kernels = loadKernels();
  const fits = kernels && fitKernelsOf(kernels.memory);
  if (kernels === null || fits === null) return null;
  const { ints, floats, doubles } = currentViews(kernels);
  const words = marks.length;
  ints.set(marks, copy.marks / 4);
  fits.sumMarked(copy.marks, words, copy.nodes, copy.corners, copy.positions, copy.sums);
  const before = readSumsOf(doubles, copy.sums);
  const at = copy.positions / 4;
  for (let k = 0; k < count; k++) {
    const v = 3 * list[k];
    floats[at + v] = positions[v] + 0; // turns −0 into 0
    floats[at + v + 1] = positions[v + 1] + 0;
    floats[at + v + 2] = positions[v + 2] + 0;
  }
  kernelRuns.fit++;
  fits.fitMarked(copy.marks, words, copy.nodes, copy.corners, copy.positions, copy.sums);
  copyMarkedNodes(ints.subarray(copy.nodes / 4, copy.nodes / 4 + tree.links.length), tree.links, marks);
  const after = readSumsOf(doubles, copy.sums);
  return { boxes: after.boxes - before.boxes, triangles: after.triangles - before.triangles };
}

/** Copies the marked nodes, one bit each, from one array of nodes to another. */
export function copyMarkedNodes(from: Int32Array, to: Int32Array, marks: Int32Array): void {
  for (let word = 0; word < marks.length; word++) {
    for (let bits = marks[word]; bits !== 0; ) {
      const bit = 31 - Math.clz32(bits);
      bits ^= 1 << bit;
      const at = NODE_WORDS * (32 * word + bit);
      to[at] = from[at];
      to[at + 1] = from[at + 1];
      to[at + 2] = from[at + 2];
      to[at + 3] = from[at + 3];
      to[at + 4] = from[at + 4];
      to[at + 5] = from[at + 5];
      to[at + 7] = from[at + 7]; // size, or count; the link stays
    }
  }
}

/** The scratch bytes that `fitCopyToDoubles` needs for this many coordinates. */
export function scratchBytes(length: number): number {
  return placeVertices(0, length, true).end;
}

/** How the origin of boxes is found (trees/origin.ts). */
export interface OriginRule {
  /** Writes the origin from the box of all vertices. */
  readonly choose: (min: ArrayLike<number>, max: ArrayLike<number>, out: Float64Array) => void;
  /** Whether it is zero for sure, seen from the root's box, which is relative to zero. */
  readonly isSurelyZero: (root: Float32Array) => boolean;
}

/**
 * Fits a tree's copy to f64 vertices, and the tree to its copy, like `fitCopyToSingles`. The boxes become relative to the origin that
 * `rule` finds. `origin` holds that of the last fit, as a guess, and is overwritten. `scratch` is the address of `scratchBytes` free bytes.
 * `exact` is the address at which the vertices stay in f64, or not above 0 to use the scratch for them too. Null if a coordinate is rejected:
 * then the tree is unchanged, and the copy no longer valid.
 */
export function fitCopyToDoubles(
  tree: FittedTree,
  copy: FittedCopy,
  positions: Float64Array,
  origin: Float64Array,
  rule: OriginRule,
  scratch: number,
  exact: number,
  lists: number,
): SummedSizes | null {
  const kernels = loadKernels();
  const fits = kernels && fitKernelsOf(kernels.memory);
  if (kernels === null || fits === null) return null;
  const { ints, doubles } = currentViews(kernels);
  const at = placeVertices(scratch, positions.length, true);
  const bounds = lists > 0 ? boundsBeside(lists) : at;
  const exactAt = exact > 0 ? exact : at.doubles;
  const vertices = { bounds, origin: at.origin, exact: exactAt, nearest: copy.positions };
  const places = placesInCopy(copy, bounds.low, bounds.high, lists);
  const fitNodes = () => fitAllNodes(fits, { ints, doubles }, tree.links, places);
  return fitRounded(fits, doubles, tree, positions, origin, rule, vertices, fitNodes);
}

/**
 * Fits the boxes to f64 vertices; `origin` and `rule` as in `fitCopyToDoubles`. Null, with the tree unchanged, if a coordinate is
 * rejected or memory is lacking.
 */
export function fitToDoubles(
  tree: FittedTree,
  positions: Float64Array,
  origin: Float64Array,
  rule: OriginRule,
  mostBytes = MOST_BYTES,
): SummedSizes | null {
  const at = placeArrays(tree, positions.length, "low, high and f64");
  const workspace = openWithin(at.end, mostBytes);
  if (workspace === null) return null;
  const { doubles, fits } = workspace;
  const vertices = { bounds: at, origin: at.origin, exact: at.doubles, nearest: at.low };
  const fitNodes = () => fitPlaced(workspace, tree, at);
  const sizes = fitRounded(fits, doubles, tree, positions, origin, rule, vertices, fitNodes);
  closeTreeWorkspace(workspace);
  return sizes;
}

// The box of all vertices, where `choose` reads it. Copied number by number: `set` and `subarray` take longer.
const min = new Float64Array(16);
const max = new Float64Array(16);

/** The addresses of f64 vertices, their origin and box, and what they are rounded to. */
interface RoundedPlaces {
  readonly bounds: BoundPlaces;
  readonly origin: number;
  readonly exact: number;
  readonly nearest: number;
}

/**
 * Rounds f64 vertices and fits nodes to them. If the last origin was zero it is taken to be zero still, and the root's box says whether that
 * was right: measuring the box of all vertices takes 3 to 5 % of a refit. Null if a coordinate is not finite or too large.
 */
function fitRounded(
  fits: FitKernels,
  doubles: Float64Array,
  { nodes }: FittedTree,
  positions: Float64Array,
  origin: Float64Array,
  { choose, isSurelyZero }: OriginRule,
  at: RoundedPlaces,
  fitNodes: () => SummedSizes,
): SummedSizes | null {
  doubles.set(positions, at.exact / 8);
  const end = at.exact + 8 * positions.length;
  let atZero: SummedSizes | null = null;
  if (isZero(origin) && roundVertices(fits, doubles, end, origin, at)) {
    atZero = fitNodes();
    if (isSurelyZero(nodes)) return atZero;
  }
  const boxAt = at.origin + BOX;
  if (fits.measureDoubles(at.exact, end, boxAt) === 0) return null;
  for (let axis = 0; axis < 3; axis++) {
    min[axis] = doubles[boxAt / 8 + axis];
    max[axis] = doubles[boxAt / 8 + 4 + axis];
  }
  choose(min, max, origin);
  if (atZero !== null && isZero(origin)) return atZero;
  roundVertices(fits, doubles, end, origin, at);
  return fitNodes();
}

function isZero(origin: Float64Array): boolean {
  return origin[0] === 0 && origin[1] === 0 && origin[2] === 0;
}

/** Rounds f64 vertices relative to the origin: down, up and to nearest. True only if all are finite and not too large. */
function roundVertices(
  fits: FitKernels,
  doubles: Float64Array,
  end: number,
  origin: Float64Array,
  { bounds: { low, high, step }, origin: originAt, exact, nearest }: RoundedPlaces,
): boolean {
  for (let axis = 0; axis < 3; axis++) doubles[originAt / 8 + axis] = origin[axis];
  return fits.roundVertices(exact, end, nearest, low, high, step, originAt) !== 0;
}

/** Fits the nodes to the first `length` numbers of ordered vertices (trees/ordered-vertices.ts), which are already checked. */
export function fitToOrdered(
  tree: FittedTree,
  low: Int32Array,
  high: Int32Array,
  length: number,
  mostBytes = MOST_BYTES,
): boolean {
  const at = placeArrays(tree, length, low === high ? "low" : "low and high");
  const workspace = openWithin(at.end, mostBytes);
  if (workspace === null) return false;
  copyOrdered(workspace, low, length, at.low);
  if (low !== high) copyOrdered(workspace, high, length, at.high);
  fitPlaced(workspace, tree, at);
  closeTreeWorkspace(workspace);
  return true;
}

function placeArrays(
  { links, corners }: FittedTree,
  length: number,
  arrays: "low" | "low and high" | "low, high and f64",
): Places {
  const cornersAt = NODES + 4 * links.length;
  const low = cornersAt + 4 * corners.length;
  const vertices = placeVertices(low, length, arrays !== "low");
  return {
    ...vertices,
    corners: cornersAt,
    end: arrays === "low, high and f64" ? vertices.end : vertices.doubles,
  };
}

/** The addresses of vertices from `low` on; without `hasHigh`, the vertices rounded up are those rounded down. */
function placeVertices(low: number, length: number, hasHigh: boolean): VertexPlaces {
  const bytes = 4 * length + Memory.VERTEX_PADDING;
  const high = hasHigh ? low + bytes : low;
  const doubles = 8 * Math.ceil((high + bytes) / 8);
  const origin = doubles + 2 * bytes;
  return { low, high, step: 4 * Memory.VERTEX_BYTES, doubles, origin, end: origin + ORIGIN_AND_BOX };
}

/** The places of the bounds beside fit lists. */
function boundsBeside(lists: number): BoundPlaces {
  const low = lists + Memory.LIST_BOUNDS;
  return { low, high: low + Memory.BOUNDS_HIGH, step: Memory.BOUNDS_BLOCK_BYTES };
}

/** A workspace, with the kernels that fit. */
type FitWorkspace = TreeWorkspace & { readonly fits: FitKernels };

function openWithin(bytes: number, mostBytes: number): FitWorkspace | null {
  const workspace = bytes > mostBytes ? null : openTreeWorkspace(bytes);
  if (workspace === null) return null;
  const fits = fitKernelsOf(workspace.memory);
  if (fits !== null) return { ...workspace, fits };
  closeTreeWorkspace(workspace);
  return null;
}

function copyOrdered({ ints, fits }: FitWorkspace, vertices: Int32Array, length: number, at: number): void {
  copyVertices(ints, vertices.subarray(0, length), at / 4);
  fits.singlesOfOrdered(at, at + 4 * length);
}

/** Zeros follow, because kernels read the last vertices together with what is behind them. */
function copyVertices<T extends Int32Array | Float32Array>(memory: T, from: T, at: number): void {
  memory.set(from, at);
  const end = at + from.length;
  for (let k = end; k < end + Memory.VERTEX_PADDING / 4; k++) memory[k] = 0; // `fill` leaves compiled code
}

function fitPlaced(workspace: FitWorkspace, { links, corners }: FittedTree, at: Places): SummedSizes {
  workspace.ints.set(links, NODES / 4);
  workspace.uints.set(corners, at.corners / 4);
  const { low, high } = at;
  return fitAllNodes(workspace.fits, workspace, links, {
    nodes: NODES,
    corners: at.corners,
    low,
    high,
    sums: SUMS,
    lists: 0,
  });
}

/** Field by field: `{ ...copy, low, high, lists }` takes as long as fitting 1,000 triangles. */
function placesInCopy(
  { nodes, corners, sums }: FittedCopy,
  low: number,
  high: number,
  lists: number,
): FitPlaces {
  return { nodes, corners, low, high, sums, lists };
}

/**
 * Fits the nodes in a kernel's memory, part by part from the last to the first, and then copies all of them to `links`. A part that was just
 * fitted is in a cache, but copied in parts of 64 KiB the nodes of a large tree take 1.2 to 1.6 times as long (docs/lab/trees.md).
 */
function fitAllNodes(
  fits: FitKernels,
  { ints, doubles }: { readonly ints: Int32Array; readonly doubles: Float64Array },
  links: Int32Array,
  at: FitPlaces,
): SummedSizes {
  kernelRuns.fit++;
  const sumsEnd = (at.sums + Memory.SUMS_BYTES) / 8;
  for (let k = at.sums / 8; k < sumsEnd; k++) doubles[k] = 0; // `fill` leaves compiled code
  if (at.lists > 0) fits.startLists(at.lists);
  for (let end = links.length; end > 0; end -= PART_WORDS) {
    const begin = Math.max(end - PART_WORDS, 0);
    const { nodes, corners, low, high, sums, lists } = at;
    if (lists === 0) fits.fitNodes(nodes + 4 * begin, nodes + 4 * end, nodes, corners, low, high, sums);
    else if (low === high) fits.fitListedSingles(nodes + 4 * begin, lists, sums);
    else fits.fitListed(nodes + 4 * begin, lists, sums);
  }
  links.set(ints.subarray(at.nodes / 4, at.nodes / 4 + links.length));
  return readSums(doubles, at.sums);
}

/** The sums over all nodes that a kernel wrote at an address. */
export function readSums(doubles: Float64Array, address: number): SummedSizes {
  let { boxes, triangles } = readSumsOf(doubles, address);
  for (let kind = 1; kind < Memory.KINDS; kind++) {
    const sums = readSumsOf(doubles, address + 16 * kind);
    boxes += sums.boxes;
    triangles += sums.triangles;
  }
  return { boxes, triangles };
}

/** The sums of one kind of node, or of marked nodes. */
function readSumsOf(doubles: Float64Array, address: number): SummedSizes {
  return { boxes: doubles[address / 8], triangles: doubles[address / 8 + 1] };
}
