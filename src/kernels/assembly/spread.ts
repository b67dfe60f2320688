// Twin: spreadOf in trees/should-rebuild.ts. Sums are in f64, in the twin's order.
import { NODE_BYTES, NODE_LINK, NODE_SIZE, POSITIONS, SLOT_CORNERS, TRIANGLE_BYTES, TRIANGLE_COUNT } from "../memory-map";

/** How far the boxes spread: their summed size over that of the triangles' own boxes. */
export function spreadOf<T>(nodes: usize, end: usize): f64 {
  const boxes = summedSize(nodes, end);
  const perimeters = summedPerimeters<T>();
  // Boxes of points have a size by rounding alone, or none.
  return perimeters > 0 ? (2 * boxes) / perimeters : boxes > 0 ? Infinity : 0;
}

function summedSize(nodes: usize, end: usize): f64 {
  let boxes: f64 = 0;
  for (let at = nodes; at < end; at += NODE_BYTES) {
    if (load<i32>(at, NODE_LINK) >= 0) boxes += <f64>load<f32>(at, NODE_SIZE);
    else boxes += extent(at, 0) + extent(at, 4) + extent(at, 8);
  }
  return boxes;
}

@inline function extent(node: usize, axis: usize): f64 {
  return <f64>load<f32>(node + axis, 12) - <f64>load<f32>(node + axis);
}

/** In the L1 norm, so that half of a triangle's perimeter is the size of its box. */
function summedPerimeters<T>(): f64 {
  let perimeters: f64 = 0;
  let corner = load<usize>(SLOT_CORNERS);
  const end = corner + load<usize>(TRIANGLE_COUNT) * TRIANGLE_BYTES;
  for (; corner < end; corner += TRIANGLE_BYTES) {
    const u = vertex<T>(load<usize>(corner)), v = vertex<T>(load<usize>(corner, 4)), w = vertex<T>(load<usize>(corner, 8));
    perimeters += perimeterAlong<T>(u, v, w, 0);
    perimeters += perimeterAlong<T>(u, v, w, sizeof<T>());
    perimeters += perimeterAlong<T>(u, v, w, 2 * sizeof<T>());
  }
  return perimeters;
}

@inline function vertex<T>(index: usize): usize { return load<usize>(POSITIONS) + 3 * sizeof<T>() * index; }

@inline function perimeterAlong<T>(u: usize, v: usize, w: usize, axis: usize): f64 {
  const x = <f64>load<T>(u + axis), y = <f64>load<T>(v + axis), z = <f64>load<T>(w + axis);
  return abs(x - y) + abs(y - z) + abs(z - x);
}
