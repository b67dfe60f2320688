import type * as Layout from "./layout.ts";
import { type AabbTree, boxSize } from "./layout.ts";
import { greater, lesser, type OrderedVertices, ordered } from "./ordered-vertices.ts";

// Copies, checked by the compiler: V8 does not fold constants of other modules, and loops over them take a fifth
// longer (docs/decisions).
const AABB_STRIDE = 8 satisfies typeof Layout.AABB_STRIDE;
const AABB_MIN = 0 satisfies typeof Layout.AABB_MIN;
const AABB_MAX = 3 satisfies typeof Layout.AABB_MAX;
const AABB_LINK = 6 satisfies typeof Layout.AABB_LINK;
const AABB_COUNT = 7 satisfies typeof Layout.AABB_COUNT;
const AABB_SIZE = 7 satisfies typeof Layout.AABB_SIZE;

/**
 * Writes every node's box and size, children first: they come after their parents, so one walk backwards through
 * the nodes suffices (van den Bergen, section 4).
 */
export function fitBoxes(tree: AabbTree, { low, high }: OrderedVertices): void {
  const { nodes, links, corners } = tree;
  const isSingle = low === high;
  for (let at = AABB_STRIDE * (tree.nodeCount - 1); at >= 0; at -= AABB_STRIDE) {
    const link = links[at + AABB_LINK]!;
    if (link >= 0) {
      // Written out: as a function of its own it is not inlined, and the whole walk takes a quarter longer.
      const left = AABB_STRIDE * link;
      const right = left + AABB_STRIDE;
      links[at] = ordered(lesser(ordered(links[left]!), ordered(links[right]!)));
      links[at + 1] = ordered(lesser(ordered(links[left + 1]!), ordered(links[right + 1]!)));
      links[at + 2] = ordered(lesser(ordered(links[left + 2]!), ordered(links[right + 2]!)));
      links[at + 3] = ordered(greater(ordered(links[left + 3]!), ordered(links[right + 3]!)));
      links[at + 4] = ordered(greater(ordered(links[left + 4]!), ordered(links[right + 4]!)));
      links[at + 5] = ordered(greater(ordered(links[left + 5]!), ordered(links[right + 5]!)));
      setSize(nodes, at);
    } else if (isSingle && links[at + AABB_COUNT] === 2) fitTwo(links, at, corners, 3 * ~link, low);
    else fitCorners(links, at, corners, 3 * ~link, 3 * (~link + links[at + AABB_COUNT]!), low, high);
  }
}

/** Writes the inner nodes' sizes where the boxes are known already. */
export function fillSizes({ nodes, links }: AabbTree): void {
  for (let at = 0; at < nodes.length; at += AABB_STRIDE) if (links[at + AABB_LINK]! >= 0) setSize(nodes, at);
}

function setSize(nodes: Float32Array, at: number): void {
  nodes[at + AABB_SIZE] = boxSize(
    nodes[at + AABB_MAX]! - nodes[at + AABB_MIN]!,
    nodes[at + AABB_MAX + 1]! - nodes[at + AABB_MIN + 1]!,
    nodes[at + AABB_MAX + 2]! - nodes[at + AABB_MIN + 2]!,
  );
}

/** Writes the bits of the box around the corners begin … end − 1, at least three, to `out` from `at` on. */
function fitCorners(
  out: Int32Array,
  at: number,
  corners: Uint32Array,
  begin: number,
  end: number,
  low: Int32Array,
  high: Int32Array,
): void {
  const v = 3 * corners[begin]!;
  let minX = low[v]!;
  let minY = low[v + 1]!;
  let minZ = low[v + 2]!;
  let maxX = high[v]!;
  let maxY = high[v + 1]!;
  let maxZ = high[v + 2]!;
  for (let c = begin + 1; c < end; c++) {
    const w = 3 * corners[c]!;
    minX = lesser(minX, low[w]!);
    minY = lesser(minY, low[w + 1]!);
    minZ = lesser(minZ, low[w + 2]!);
    maxX = greater(maxX, high[w]!);
    maxY = greater(maxY, high[w + 1]!);
    maxZ = greater(maxZ, high[w + 2]!);
  }
  out[at] = ordered(minX);
  out[at + 1] = ordered(minY);
  out[at + 2] = ordered(minZ);
  out[at + 3] = ordered(maxX);
  out[at + 4] = ordered(maxY);
  out[at + 5] = ordered(maxZ);
}

