// Twin: queries/distance/supports.ts. The support of a node is how far it extends along the direction between the nearest points so far: by
// its triangles if all leaves are at most two levels below it, otherwise by its box. A support is kept until the direction changes or
// another node needs its place.
import {
  GENERATION, LAST_SUPPORT, SIDE_CORNERS, SIDE_DIRECTION, SIDE_NODES, SIDE_OFFSET, SIDE_POSITIONS, SIDE_SUPPORTS,
  SUPPORT_BYTES, SUPPORT_NODE, SUPPORT_VALUE,
} from "../distance-memory-map";
import { NODE_BYTES, NODE_COUNT, NODE_LINK, NODE_SHIFT } from "../memory-map";
import { CORNERS_BYTES, VERTEX_BYTES } from "../pair-memory-map";
import { add, lane0, lane1, lane2, mixHigh, mixLow, mul, splat } from "./vectors";

/** The highest coordinates of a box: maxX maxY maxZ and one number more. */
const NODE_MAX = 12;

/** The support of the node at `node`, computed if it is not known. */
@inline export function supportOf(side: i32, supports: i32, node: i32): f32 {
  let entry = placeOf(supports, node);
  if (!isKnown(entry, node)) entry = setSupport(side, node);
  return load<f32>(entry, SUPPORT_VALUE);
}

/** `supportOf` for a node low in the tree: the compiler does not inline a function into its own callees. */
function supportOfLow(side: i32, supports: i32, node: i32): f32 {
  let entry = placeOf(supports, node);
  if (!isKnown(entry, node)) entry = setSupport(side, node);
  return load<f32>(entry, SUPPORT_VALUE);
}

@inline function isKnown(entry: i32, node: i32): bool {
  return ((load<i32>(entry) ^ load<i32>(GENERATION)) | (load<i32>(entry, SUPPORT_NODE) ^ node)) == 0;
}

@inline function placeOf(supports: i32, node: i32): i32 {
  return supports + ((node >>> NODE_SHIFT) & LAST_SUPPORT) * SUPPORT_BYTES;
}

/** Computes the support of the node at `node`; returns the address where it is kept. */
function setSupport(side: i32, node: i32): i32 {
  const link = load<i32>(node, NODE_LINK);
  let support: f32 = 0;
  if (link < 0) {
    support = leafSupport(side, ~link, load<i32>(node, NODE_COUNT));
  } else {
    const first = childOf(side, link);
    const second = first + NODE_BYTES;
    if (isLow(side, first) & isLow(side, second)) {
      const supports = load<i32>(side, SIDE_SUPPORTS);
      support = max<f32>(supportOfLow(side, supports, first), supportOfLow(side, supports, second));
    } else {
      support = boxSupport(side, node);
    }
  }
  const entry = placeOf(load<i32>(side, SIDE_SUPPORTS), node);
  store<i32>(entry, load<i32>(GENERATION));
  store<i32>(entry, node, SUPPORT_NODE);
  store<f32>(entry, support, SUPPORT_VALUE);
  return entry;
}

/** The address of an inner node's first child. */
@inline function childOf(side: i32, link: i32): i32 {
  return load<i32>(side, SIDE_NODES) + (link << NODE_SHIFT);
}

/** Whether the node is a leaf, or has two leaves for children. */
@inline function isLow(side: i32, node: i32): i32 {
  const link = load<i32>(node, NODE_LINK);
  if (link < 0) return 1;
  const first = childOf(side, link);
  return i32((load<i32>(first, NODE_LINK) & load<i32>(first, NODE_BYTES + NODE_LINK)) < 0);
}

@inline function leafSupport(side: i32, slot: i32, count: i32): f32 {
  const direction = v128.load(side, SIDE_DIRECTION);
  const positions = load<i32>(side, SIDE_POSITIONS);
  let corners = load<i32>(side, SIDE_CORNERS) + slot * CORNERS_BYTES;
  const end = corners + count * CORNERS_BYTES;
  let farthest = splat(-Infinity);
  do {
    // The products of each corner. Lanes 0 to 2 become the three corners; what follows a vertex in memory is never added.
    const one = mul(direction, vertexAt(positions, load<i32>(corners)));
    const two = mul(direction, vertexAt(positions, load<i32>(corners, 4)));
    const three = mul(direction, vertexAt(positions, load<i32>(corners, 8)));
    const low = mixLow(one, two);
    const x = v128.shuffle<f32>(low, three, 0, 1, 4, 4), y = v128.shuffle<f32>(low, three, 2, 3, 5, 5);
    const z = v128.shuffle<f32>(mixHigh(one, two), three, 0, 1, 6, 6);
    farthest = f32x4.pmax(farthest, add(add(x, y), z));
    corners += CORNERS_BYTES;
  } while (corners < end);
  return max<f32>(max<f32>(lane0(farthest), lane1(farthest)), lane2(farthest)) + load<f32>(side, SIDE_OFFSET);
}

@inline function vertexAt(positions: i32, vertex: i32): v128 { return v128.load(positions + vertex * VERTEX_BYTES); }

@inline function boxSupport(side: i32, node: i32): f32 {
  const direction = v128.load(side, SIDE_DIRECTION);
  const far = f32x4.pmax(mul(direction, v128.load(node)), mul(direction, v128.load(node, NODE_MAX)));
  return lane0(far) + lane1(far) + lane2(far) + load<f32>(side, SIDE_OFFSET);
}
