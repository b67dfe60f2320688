// Pairs of features whose boxes are near each other, four at once, a lane each: those certainly farther apart than the thickness are
// dropped, and those certainly near are marked. The nearest points are only guessed in f32; near-bounds.ts says what is certain. Twins:
// `findEdgeEdge` and `findVertexFace` in geometry/distance/feature-distance.ts.
import { CORNER_MASK, CORNER_SHIFT, EDGE_PAIRS, IS_NEAR_SHIFT, VERTEX_FACES } from "../near-memory-map";
import { PAIR_BYTES, PAIR_SHIFT, TRIANGLE_SHIFT, VERTEX_BYTES, VERTICES } from "../self-memory-map";
import { clamped, compareWithThickness, greater, lesser, spanOf } from "./near-bounds";
import { advanceIf, writePair } from "./self-lists";
import { bitOf, choose, dot, gt, least, lt, mixHigh, mixLow, mul, splat, sub, sum } from "./vectors";

/** Keeps the pairs that may be near among the first bytes of EDGE_PAIRS; returns their bytes. */
export function cullEdges(edgeBytes: i32, triangles: i32, positions: i32): i32 {
  let kept = 0;
  for (let at = 0; at < edgeBytes; at += 4 * PAIR_BYTES) {
    const c1 = cornerAt(at, EDGE_PAIRS, 0, 0), c2 = cornerAt(at, EDGE_PAIRS, 1, 0), c3 = cornerAt(at, EDGE_PAIRS, 2, 0), c4 = cornerAt(at, EDGE_PAIRS, 3, 0);
    const d1 = cornerAt(at, EDGE_PAIRS, 0, 4), d2 = cornerAt(at, EDGE_PAIRS, 1, 4), d3 = cornerAt(at, EDGE_PAIRS, 2, 4), d4 = cornerAt(at, EDGE_PAIRS, 3, 4);
    // p: the first corners of a's edges
    let r1 = pointAt(triangles, positions, c1), r2 = pointAt(triangles, positions, c2), r3 = pointAt(triangles, positions, c3), r4 = pointAt(triangles, positions, c4);
    const px = columnX(r1, r2, r3, r4), py = columnY(r1, r2, r3, r4), pz = columnZ(r1, r2, r3, r4);
    r1 = pointAt(triangles, positions, next(c1)), r2 = pointAt(triangles, positions, next(c2)), r3 = pointAt(triangles, positions, next(c3)), r4 = pointAt(triangles, positions, next(c4));
    const ux = sub(columnX(r1, r2, r3, r4), px), uy = sub(columnY(r1, r2, r3, r4), py), uz = sub(columnZ(r1, r2, r3, r4), pz);
    r1 = pointAt(triangles, positions, d1), r2 = pointAt(triangles, positions, d2), r3 = pointAt(triangles, positions, d3), r4 = pointAt(triangles, positions, d4);
    // from p to the corners of b's edges
    const wx = sub(columnX(r1, r2, r3, r4), px), wy = sub(columnY(r1, r2, r3, r4), py), wz = sub(columnZ(r1, r2, r3, r4), pz);
    r1 = pointAt(triangles, positions, next(d1)), r2 = pointAt(triangles, positions, next(d2)), r3 = pointAt(triangles, positions, next(d3)), r4 = pointAt(triangles, positions, next(d4));
    const qx = sub(columnX(r1, r2, r3, r4), px), qy = sub(columnY(r1, r2, r3, r4), py), qz = sub(columnZ(r1, r2, r3, r4), pz);
    const vx = sub(qx, wx), vy = sub(qy, wy), vz = sub(qz, wz);
    const uu = dot(ux, uy, uz, ux, uy, uz), uv = dot(ux, uy, uz, vx, vy, vz), vv = dot(vx, vy, vz, vx, vy, vz);
    const uw = dot(ux, uy, uz, wx, wy, wz), vw = dot(vx, vy, vz, wx, wy, wz);
    const det = sub(mul(uu, vv), mul(uv, uv));
    const first = clamped(quotient(sub(mul(uw, vv), mul(uv, vw)), det));
    const t = clamped(quotient(sub(mul(uv, first), vw), vv));
    const s = clamped(quotient(f32x4.add(uw, mul(uv, t)), uu));
    // the separation, and the gap along it
    const nx = sub(f32x4.add(wx, mul(t, vx)), mul(s, ux)), ny = sub(f32x4.add(wy, mul(t, vy)), mul(s, uy)), nz = sub(f32x4.add(wz, mul(t, vz)), mul(s, uz));
    const nearest = lesser(dot(nx, ny, nz, wx, wy, wz), dot(nx, ny, nz, qx, qy, qz));
    const gap = sub(nearest, greater(dot(nx, ny, nz, ux, uy, uz), splat(0)));
    const span = greater(greater(spanOf(ux, uy, uz), spanOf(wx, wy, wz)), spanOf(qx, qy, qz));
    kept = keep(EDGE_PAIRS, kept, edgeBytes - at, compareWithThickness(nx, ny, nz, gap, span), c1, c2, c3, c4, d1, d2, d3, d4);
  }
  return kept;
}

