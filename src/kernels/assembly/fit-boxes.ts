// Twin: fitBoxesPlainly in trees/fit-boxes.ts. Vertices are f32 numbers without −0 (round-vertices.ts).
import {
  INNER, LARGER, NODE_BYTES, NODE_COUNT, NODE_LINK, NODE_SECOND, NODE_SHIFT, NODE_SIZE, SEPARATE, SHARED, SINGLE, TRIANGLE_BYTES,
  VERTEX_BYTES,
} from "../memory-map";

/**
 * Fits the nodes at begin … end, the last one first, because children come after their parents. Adds the summed sizes of boxes and of
 * triangles, 2 × f64 for each kind of node, to `sums`.
 */
export function fitNodes(
  begin: usize, end: usize, nodes: usize, corners: usize, low: usize, high: usize, sums: usize,
): void {
  for (let at = end; at > begin; ) {
    at -= NODE_BYTES;
    addTo(sums + 16 * kindOf(at, corners), fitNode(at, nodes, corners, low, high));
  }
}

@inline function addTo(sum: usize, sizes: v128): void { v128.store(sum, f64x2.add(v128.load(sum), sizes)); }

/** The kind of a node. Twin: kindOfLeaf in trees/spread.ts. */
@inline export function kindOf(at: usize, corners: usize): i32 {
  const link = load<i32>(at, NODE_LINK);
  if (link >= 0) return INNER;
  const count = load<i32>(at, NODE_COUNT);
  if (count == 1) return SINGLE;
  if (count != 2) return LARGER;
  return hasSharedEdge(corners + TRIANGLE_BYTES * ~link) ? SHARED : SEPARATE;
}

/** Whether the triangle at an address and the next one end with a common edge. Twin: hasSharedEdge in trees/shared-edges.ts. */
@inline function hasSharedEdge(triangle: usize): bool {
  const start = load<u32>(triangle, 4), end = load<u32>(triangle, 8);
  const otherStart = load<u32>(triangle, 16), otherEnd = load<u32>(triangle, 20);
  return (start == otherEnd && end == otherStart) || (start == otherStart && end == otherEnd);
}

/**
 * Fits the marked nodes, one bit each in `words` 32-bit words, from the last to the first, to f32 vertices. Sums are those of the marked
 * nodes. Twin: fitMarked in trees/fit-touched.ts.
 */
export function fitMarked(marks: usize, words: i32, nodes: usize, corners: usize, vertices: usize, sums: usize): void {
  let sizes = f64x2.splat(0);
  for (let word = words - 1; word >= 0; word--) {
    for (let bits = load<u32>(marks + (word << 2)); bits != 0; bits = withoutFirst(bits)) {
      const at = nodes + (((word << 5) | (31 - clz(bits))) << NODE_SHIFT);
      sizes = f64x2.add(sizes, fitNode(at, nodes, corners, vertices, vertices));
    }
  }
  v128.store(sums, sizes);
}

/** The sums of the marked nodes before they are fitted. */
export function sumMarked(marks: usize, words: i32, nodes: usize, corners: usize, vertices: usize, sums: usize): void {
  let sizes = f64x2.splat(0);
  for (let word = words - 1; word >= 0; word--) {
    for (let bits = load<u32>(marks + (word << 2)); bits != 0; bits = withoutFirst(bits)) {
      const at = nodes + (((word << 5) | (31 - clz(bits))) << NODE_SHIFT);
      sizes = f64x2.add(sizes, sizesOf(at, corners, vertices));
    }
  }
  v128.store(sums, sizes);
}

/** Clears the highest bit that is set. */
@inline function withoutFirst(bits: u32): u32 { return bits ^ (0x80000000 >>> clz(bits)); }

/** Fits a node. Returns its size and, for a leaf, the summed sizes of its triangles' own boxes: twin of sizes in trees/spread.ts. */
@inline function fitNode(at: usize, nodes: usize, corners: usize, low: usize, high: usize): v128 {
  const link = load<i32>(at, NODE_LINK);
  return link >= 0 ? fitInner(at, nodes + (link << NODE_SHIFT)) : fitLeaf(at, corners + TRIANGLE_BYTES * ~link, low, high);
}

/** What `fitNode` would return for a node already fitted to f32 vertices. */
@inline function sizesOf(at: usize, corners: usize, vertices: usize): v128 {
  const link = load<i32>(at, NODE_LINK);
  if (link >= 0) return sizeAlone(<f64>load<f32>(at, NODE_SIZE));
  const first = v128.load(at);
  const max = maxOf(first, v128.load(at, NODE_SECOND));
  let corner = corners + TRIANGLE_BYTES * ~link;
  const end = corner + load<usize>(at, NODE_COUNT) * TRIANGLE_BYTES;
  let triangles = f32x4.splat(0);
  for (; corner < end; corner += TRIANGLE_BYTES)
    triangles = f32x4.add(triangles, f32x4.sub(greatestCorners(corner, vertices), leastCorners(corner, vertices)));
  return sizesOfTwo(f32x4.sub(max, first), triangles);
}

@inline function sizeAlone(size: f64): v128 { return f64x2.replace_lane(f64x2.splat(0), 0, size); }

/** x + y + z of two vectors. */
@inline export function sizesOfTwo(a: v128, b: v128): v128 {
  const xy = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
  const size = f32x4.add(f32x4.add(xy, v128.shuffle<f32>(xy, xy, 2, 3, 2, 3)), v128.shuffle<f32>(a, b, 2, 6, 3, 7));
  return f64x2.promote_low_f32x4(size);
}

