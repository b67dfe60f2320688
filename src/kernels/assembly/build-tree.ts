// buildAabbTree with the surface area rule (trees/build-aabb.ts): measure, build, then fit, for which the caller chooses the origin of the boxes.
import {
  CORNERS, HIGH, HIGHEST, IS_F64, LOW, LOWEST, NODE_BYTES, NODES, ORIGIN, POSITIONS, SLOT_CORNERS, SUMS, SUMS_BYTES,
  TREE_NODES, TRIANGLE_COUNT, VERTEX_COUNT,
} from "../memory-map";
import { fitNodes } from "./fit-boxes";
import { growTree, plantTree } from "./grow-tree";
import { quantiseAll } from "./quantised-records";
import { checkDoubles, checkSingles, roundDoubles } from "./round-vertices";
import { alignSharedEdges, fillCorners } from "./shared-edges";

/** Finds the box of all vertices. Returns 0 if a coordinate is not finite or too large, otherwise 1. */
export function measureVertices(): bool {
  if (load<i32>(IS_F64)) {
    if (!checkDoubles(load<usize>(POSITIONS), positionsEnd<f64>())) return false;
    measureDoubles();
  } else {
    if (!checkSingles(load<usize>(POSITIONS), positionsEnd<f32>())) return false;
    measureSingles();
  }
  return true;
}

/**
 * Goes on with the tree, without boxes, until it has spent the budget: a triangle on each level costs 1. Returns what is left, above 0 once
 * the tree is complete.
 */
export function buildTree(budget: i32): i32 {
  if (!load<i32>(TREE_NODES)) {
    quantiseAll();
    plantTree();
  }
  const left = growTree(budget);
  if (left > 0) {
    fillCorners();
    const nodes = load<usize>(NODES);
    alignSharedEdges(nodes, nodes + NODE_BYTES * load<i32>(TREE_NODES));
  }
  return left;
}

/** Fits the boxes of the tree to the vertices, which may differ from those it was built with. */
export function fitTree(): void {
  const nodes = load<usize>(NODES);
  if (load<i32>(IS_F64))
    roundDoubles(load<usize>(POSITIONS), positionsEnd<f64>(), load<usize>(LOW), load<usize>(HIGH), ORIGIN);
  memory.fill(SUMS, 0, SUMS_BYTES);
  fitNodes(nodes, nodes + NODE_BYTES * load<i32>(TREE_NODES), nodes, load<usize>(SLOT_CORNERS), load<usize>(LOW), load<usize>(HIGH), SUMS);
}

/** The corners of a triangle soup: vertex 0, 1, 2, and so on. */
export function numberCorners(): void {
  const corners = load<usize>(CORNERS);
  const count = 3 * load<i32>(TRIANGLE_COUNT);
  for (let i = 0; i < count; i++) store<i32>(corners + (i << 2), i);
}

@inline function positionsEnd<T>(): usize {
  return load<usize>(POSITIONS) + 3 * sizeof<T>() * load<usize>(VERTEX_COUNT);
}

function measureSingles(): void {
  let lowest = f32x4.splat(Infinity), highest = f32x4.splat(-Infinity);
  const end = positionsEnd<f32>();
  for (let at = load<usize>(POSITIONS); at < end; at += 12) {
    const vertex = v128.load(at); // x y z and the next x
    lowest = f32x4.pmin(lowest, vertex);
    highest = f32x4.pmax(highest, vertex);
  }
  v128.store(LOWEST, f64x2.promote_low_f32x4(lowest));
  store<f64>(LOWEST, <f64>f32x4.extract_lane(lowest, 2), 16);
  v128.store(HIGHEST, f64x2.promote_low_f32x4(highest));
  store<f64>(HIGHEST, <f64>f32x4.extract_lane(highest, 2), 16);
}

function measureDoubles(): void {
  let lowestXY = f64x2.splat(Infinity), highestXY = f64x2.splat(-Infinity);
  let lowestZ = lowestXY, highestZ = highestXY; // and the next x
  const end = positionsEnd<f64>();
  for (let at = load<usize>(POSITIONS); at < end; at += 24) {
    const xy = v128.load(at), z = v128.load(at, 16);
    lowestXY = f64x2.pmin(lowestXY, xy);
    highestXY = f64x2.pmax(highestXY, xy);
    lowestZ = f64x2.pmin(lowestZ, z);
    highestZ = f64x2.pmax(highestZ, z);
  }
  v128.store(LOWEST, lowestXY);
  store<f64>(LOWEST, f64x2.extract_lane(lowestZ, 0), 16);
  v128.store(HIGHEST, highestXY);
  store<f64>(HIGHEST, f64x2.extract_lane(highestZ, 0), 16);
}
