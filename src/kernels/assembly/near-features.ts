// Twin: `testSlots` in queries/near/test-slots.ts, up to the boxes of features. A lane is a corner of triangle i: its vertex, or the edge
// that starts there. So three vertices are compared with a box, or three edges with an edge, at once.
import {
  AXIS_GAP, CORNER_SHIFT, EDGE_CANDIDATES, EDGE_PAIRS, FACE_CANDIDATE_BYTES, FACE_CANDIDATES, MARGIN, OWNED, VERTEX_FACES,
} from "../near-memory-map";
import {
  BOX_BYTES, CANDIDATES, CORNERS_BYTES, HIGH, PAIR_BYTES, PAIR_SHIFT, TRIANGLE_BYTES, VERTEX_BYTES, VERTICES, Y, Z,
} from "../self-memory-map";
import { greater, lesser } from "./near-bounds";
import { advanceIf, triangleAt, writePair, yzx, zxy } from "./self-lists";
import { add, greatest, gt, least, lt, mixHigh, mixLow, numberAt, signs, sub } from "./vectors";

const CORNERS: i32 = 0b111;
const EDGE_BITS: i32 = 3;
const EDGES: i32 = 1 << EDGE_BITS;

/** Moves the upper bounds of boxes out by MARGIN. Twin: `widen` in queries/self/self-boxes.ts, whose bounds may be one unit less. */
export function widenBoxes(boxes: i32, count: i32): void {
  const margin = numberAt(<i32>MARGIN);
  const end = boxes + count * BOX_BYTES;
  for (let at = boxes; at < end; at += BOX_BYTES) {
    const high = v128.load(at, HIGH);
    // The larger of the two floats with this integer, plus the margin; one unit above the rounded sum is above the exact one.
    const moved = i32x4.add(ordered(add(ordered(i32x4.shl(high, 1)), margin)), i32x4.splat(2));
    v128.store(at, v128.shuffle<i32>(i32x4.shr_s(moved, 1), high, 0, 1, 2, 7), HIGH); // the link stays
  }
}

/** f32 bits as integers in the order of the floats, and back. */
@inline function ordered(bits: v128): v128 {
  return v128.xor(bits, v128.and(i32x4.shr_s(bits, 31), i32x4.splat(0x7fffffff)));
}

/** Writes the triangle in each slot: corners, vertex numbers, and the features it owns, a byte each. */
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
 * Sorts the first bytes of CANDIDATES by what they own: to EDGE_CANDIDATES if both own edges, to FACE_CANDIDATES if one owns vertices, with
 * that one first. Returns the bytes of EDGE_CANDIDATES.
 */
export function sortCandidates(candidateBytes: i32, owned: i32): i32 {
  let edgeBytes = 0;
  let faceBytes = 0;
  for (let at = 0; at < candidateBytes; at += PAIR_BYTES) {
    const slotI = load<i32>(at, CANDIDATES), slotJ = load<i32>(at, CANDIDATES + 4);
    const ownedI = i32(load<u8>(owned + slotI)), ownedJ = i32(load<u8>(owned + slotJ));
    writePair(edgeBytes, EDGE_CANDIDATES, slotI, slotJ);
    edgeBytes = advanceIf(i32(ownedI >= EDGES) & i32(ownedJ >= EDGES), edgeBytes);
    writePair(faceBytes, FACE_CANDIDATES, slotI, slotJ);
    faceBytes = advanceIf(i32((ownedI & CORNERS) != 0), faceBytes);
    writePair(faceBytes, FACE_CANDIDATES, slotJ, slotI);
    faceBytes = advanceIf(i32((ownedJ & CORNERS) != 0), faceBytes);
  }
  store<i32>(FACE_CANDIDATE_BYTES, faceBytes);
  return edgeBytes;
}

/**
 * Writes the vertices and faces of the first bytes of FACE_CANDIDATES whose boxes are near each other, and that share no vertex, to
 * VERTEX_FACES; returns their bytes.
 */
export function collectFaces(candidateBytes: i32, triangles: i32): i32 {
  let faceBytes = 0;
  const gap = numberAt(<i32>AXIS_GAP);
  for (let at = 0; at < candidateBytes; at += PAIR_BYTES) {
    const slotI = load<i32>(at, FACE_CANDIDATES), slotJ = load<i32>(at, FACE_CANDIDATES + 4);
    const i = triangleAt(triangles, slotI), j = triangleAt(triangles, slotJ);
    const verticesI = v128.load(i, VERTICES);
    const isCommon = v128.or(v128.or(sameAs(verticesI, j, 0), sameAs(verticesI, j, 4)), sameAs(verticesI, j, 8));
    const far = v128.or(v128.or(outside(v128.load(i), v128.load(j), gap), outside(v128.load(i, Y), v128.load(j, Y), gap)),
      outside(v128.load(i, Z), v128.load(j, Z), gap));
    let near = ~signs(v128.or(far, isCommon)) & load<i32>(i, OWNED) & CORNERS;
    // One is written whether it exists or not: a loop with an unpredictable end costs more than several vertices.
    const end = faceBytes + (popcnt(near) << PAIR_SHIFT);
    writePair(faceBytes, VERTEX_FACES, (slotI << CORNER_SHIFT) | ctz(near), slotJ << CORNER_SHIFT);
    for (faceBytes += PAIR_BYTES; faceBytes < end; faceBytes += PAIR_BYTES) {
      near &= near - 1;
      writePair(faceBytes, VERTEX_FACES, (slotI << CORNER_SHIFT) | ctz(near), slotJ << CORNER_SHIFT);
    }
    faceBytes = end;
  }
  // `cullFaces` reads four pairs at a time, so valid corners must follow the last one.
  v128.store(faceBytes, i32x4.splat(0), VERTEX_FACES);
  v128.store(faceBytes, i32x4.splat(0), VERTEX_FACES + 16);
  return faceBytes;
}