/** Keeps the pairs that may be near among the first bytes of VERTEX_FACES; returns their bytes. */
export function cullFaces(faceBytes: i32, triangles: i32, positions: i32): i32 {
  let kept = 0;
  for (let at = 0; at < faceBytes; at += 4 * PAIR_BYTES) {
    const c1 = cornerAt(at, VERTEX_FACES, 0, 0), c2 = cornerAt(at, VERTEX_FACES, 1, 0), c3 = cornerAt(at, VERTEX_FACES, 2, 0), c4 = cornerAt(at, VERTEX_FACES, 3, 0);
    const d1 = cornerAt(at, VERTEX_FACES, 0, 4), d2 = cornerAt(at, VERTEX_FACES, 1, 4), d3 = cornerAt(at, VERTEX_FACES, 2, 4), d4 = cornerAt(at, VERTEX_FACES, 3, 4);
    // p: the vertices; a, b, c: the corners of the faces relative to p
    let r1 = pointAt(triangles, positions, c1), r2 = pointAt(triangles, positions, c2), r3 = pointAt(triangles, positions, c3), r4 = pointAt(triangles, positions, c4);
    const px = columnX(r1, r2, r3, r4), py = columnY(r1, r2, r3, r4), pz = columnZ(r1, r2, r3, r4);
    r1 = pointAt(triangles, positions, d1), r2 = pointAt(triangles, positions, d2), r3 = pointAt(triangles, positions, d3), r4 = pointAt(triangles, positions, d4);
    const ax = sub(columnX(r1, r2, r3, r4), px), ay = sub(columnY(r1, r2, r3, r4), py), az = sub(columnZ(r1, r2, r3, r4), pz);
    r1 = pointAt(triangles, positions, d1 + 1), r2 = pointAt(triangles, positions, d2 + 1), r3 = pointAt(triangles, positions, d3 + 1), r4 = pointAt(triangles, positions, d4 + 1);
    const bx = sub(columnX(r1, r2, r3, r4), px), by = sub(columnY(r1, r2, r3, r4), py), bz = sub(columnZ(r1, r2, r3, r4), pz);
    r1 = pointAt(triangles, positions, d1 + 2), r2 = pointAt(triangles, positions, d2 + 2), r3 = pointAt(triangles, positions, d3 + 2), r4 = pointAt(triangles, positions, d4 + 2);
    const cx = sub(columnX(r1, r2, r3, r4), px), cy = sub(columnY(r1, r2, r3, r4), py), cz = sub(columnZ(r1, r2, r3, r4), pz);

    // the nearest points of the edges, then the nearest of them
    const ux = sub(bx, ax), uy = sub(by, ay), uz = sub(bz, az), vx = sub(cx, ax), vy = sub(cy, ay), vz = sub(cz, az);
    const ex = sub(cx, bx), ey = sub(cy, by), ez = sub(cz, bz);
    const uu = dot(ux, uy, uz, ux, uy, uz), vv = dot(vx, vy, vz, vx, vy, vz), ee = dot(ex, ey, ez, ex, ey, ez);
    const ua = dot(ux, uy, uz, ax, ay, az), va = dot(vx, vy, vz, ax, ay, az), eb = dot(ex, ey, ez, bx, by, bz);
    const onU = clamped(quotient(f32x4.neg(ua), uu)), onV = clamped(quotient(f32x4.neg(va), vv)), onE = clamped(quotient(f32x4.neg(eb), ee));
    let nx = f32x4.add(ax, mul(onU, ux)), ny = f32x4.add(ay, mul(onU, uy)), nz = f32x4.add(az, mul(onU, uz));
    let square = dot(nx, ny, nz, nx, ny, nz);
    let x = f32x4.add(ax, mul(onV, vx)), y = f32x4.add(ay, mul(onV, vy)), z = f32x4.add(az, mul(onV, vz));
    let other = dot(x, y, z, x, y, z);
    let isNearer = lt(other, square);
    square = choose(isNearer, other, square);
    nx = choose(isNearer, x, nx), ny = choose(isNearer, y, ny), nz = choose(isNearer, z, nz);
    x = f32x4.add(bx, mul(onE, ex)), y = f32x4.add(by, mul(onE, ey)), z = f32x4.add(bz, mul(onE, ez));
    other = dot(x, y, z, x, y, z);
    isNearer = lt(other, square);
    nx = choose(isNearer, x, nx), ny = choose(isNearer, y, ny), nz = choose(isNearer, z, nz);
    // the point of the face, if the projection lies inside it
    const uv = dot(ux, uy, uz, vx, vy, vz), det = sub(mul(uu, vv), mul(uv, uv));
    const s = sub(mul(uv, va), mul(vv, ua)), t = sub(mul(uv, ua), mul(uu, va));
    const isInside = v128.and(v128.and(gt(s, splat(0)), gt(t, splat(0))), lt(f32x4.add(s, t), det));
    const f = f32x4.div(s, det), g = f32x4.div(t, det);
    nx = choose(isInside, sum(ax, mul(f, ux), mul(g, vx)), nx);
    ny = choose(isInside, sum(ay, mul(f, uy), mul(g, vy)), ny);
    nz = choose(isInside, sum(az, mul(f, uz), mul(g, vz)), nz);

    const gap = least(dot(nx, ny, nz, ax, ay, az), dot(nx, ny, nz, bx, by, bz), dot(nx, ny, nz, cx, cy, cz));
    const span = greater(greater(spanOf(ax, ay, az), spanOf(bx, by, bz)), spanOf(cx, cy, cz));
    kept = keep(VERTEX_FACES, kept, faceBytes - at, compareWithThickness(nx, ny, nz, gap, span), c1, c2, c3, c4, d1, d2, d3, d4);
  }
  return kept;
}