/** The same for two triangles of an f32 mesh, the leaf that nearly all leaves are: one comparison sorts a pair. */
function fitTwo(out: Int32Array, at: number, corners: Uint32Array, c: number, vertices: Int32Array): void {
  const v0 = 3 * corners[c]!;
  const v1 = 3 * corners[c + 1]!;
  const v2 = 3 * corners[c + 2]!;
  const v3 = 3 * corners[c + 3]!;
  const v4 = 3 * corners[c + 4]!;
  const v5 = 3 * corners[c + 5]!;
  const firstX0 = vertices[v0]!;
  const secondX0 = vertices[v1]!;
  const swapX0 = (firstX0 ^ secondX0) & -(secondX0 < firstX0);
  const firstX1 = vertices[v2]!;
  const secondX1 = vertices[v3]!;
  const swapX1 = (firstX1 ^ secondX1) & -(secondX1 < firstX1);
  const firstX2 = vertices[v4]!;
  const secondX2 = vertices[v5]!;
  const swapX2 = (firstX2 ^ secondX2) & -(secondX2 < firstX2);
  out[at + 0] = ordered(lesser(lesser(firstX0 ^ swapX0, firstX1 ^ swapX1), firstX2 ^ swapX2));
  out[at + 3] = ordered(greater(greater(secondX0 ^ swapX0, secondX1 ^ swapX1), secondX2 ^ swapX2));
  const firstY0 = vertices[v0 + 1]!;
  const secondY0 = vertices[v1 + 1]!;
  const swapY0 = (firstY0 ^ secondY0) & -(secondY0 < firstY0);
  const firstY1 = vertices[v2 + 1]!;
  const secondY1 = vertices[v3 + 1]!;
  const swapY1 = (firstY1 ^ secondY1) & -(secondY1 < firstY1);
  const firstY2 = vertices[v4 + 1]!;
  const secondY2 = vertices[v5 + 1]!;
  const swapY2 = (firstY2 ^ secondY2) & -(secondY2 < firstY2);
  out[at + 1] = ordered(lesser(lesser(firstY0 ^ swapY0, firstY1 ^ swapY1), firstY2 ^ swapY2));
  out[at + 4] = ordered(greater(greater(secondY0 ^ swapY0, secondY1 ^ swapY1), secondY2 ^ swapY2));
  const firstZ0 = vertices[v0 + 2]!;
  const secondZ0 = vertices[v1 + 2]!;
  const swapZ0 = (firstZ0 ^ secondZ0) & -(secondZ0 < firstZ0);
  const firstZ1 = vertices[v2 + 2]!;
  const secondZ1 = vertices[v3 + 2]!;
  const swapZ1 = (firstZ1 ^ secondZ1) & -(secondZ1 < firstZ1);
  const firstZ2 = vertices[v4 + 2]!;
  const secondZ2 = vertices[v5 + 2]!;
  const swapZ2 = (firstZ2 ^ secondZ2) & -(secondZ2 < firstZ2);
  out[at + 2] = ordered(lesser(lesser(firstZ0 ^ swapZ0, firstZ1 ^ swapZ1), firstZ2 ^ swapZ2));
  out[at + 5] = ordered(greater(greater(secondZ0 ^ swapZ0, secondZ1 ^ swapZ1), secondZ2 ^ swapZ2));
}
