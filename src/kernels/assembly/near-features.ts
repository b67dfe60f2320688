// Twin: `testSlots` in queries/near/test-slots.ts, up to the boxes of features. A lane is a corner of triangle i: its vertex, or the edge that
// begins there. So three vertices are compared with a box, or three edges with an edge, at once.
import {
  AXIS_GAP, CORNER_SHIFT, EDGE_PAIRS, MARGIN, OWNED, VERTEX_FACE_BYTES, VERTEX_FACES,
} from "../near-memory-map";
import {
  BOX_BYTES, CANDIDATES, CORNERS_BYTES, HIGH, PAIR_BYTES, TRIANGLE_BYTES, VERTEX_BYTES, VERTICES, Y, Z,
} from "../self-memory-map";
import { greater, lesser } from "./near-bounds";
import { triangleAt, writePair, yzx, zxy } from "./self-lists";
import { add, greatest, gt, least, lt, mixHigh, mixLow, numberAt, signs, sub } from "./vectors";

const CORNERS: i32 = 0b111;
const EDGE_BITS: i32 = 3;

/** Moves the upper bounds of boxes out by MARGIN. Twin: `widen` in queries/self/self-boxes.ts, whose bounds may be a unit less. */
export function widenBoxes(boxes: i32, count: i32): void {
  const margin = numberAt(<i32>MARGIN);
  const end = boxes + count * BOX_BYTES;
  for (let at = boxes; at < end; at += BOX_BYTES) {
    const high = v128.load(at, HIGH);
    // The larger of the two floats with this integer, plus the margin; one unit more than the rounded sum is above the exact one.
    const moved = i32x4.add(ordered(add(ordered(i32x4.shl(high, 1)), margin)), i32x4.splat(2));
    v128.store(at, v128.shuffle<i32>(i32x4.shr_s(moved, 1), high, 0, 1, 2, 7), HIGH); // the link stays
  }
}

/** f32 bits as integers in the order of the floats, and back. */
@inline function ordered(bits: v128): v128 {
  return v128.xor(bits, v128.and(i32x4.shr_s(bits, 31), i32x4.splat(0x7fffffff)));
}

/** Writes the triangle in each slot: corners, vertex numbers, and what it owns, a byte each. */
export function makeNearTriangles(triangles: i32, count: i32, corners: i32, positions: i32, owned: i32): void {
  for (let slot = 0; slot < count; slot++, corners += CORNERS_BYTES, triangles += TRIANGLE_BYTES) {
    const vertex0 = load<i32>(corners), vertex1 = load<i32>(corners, 4), vertex2 = load<i32>(corners, 8);
    store<i32>(triangles, vertex0, VERTICES);
    store<i32>(triangles, vertex1, VERTICES + 4);
    store<i32>(triangles, vertex2, VERTICES + 8);
    store<i32>(triangles, i32(load<u8>(owned + slot)), OWNED);
    const p0 = v128.load(positions + vertex0 * VERTEX_BYTES);
    const p1 = v128.load(positions + vertex1 * VERTEX_BYTES);
    const p2 = v128.load(positions + vertex2 * VERTEX_BYTES);
    const xy01 = mixLow(p0, p1), xy2 = mixLow(p2, p2);
    v128.store(triangles, v128.shuffle<f32>(xy01, xy2, 0, 1, 4, 5));
    v128.store(triangles, v128.shuffle<f32>(xy01, xy2, 2, 3, 6, 7), Y);
    v128.store(triangles, v128.shuffle<f32>(mixHigh(p0, p1), mixHigh(p2, p2), 0, 1, 4, 5), Z);
  }
}

/**
 * Writes the pairs of features of the first bytes of CANDIDATES whose boxes are near each other, and that have no common vertex, to
 * EDGE_PAIRS and VERTEX_FACES; returns the bytes of EDGE_PAIRS.
 */