/** Zero if the divisor is not positive. */
@inline function quotient(a: v128, b: v128): v128 { return v128.and(f32x4.div(a, b), gt(b, splat(0))); }

/** A corner on one side, 0 or 4, of the pair in a lane. */
@inline function cornerAt(at: i32, list: i32, lane: i32, side: i32): i32 { return load<i32>(at + (list + lane * PAIR_BYTES + side)); }

@inline function next(corner: i32): i32 { return select(corner - 2, corner + 1, (corner & CORNER_MASK) == 2); }

/** x y z and another number. */
@inline function pointAt(triangles: i32, positions: i32, corner: i32): v128 {
  const triangle = triangles + ((corner >>> CORNER_SHIFT) << TRIANGLE_SHIFT);
  return v128.load(positions + load<i32>(triangle + ((corner & CORNER_MASK) << 2), VERTICES) * VERTEX_BYTES);
}

@inline function columnX(a: v128, b: v128, c: v128, d: v128): v128 { return v128.shuffle<f32>(mixLow(a, b), mixLow(c, d), 0, 1, 4, 5); }
@inline function columnY(a: v128, b: v128, c: v128, d: v128): v128 { return v128.shuffle<f32>(mixLow(a, b), mixLow(c, d), 2, 3, 6, 7); }
@inline function columnZ(a: v128, b: v128, c: v128, d: v128): v128 { return v128.shuffle<f32>(mixHigh(a, b), mixHigh(c, d), 0, 1, 4, 5); }

/**
 * Appends those of four pairs that are not far to the list, after the `kept` bytes, with the sign set if they are certainly near; returns
 * the new number of bytes. `known` comes from `compareWithThickness`.
 */
@inline function keep(
  list: i32, kept: i32, bytes: i32, known: i32, c1: i32, c2: i32, c3: i32, c4: i32, d1: i32, d2: i32, d3: i32, d4: i32,
): i32 {
  const left = ((1 << min(bytes >>> PAIR_SHIFT, 4)) - 1) & ~known;
  writePair(kept, list, c1 | (bitOf(known, 4) << IS_NEAR_SHIFT), d1);
  kept = advanceIf(bitOf(left, 0), kept);
  writePair(kept, list, c2 | (bitOf(known, 5) << IS_NEAR_SHIFT), d2);
  kept = advanceIf(bitOf(left, 1), kept);
  writePair(kept, list, c3 | (bitOf(known, 6) << IS_NEAR_SHIFT), d3);
  kept = advanceIf(bitOf(left, 2), kept);
  writePair(kept, list, c4 | (bitOf(known, 7) << IS_NEAR_SHIFT), d4);
  return advanceIf(bitOf(left, 3), kept);
}
