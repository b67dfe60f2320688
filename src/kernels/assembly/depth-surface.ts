// Twins: `setAabbBox` and `setTriangle` in queries/classify/posed-tree.ts, `setPlane` in geometry/overlap/triangle-triangle.ts.
import {
  BOX_BYTES, BOX_MAX, BOXES, CORNERS, MARGINS, MOVES, NODE_COUNT, NODES, ORIGIN, POSE, POSITIONS, REACH, SLOT_COUNT,
  TRIANGLE_BOUND, TRIANGLE_BYTES, TRIANGLE_NORMAL, TRIANGLES, VERTEX_BYTES,
} from "../depth-memory-map";
import { NODE_BYTES, TRIANGLE_BYTES as CORNER_NUMBERS_BYTES } from "../memory-map";

const RELATIVE_ERROR: f64 = 1.7763568394002505e-15; // 2^-49
const UNDERFLOW: f64 = 1.1830521861667747e-271; // 2^-900

/** Moves all boxes and triangles of a surface to the world. */
export function placeSurface(surface: i32): void {
  let node = load<i32>(surface, NODES);
  let box = load<i32>(surface, BOXES);
  for (const end = node + NODE_BYTES * load<i32>(surface, NODE_COUNT); node < end; node += NODE_BYTES) {
    placeBox(surface, node, box);
    box += BOX_BYTES;
  }
  let corners = load<i32>(surface, CORNERS);
  let triangle = load<i32>(surface, TRIANGLES);
  for (const end = corners + CORNER_NUMBERS_BYTES * load<i32>(surface, SLOT_COUNT); corners < end; corners += CORNER_NUMBERS_BYTES) {
    for (let k = 0; k < 3; k++) placeVertex(surface, load<u32>(corners + (k << 2)), triangle + k * VERTEX_BYTES);
    setPlane(triangle, load<f64>(surface, REACH));
    triangle += TRIANGLE_BYTES;
  }
}

function placeBox(surface: i32, node: i32, box: i32): void {
  for (let row = 0; row < 3; row++) {
    const m = surface + (row << 3);
    let centre = load<f64>(m, POSE + 96);
    let half = load<f64>(m, MARGINS);
    for (let axis = 0; axis < 3; axis++) {
      const low = f64(load<f32>(node + (axis << 2)));
      const high = f64(load<f32>(node + (axis << 2), 12));
      const entry = load<f64>(m + (axis << 5), POSE);
      centre += entry * (load<f64>(surface + (axis << 3), ORIGIN) + 0.5 * (low + high));
      half += Math.abs(entry) * 0.5 * (high - low);
    }
    store<f64>(box + (row << 3), centre - half);
    store<f64>(box + (row << 3), centre + half, BOX_MAX);
  }
}

function placeVertex(surface: i32, vertex: u32, to: i32): void {
  const from = load<i32>(surface, POSITIONS) + <i32>vertex * VERTEX_BYTES;
  const x = load<f64>(from), y = load<f64>(from, 8), z = load<f64>(from, 16);
  if (load<i32>(surface, MOVES) == 0) {
    store<f64>(to, x);
    store<f64>(to, y, 8);
    store<f64>(to, z, 16);
    return;
  }
  for (let row = 0; row < 3; row++) {
    const m = surface + (row << 3);
    store<f64>(
      to + (row << 3),
      load<f64>(m, POSE) * x + load<f64>(m, POSE + 32) * y + load<f64>(m, POSE + 64) * z + load<f64>(m, POSE + 96),
    );
  }
}

/** Completes a triangle whose corners are set. */
export function setPlane(t: i32, reach: f64): void {
  const x = load<f64>(t), y = load<f64>(t, 8), z = load<f64>(t, 16);
  const ux = load<f64>(t, 24) - x, uy = load<f64>(t, 32) - y, uz = load<f64>(t, 40) - z;
  const vx = load<f64>(t, 48) - x, vy = load<f64>(t, 56) - y, vz = load<f64>(t, 64) - z;
  store<f64>(t, uy * vz - uz * vy, TRIANGLE_NORMAL);
  store<f64>(t, uz * vx - ux * vz, TRIANGLE_NORMAL + 8);
  store<f64>(t, ux * vy - uy * vx, TRIANGLE_NORMAL + 16);
  const edges = (Math.abs(ux) + Math.abs(uy) + Math.abs(uz)) * (Math.abs(vx) + Math.abs(vy) + Math.abs(vz));
  store<f64>(t, RELATIVE_ERROR * edges * reach + UNDERFLOW, TRIANGLE_BOUND);
}