export function collectFeatures(candidateBytes: i32, triangles: i32): i32 {
  let edgeBytes = 0;
  let faceBytes = 0;
  const gap = numberAt(<i32>AXIS_GAP);
  for (let at = 0; at < candidateBytes; at += PAIR_BYTES) {
    const slotI = load<i32>(at, CANDIDATES), slotJ = load<i32>(at, CANDIDATES + 4);
    const i = triangleAt(triangles, slotI), j = triangleAt(triangles, slotJ);
    const xI = v128.load(i), yI = v128.load(i, Y), zI = v128.load(i, Z);
    const xJ = v128.load(j), yJ = v128.load(j, Y), zJ = v128.load(j, Z);
    const ownedI = load<i32>(i, OWNED), ownedJ = load<i32>(j, OWNED);
    const verticesI = v128.load(i, VERTICES);
    // Lane k: corner k of i is corner 0, 1 or 2 of j.
    const same0 = i32x4.eq(verticesI, i32x4.splat(load<i32>(j, VERTICES)));
    const same1 = i32x4.eq(verticesI, i32x4.splat(load<i32>(j, VERTICES + 4)));
    const same2 = i32x4.eq(verticesI, i32x4.splat(load<i32>(j, VERTICES + 8)));

    // vertices of i against the box of j, and the other way round
    const farI = v128.or(v128.or(outside(xI, xJ, gap), outside(yI, yJ, gap)), outside(zI, zJ, gap));
    const farJ = v128.or(v128.or(outside(xJ, xI, gap), outside(yJ, yI, gap)), outside(zJ, zI, gap));
    const commonI = v128.or(v128.or(same0, same1), same2);
    const commonJ = anyOf(same0) | (anyOf(same1) << 1) | (anyOf(same2) << 2);
    let nearI = ~signs(v128.or(farI, commonI)) & ownedI & CORNERS;
    let nearJ = ~(signs(farJ) | commonJ) & ownedJ & CORNERS;
    while (nearI != 0) {
      writePair(faceBytes, VERTEX_FACES, (slotI << CORNER_SHIFT) | ctz(nearI), slotJ << CORNER_SHIFT);
      faceBytes += PAIR_BYTES;
      nearI &= nearI - 1;
    }
    while (nearJ != 0) {
      writePair(faceBytes, VERTEX_FACES, (slotJ << CORNER_SHIFT) | ctz(nearJ), slotI << CORNER_SHIFT);
      faceBytes += PAIR_BYTES;
      nearJ &= nearJ - 1;
    }

    const edgesI = ownedI >>> EDGE_BITS, edgesJ = ownedJ >>> EDGE_BITS;
    if (i32(edgesI == 0) | i32(edgesJ == 0)) continue;
    // the boxes of i's edges, widened, and those of j's
    const x1I = yzx(xI), y1I = yzx(yI), z1I = yzx(zI), x1J = yzx(xJ), y1J = yzx(yJ), z1J = yzx(zJ);
    const lowXI = sub(lesser(xI, x1I), gap), lowYI = sub(lesser(yI, y1I), gap), lowZI = sub(lesser(zI, z1I), gap);
    const highXI = add(greater(xI, x1I), gap), highYI = add(greater(yI, y1I), gap), highZI = add(greater(zI, z1I), gap);
    const lowXJ = lesser(xJ, x1J), lowYJ = lesser(yJ, y1J), lowZJ = lesser(zJ, z1J);
    const highXJ = greater(xJ, x1J), highYJ = greater(yJ, y1J), highZJ = greater(zJ, z1J);
    const far0 = v128.or(
      v128.or(apart(lowXI, highXI, lane(lowXJ, 0), lane(highXJ, 0)), apart(lowYI, highYI, lane(lowYJ, 0), lane(highYJ, 0))),
      apart(lowZI, highZI, lane(lowZJ, 0), lane(highZJ, 0)),
    );
    const far1 = v128.or(
      v128.or(apart(lowXI, highXI, lane(lowXJ, 1), lane(highXJ, 1)), apart(lowYI, highYI, lane(lowYJ, 1), lane(highYJ, 1))),
      apart(lowZI, highZI, lane(lowZJ, 1), lane(highZJ, 1)),
    );
    const far2 = v128.or(
      v128.or(apart(lowXI, highXI, lane(lowXJ, 2), lane(highXJ, 2)), apart(lowYI, highYI, lane(lowYJ, 2), lane(highYJ, 2))),
      apart(lowZI, highZI, lane(lowZJ, 2), lane(highZJ, 2)),
    );
    // An edge of j has two corners; one of i begins in a lane and ends in the next.
    const common0 = v128.or(same0, same1), common1 = v128.or(same1, same2), common2 = v128.or(same2, same0);
    const near0 = ~signs(v128.or(far0, v128.or(common0, yzx(common0)))) & -(edgesJ & 1);
    const near1 = ~signs(v128.or(far1, v128.or(common1, yzx(common1)))) & -((edgesJ >>> 1) & 1);
    const near2 = ~signs(v128.or(far2, v128.or(common2, yzx(common2)))) & -(edgesJ >>> 2);
    // four bits an edge of j: a bit for each edge of i
    let near = (near0 & edgesI) | ((near1 & edgesI) << 4) | ((near2 & edgesI) << 8);
    while (near != 0) {
      const bit = ctz(near);
      writePair(edgeBytes, EDGE_PAIRS, (slotI << CORNER_SHIFT) | (bit & 3), (slotJ << CORNER_SHIFT) | (bit >>> 2));
      edgeBytes += PAIR_BYTES;
      near &= near - 1;
    }
  }
  // `cullEdges` and `cullFaces` read four pairs at a time, so corners that exist must follow the last one.
  v128.store(edgeBytes, i32x4.splat(0), EDGE_PAIRS);
  v128.store(edgeBytes, i32x4.splat(0), EDGE_PAIRS + 16);
  v128.store(faceBytes, i32x4.splat(0), VERTEX_FACES);
  v128.store(faceBytes, i32x4.splat(0), VERTEX_FACES + 16);
  store<i32>(VERTEX_FACE_BYTES, faceBytes);
  return edgeBytes;
}

/** Ones where a coordinate of three corners is farther than the gap from all three of another triangle. */
@inline function outside(x: v128, other: v128, gap: v128): v128 {
  const next = yzx(other), last = zxy(other);
  return v128.or(gt(x, add(greatest(other, next, last), gap)), lt(x, sub(least(other, next, last), gap)));
}

@inline function apart(lowI: v128, highI: v128, lowJ: v128, highJ: v128): v128 { return v128.or(gt(lowI, highJ), gt(lowJ, highI)); }

/** Whether one of three lanes is all ones. */
@inline function anyOf(lanes: v128): i32 { return i32((signs(lanes) & CORNERS) != 0); }

/** A number of three, in all lanes. */
@inline function lane(a: v128, k: i32): v128 {
  return k == 0 ? v128.shuffle<f32>(a, a, 0, 0, 0, 0) : k == 1 ? v128.shuffle<f32>(a, a, 1, 1, 1, 1) : v128.shuffle<f32>(a, a, 2, 2, 2, 2);
}
