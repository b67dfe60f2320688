import { copyMarkedNodes, fitMarkedCopy, type SummedSizes } from "../kernels/fit-boxes.ts";
import { areKernelsUnwanted } from "../kernels/kernel-choice.ts";
import { loadedMemory } from "../kernels/pair-kernels.ts";
import type { WasmMemory } from "../kernels/wasm-memory.ts";
import type { Positions } from "../mesh/triangle-mesh.ts";
import { isArrayOf } from "../typed-arrays.ts";
import { boxOfCorners } from "./box-of-corners.ts";
import { setSize } from "./fit-boxes.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE, type AabbTree } from "./layout.ts";
import { boxSizeOf, grownSizes, sizeInSingles } from "./spread.ts";
import type { TouchedVertices } from "./touched-vertices.ts";
import { copyOfTree, copyTree, forgetCopy, keepFittedCopy, markWords, type TreeCopy } from "./tree-copies.ts";
import { listVertexUsers, type VertexUsers } from "./vertex-users.ts";

// Fits the boxes above some vertices, and no others. The leaves around these vertices are marked, one bit a node, and so are the nodes
// above. Then the marked nodes are fitted from the last to the first, as `fitBoxes` does with all: children come after their parents.
//
// Where kernels serve, f32 meshes are fitted in the tree's copy for kernels, which is made if the tree has no copy: so the next query finds
// one that is up to date. Of an f64 mesh the copy knows nearest f32 numbers alone, which are no bounds; it takes over what was fitted.
//
// The sizes that `shouldRebuild` asks for follow. In a copy with f32 vertices they are summed before and after. Without one, the vertices of
// before are gone: from the first `shouldRebuild` on the tree keeps the sizes of its leaves' triangles, until all boxes are fitted.

/** What a tree keeps from its first partial refit on: some 16 bytes a triangle. Its structure never changes, so this stays right. */
interface FitPaths {
  /** The leaves around each vertex. */
  readonly leaves: VertexUsers;
  readonly parents: Int32Array;
  /** A bit a node; all 0 between two calls. */
  readonly marks: Int32Array;
  readonly touched: TouchedVertices;
}

/** A single box takes six to eight times as long as one of all, which are fitted in the order of memory (docs/decisions/06-refit.md). */
const MOST_FITTED = 1 / 8;

const pathsOfTrees = new WeakMap<Int32Array, FitPaths>();

/** Where the vertices of the next partial refit of a tree go: memory that is used again. */
export function touchedOf(tree: AabbTree): TouchedVertices {
  return pathsOf(tree).touched;
}

/**
 * Fits the boxes above the vertices of `touchedOf(tree)`, in the tree and its copy for kernels; returns how many were fitted. Null where
 * fitting all boxes takes less time than fitting those; then nothing has changed.
 */
export function fitTouched(tree: AabbTree): number | null {
  const paths = pathsOf(tree);
  const fitted = markPaths(paths, MOST_FITTED * tree.nodeCount);
  if (fitted !== null && !fitInCopy(tree, paths)) {
    const { sizes } = tree.fitCount;
    const growth = fitMarked(tree, paths.marks, sizes?.ofLeaves);
    updateCopy(tree, paths);
    tree.fitCount.sizes = growth && grownSizes(sizes, growth, sizes?.ofLeaves);
  }
  paths.marks.fill(0);
  return fitted;
}

function pathsOf(tree: AabbTree): FitPaths {
  let paths = pathsOfTrees.get(tree.links);
  if (paths === undefined) pathsOfTrees.set(tree.links, (paths = createPaths(tree)));
  return paths;
}

function createPaths({ links, corners, triangles, nodeCount, mesh }: AabbTree): FitPaths {
  const parents = new Int32Array(nodeCount).fill(-1);
  const leafOfSlot = new Uint32Array(triangles.length);
  for (let node = 0; node < nodeCount; node++) {
    const link = links[AABB_STRIDE * node + AABB_LINK];
    if (link >= 0) parents[link] = parents[link + 1] = node;
    else leafOfSlot.fill(node, ~link, ~link + links[AABB_STRIDE * node + AABB_COUNT]);
  }
  return {
    leaves: listVertexUsers(corners, mesh.vertexCount, leafOfSlot),
    parents,
    marks: new Int32Array(markWords(nodeCount)),
    touched: { list: new Uint32Array(0), count: 0 },
  };
}

/** Marks the leaves around the touched vertices and all nodes above; returns how many are marked, null if more than `most`. */
function markPaths({ leaves, parents, marks, touched }: FitPaths, most: number): number | null {
  const { starts, users } = leaves;
  const { list, count } = touched;
  let marked = 0;
  for (let k = 0; k < count; k++) {
    const v = list[k];
    for (let i = starts[v]; i < starts[v + 1]; i++) {
      let node = users[i] | 0;
      while (node >= 0 && (marks[node >> 5] & (1 << node)) === 0) {
        marks[node >> 5] |= 1 << node;
        marked++;
        node = parents[node];
      }
    }
    if (marked > most) return null;
  }
  return marked;
}

