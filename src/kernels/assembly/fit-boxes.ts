// Twin: fitBoxesPlainly in trees/fit-boxes.ts. Vertices are f32 numbers without −0 (round-vertices.ts).
import { NODE_BYTES, NODE_COUNT, NODE_LINK, NODE_SECOND, NODE_SHIFT, NODE_SIZE, TRIANGLE_BYTES, VERTEX_BYTES } from "../memory-map";

/** Fits the nodes at nodes … end, the last one first, because children come after their parents. */
export function fitNodes(nodes: usize, end: usize, corners: usize, low: usize, high: usize): void {
  for (let at = end; at > nodes; ) {
    at -= NODE_BYTES;
    const link = load<i32>(at, NODE_LINK);
    if (link >= 0) fitInner(at, nodes + (link << NODE_SHIFT));
    else fitLeaf(at, corners + TRIANGLE_BYTES * ~link, low, high);
  }
}

/** Fits the nodes that are marked by a bit each, in `words` words, the last one first. Twin: fitMarked in trees/fit-touched.ts. */
export function fitMarked(marks: usize, words: i32, nodes: usize, corners: usize, low: usize, high: usize): void {
  for (let word = words - 1; word >= 0; word--) {
    let bits = load<u32>(marks + (word << 2));
    while (bits != 0) {
      const bit = 31 - clz(bits);
      bits ^= 1 << bit;
      const at = nodes + (((word << 5) | bit) << NODE_SHIFT);
      const link = load<i32>(at, NODE_LINK);
      if (link >= 0) fitInner(at, nodes + (link << NODE_SHIFT));
      else fitLeaf(at, corners + TRIANGLE_BYTES * ~link, low, high);
    }
  }
}

// One instruction of the processor each, where the minimum and maximum that treat NaN take several. Bounds are never NaN.
@inline function least(a: v128, b: v128): v128 { return f32x4.pmin(a, b); }
@inline function greatest(a: v128, b: v128): v128 { return f32x4.pmax(a, b); }

// A node is written and read as two vectors: a processor waits for a load that spans two fresh stores.

@inline function fitInner(at: usize, children: usize): void {
  const left = v128.load(children), right = v128.load(children, NODE_BYTES);
  const first = v128.shuffle<f32>(least(left, right), greatest(left, right), 0, 1, 2, 7);
  const second = greatest(v128.load(children, NODE_SECOND), v128.load(children, NODE_BYTES + NODE_SECOND));
  v128.store(at, first);
  v128.store(at, v128.shuffle<f32>(second, v128.load(at, NODE_SECOND), 0, 1, 6, 7), NODE_SECOND);
  const x = extent(f32x4.extract_lane(first, 3), f32x4.extract_lane(first, 0));
  const y = extent(f32x4.extract_lane(second, 0), f32x4.extract_lane(first, 1));
  const z = extent(f32x4.extract_lane(second, 1), f32x4.extract_lane(first, 2));
  store<f32>(at, <f32>(x + y + z), NODE_SIZE); // boxSize: in f64, rounded once
}

@inline function extent(max: f32, min: f32): f64 { return <f64>max - <f64>min; }

@inline function fitLeaf(at: usize, corner: usize, low: usize, high: usize): void {
  const end = corner + load<usize>(at, NODE_COUNT) * TRIANGLE_BYTES;
  let min = leastCorners(corner, low);
  let max = greatestCorners(corner, high);
  for (corner += TRIANGLE_BYTES; corner < end; corner += TRIANGLE_BYTES) {
    min = least(min, leastCorners(corner, low));
    max = greatest(max, greatestCorners(corner, high));
  }
  v128.store(at, v128.shuffle<f32>(min, max, 0, 1, 2, 4));
  v128.store(at, v128.shuffle<f32>(max, v128.load(at, NODE_SECOND), 1, 2, 6, 7), NODE_SECOND);
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