/** Writes the edges of the first bytes of EDGE_CANDIDATES, like `collectFaces`, to EDGE_PAIRS; returns their bytes. */
export function collectEdges(candidateBytes: i32, triangles: i32): i32 {
  let edgeBytes = 0;
  const gap = numberAt(<i32>AXIS_GAP);
  for (let at = 0; at < candidateBytes; at += PAIR_BYTES) {
    const slotI = load<i32>(at, EDGE_CANDIDATES), slotJ = load<i32>(at, EDGE_CANDIDATES + 4);
    const i = triangleAt(triangles, slotI), j = triangleAt(triangles, slotJ);
    const xI = v128.load(i), yI = v128.load(i, Y), zI = v128.load(i, Z);
    const xJ = v128.load(j), yJ = v128.load(j, Y), zJ = v128.load(j, Z);
    const edgesI = load<i32>(i, OWNED) >>> EDGE_BITS, edgesJ = load<i32>(j, OWNED) >>> EDGE_BITS;
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
    // An edge of j has two corners; one of i starts in a lane and ends in the next.
    const verticesI = v128.load(i, VERTICES);
    const same0 = sameAs(verticesI, j, 0), same1 = sameAs(verticesI, j, 4), same2 = sameAs(verticesI, j, 8);
    const common0 = v128.or(same0, same1), common1 = v128.or(same1, same2), common2 = v128.or(same2, same0);
    const near0 = ~signs(v128.or(far0, v128.or(common0, yzx(common0)))) & -(edgesJ & 1);
    const near1 = ~signs(v128.or(far1, v128.or(common1, yzx(common1)))) & -((edgesJ >>> 1) & 1);
    const near2 = ~signs(v128.or(far2, v128.or(common2, yzx(common2)))) & -(edgesJ >>> 2);
    // four bits per edge of j: one bit for each edge of i
    let near = (near0 & edgesI) | ((near1 & edgesI) << 4) | ((near2 & edgesI) << 8);
    // Three are written whether they exist or not, as in `collectFaces`.
    const end = edgeBytes + (popcnt(near) << PAIR_SHIFT);
    near = writeEdges(edgeBytes, near, slotI, slotJ);
    near = writeEdges(edgeBytes + PAIR_BYTES, near, slotI, slotJ);
    near = writeEdges(edgeBytes + 2 * PAIR_BYTES, near, slotI, slotJ);
    for (edgeBytes += 3 * PAIR_BYTES; edgeBytes < end; edgeBytes += PAIR_BYTES) near = writeEdges(edgeBytes, near, slotI, slotJ);
    edgeBytes = end;
  }
  v128.store(edgeBytes, i32x4.splat(0), EDGE_PAIRS);
  v128.store(edgeBytes, i32x4.splat(0), EDGE_PAIRS + 16);
  return edgeBytes;
}

/** Writes the edges of the lowest bit to EDGE_PAIRS; returns the other bits. */
@inline function writeEdges(at: i32, near: i32, slotI: i32, slotJ: i32): i32 {
  const bit = ctz(near);
  writePair(at, EDGE_PAIRS, (slotI << CORNER_SHIFT) | (bit & 3), (slotJ << CORNER_SHIFT) | (bit >>> 2));
  return near & (near - 1);
}

/** Ones where a coordinate of three corners is farther than the gap from all three of another triangle. */
@inline function outside(x: v128, other: v128, gap: v128): v128 {
  const next = yzx(other), last = zxy(other);
  return v128.or(gt(x, add(greatest(other, next, last), gap)), lt(x, sub(least(other, next, last), gap)));
}

@inline function apart(lowI: v128, highI: v128, lowJ: v128, highJ: v128): v128 { return v128.or(gt(lowI, highJ), gt(lowJ, highI)); }

/** Lane k: corner k of i is a corner, 0, 4 or 8, of j. */
@inline function sameAs(verticesI: v128, j: i32, corner: i32): v128 { return i32x4.eq(verticesI, v128.load_splat<i32>(j + corner, VERTICES)); }

/** One of three numbers, in all lanes. */
@inline function lane(a: v128, k: i32): v128 {
  return k == 0 ? v128.shuffle<f32>(a, a, 0, 0, 0, 0) : k == 1 ? v128.shuffle<f32>(a, a, 1, 1, 1, 1) : v128.shuffle<f32>(a, a, 2, 2, 2, 2);
}