// Lanes that nobody reads are chosen so that V8 makes one instruction of a shuffle: 3 4 5 6 is one, 3 4 5 5 would be three.

// One instruction of the processor each, where the minimum and maximum that treat NaN take several. Bounds are never NaN.
@inline export function least(a: v128, b: v128): v128 { return f32x4.pmin(a, b); }
@inline export function greatest(a: v128, b: v128): v128 { return f32x4.pmax(a, b); }

// A box is written and read as a vector and a half: a load that spans two recent stores stalls the processor. Links and counts stay where they
// are, so that fitting a node does not wait for its old bytes: 0.88 of the time where the nodes are not in a cache.

@inline function fitInner(at: usize, children: usize): v128 { return sizeAlone(sizeOfInner(at, children)); }

/** Fits an inner node and returns its size: boxSize in trees/layout.ts, in f64 and rounded once. */
@inline export function sizeOfInner(at: usize, children: usize): f64 {
  const first = firstOfInner(children), second = secondOfInner(children);
  storeInner(at, first, second);
  const max = maxOf(first, second);
  const xy = f64x2.sub(f64x2.promote_low_f32x4(max), f64x2.promote_low_f32x4(first));
  const z = f64x2.promote_low_f32x4(v128.shuffle<f32>(first, max, 2, 6, 3, 7));
  const size = <f32>(f64x2.extract_lane(xy, 0) + f64x2.extract_lane(xy, 1) + (f64x2.extract_lane(z, 1) - f64x2.extract_lane(z, 0)));
  store<f32>(at, size, NODE_SIZE);
  return <f64>size;
}

/**
 * Fits an inner node and another one, which may be its parent, and returns both sizes. Half of the conversions between f32 and f64 serve both:
 * 0.97 of the time of a fit.
 */
@inline export function sizesOfTwoInner(at0: usize, children0: usize, at1: usize, children1: usize): v128 {
  const first0 = firstOfInner(children0), second0 = secondOfInner(children0);
  storeInner(at0, first0, second0);
  const first1 = firstOfInner(children1), second1 = secondOfInner(children1);
  storeInner(at1, first1, second1);
  const max0 = maxOf(first0, second0), max1 = maxOf(first1, second1);
  const xy0 = f64x2.sub(f64x2.promote_low_f32x4(max0), f64x2.promote_low_f32x4(first0));
  const xy1 = f64x2.sub(f64x2.promote_low_f32x4(max1), f64x2.promote_low_f32x4(first1));
  const z = f64x2.sub(
    f64x2.promote_low_f32x4(v128.shuffle<f32>(max0, max1, 2, 6, 3, 7)),
    f64x2.promote_low_f32x4(v128.shuffle<f32>(first0, first1, 2, 6, 3, 7)),
  );
  const xPlusY = f64x2.add(v128.shuffle<f64>(xy0, xy1, 0, 2), v128.shuffle<f64>(xy0, xy1, 1, 3));
  const sizes = f32x4.demote_f64x2_zero(f64x2.add(xPlusY, z));
  v128.store32_lane(at0, sizes, 0, NODE_SIZE);
  v128.store32_lane(at1, sizes, 1, NODE_SIZE);
  return f64x2.promote_low_f32x4(sizes);
}

@inline function firstOfInner(children: usize): v128 {
  const left = v128.load(children), right = v128.load(children, NODE_BYTES);
  return v128.shuffle<f32>(least(left, right), greatest(left, right), 0, 1, 2, 7);
}

@inline function secondOfInner(children: usize): v128 {
  return greatest(v128.load64_splat(children, NODE_SECOND), v128.load64_splat(children, NODE_BYTES + NODE_SECOND));
}

@inline function storeInner(at: usize, first: v128, second: v128): void {
  v128.store(at, first);
  v128.store64_lane(at, second, 0, NODE_SECOND);
}

/** maxX maxY maxZ and one more number. */
@inline function maxOf(first: v128, second: v128): v128 { return v128.shuffle<f32>(first, second, 3, 4, 5, 6); }

@inline function fitLeaf(at: usize, corner: usize, low: usize, high: usize): v128 {
  const end = corner + load<usize>(at, NODE_COUNT) * TRIANGLE_BYTES;
  let min = leastCorners(corner, low);
  let max = greatestCorners(corner, high);
  let triangles = f32x4.sub(max, min);
  for (corner += TRIANGLE_BYTES; corner < end; corner += TRIANGLE_BYTES) {
    const nextMin = leastCorners(corner, low), nextMax = greatestCorners(corner, high);
    triangles = f32x4.add(triangles, f32x4.sub(nextMax, nextMin));
    min = least(min, nextMin);
    max = greatest(max, nextMax);
  }
  storeLeaf(at, min, max);
  return sizesOfTwo(f32x4.sub(max, min), triangles);
}

@inline export function storeLeaf(at: usize, min: v128, max: v128): void {
  const turned = v128.shuffle<f32>(max, max, 1, 2, 3, 0);
  v128.store(at, v128.shuffle<f32>(min, turned, 0, 1, 2, 7));
  v128.store64_lane(at, turned, 0, NODE_SECOND);
}

@inline function leastCorners(corner: usize, low: usize): v128 {
  return least(least(vertex(corner, low, 0), vertex(corner, low, 4)), vertex(corner, low, 8));
}

@inline function greatestCorners(corner: usize, high: usize): v128 {
  return greatest(greatest(vertex(corner, high, 0), vertex(corner, high, 4)), vertex(corner, high, 8));
}

@inline function vertex(corner: usize, vertices: usize, offset: usize): v128 {
  return v128.load(vertices + load<usize>(corner + offset) * VERTEX_BYTES);
}