/** Fits the marked nodes in the copy, and the tree to its copy. False where there can be none, or its vertices are not f32. */
function fitInCopy(tree: AabbTree, { marks, touched }: FitPaths): boolean {
  const { positions } = tree.mesh;
  if (areKernelsUnwanted() || !isArrayOf(positions, "Float32Array")) return false;
  const hadCopy = copyOfTree(tree) !== null;
  const copy = copyOfTree(tree) ?? copyTree(tree);
  const growth = copy === null ? null : fitMarkedCopy(tree, copy, positions, marks, touched);
  if (growth === null) return false;
  // A new copy has the vertices of now, so nobody knows how large the triangles were.
  tree.fitCount.sizes = hadCopy ? grownSizes(tree.fitCount.sizes, growth) : null;
  keepFittedCopy(tree, 0);
  return true;
}

/**
 * The twin of the kernel. Returns by how much the sizes have grown, and updates those of the leaves' triangles; null where they are not
 * known.
 */
function fitMarked(
  tree: AabbTree,
  marks: Int32Array,
  ofLeaves: Float32Array | undefined,
): SummedSizes | null {
  const { nodes, links, corners, mesh, origin } = tree;
  let boxes = 0;
  let triangles = 0;
  for (let word = marks.length - 1; word >= 0; word--) {
    for (let bits = marks[word]; bits !== 0; ) {
      const bit = 31 - Math.clz32(bits);
      bits ^= 1 << bit;
      const node = 32 * word + bit;
      const at = AABB_STRIDE * node;
      const link = links[at + AABB_LINK];
      if (ofLeaves !== undefined) boxes -= boxSizeOf(tree, at);
      if (link >= 0) fitInner(nodes, at, AABB_STRIDE * link);
      else if (ofLeaves === undefined)
        boxOfCorners(mesh, origin, corners, 3 * ~link, 3 * (~link + links[at + AABB_COUNT]), nodes, at);
      else {
        const size = fitByTriangles(tree, at);
        triangles += size - ofLeaves[node];
        ofLeaves[node] = size;
      }
      if (ofLeaves !== undefined) boxes += boxSizeOf(tree, at);
    }
  }
  return ofLeaves === undefined ? null : { boxes, triangles };
}

const box = new Float32Array(6);

/** Fits a leaf to the boxes of its triangles; returns their summed size, as `summedSizes` has it. */
function fitByTriangles({ nodes, links, corners, mesh, origin }: AabbTree, at: number): number {
  const begin = ~links[at + AABB_LINK];
  let x = 0;
  let y = 0;
  let z = 0;
  for (let slot = begin; slot < begin + links[at + AABB_COUNT]; slot++) {
    boxOfCorners(mesh, origin, corners, 3 * slot, 3 * slot + 3, box, 0);
    x = Math.fround(x + Math.fround(box[3] - box[0]));
    y = Math.fround(y + Math.fround(box[4] - box[1]));
    z = Math.fround(z + Math.fround(box[5] - box[2]));
    for (let k = 0; k < 3; k++) {
      nodes[at + k] = slot === begin ? box[k] : Math.min(nodes[at + k], box[k]);
      nodes[at + 3 + k] = slot === begin ? box[3 + k] : Math.max(nodes[at + 3 + k], box[3 + k]);
    }
  }
  return sizeInSingles(x, y, z);
}

function fitInner(nodes: Float32Array, at: number, left: number): void {
  const right = left + AABB_STRIDE;
  for (let k = 0; k < 3; k++) {
    nodes[at + k] = Math.min(nodes[left + k], nodes[right + k]);
    nodes[at + 3 + k] = Math.max(nodes[left + 3 + k], nodes[right + 3 + k]);
  }
  setSize(nodes, at);
}

/** Takes over into the tree's copy, if there is one, what was fitted, and the touched vertices as `copyPositions` has them. */
function updateCopy(tree: AabbTree, { marks, touched }: FitPaths): void {
  const copy = copyOfTree(tree);
  const memory = loadedMemory();
  if (copy === null || memory === null) {
    forgetCopy(tree);
    return;
  }
  const { links, mesh, origin } = tree;
  const out = new Float32Array(memory.buffer, copy.positions, mesh.positions.length);
  for (let k = 0; k < touched.count; k++)
    for (let axis = 0, at = 3 * touched.list[k]; axis < 3; axis++, at++)
      out[at] = mesh.positions[at] - origin[axis];
  copyMarkedNodes(links, new Int32Array(memory.buffer, copy.nodes, links.length), marks);
  keepFittedCopy(tree, updateExact(copy, memory, mesh.positions, touched));
}

/** Takes the touched vertices over into the copy's f64 vertices, if it has those of the mesh; returns their address, or 0. */
function updateExact(
  { exact, exactOf }: TreeCopy,
  { buffer }: WasmMemory,
  positions: Positions,
  { list, count }: TouchedVertices,
): number {
  if (exact <= 0 || exactOf !== positions || positions.BYTES_PER_ELEMENT === 4) return 0;
  const out = new Float64Array(buffer, exact, positions.length);
  for (let k = 0; k < count; k++)
    for (let at = 3 * list[k]; at < 3 * list[k] + 3; at++) out[at] = positions[at];
  return exact;
}
