// Neighbours with one common corner that the planes did not separate. They are decided
// - if all other corners are certainly on a side of the other's plane: like `meetBeyondCorner` (geometry/overlap/neighbour-triangles.ts),
// by the sides of the corner after the common one, in each triangle;
// - or, in flat parts of a mesh, if a plane through the common corner certainly separates them: the one perpendicular to the line from the
// middle of j's angle to that of i's. Then they share only this corner. Any normal will do, so its own rounding does not matter, but it
// must be one normal for all four corners: w has equal bits in every lane.
//
// The bound. With η and r as in self-triangles.ts, let w be the normal, three f32 numbers that are exact by definition, and d the exact
// vector from the common corner to another one. A computed component of it is (d + e)·(1 + δ) with |e| ≤ 2η, because both corners have an
// error of η, and |δ| ≤ r. Its product with w rounds once more, and each of three products passes at most two additions. So the computed
// sum is Σ w·(d + e)·(1 + δ') with |δ'| ≤ (1 + r)^4 − 1 < 4.1r, and its error is at most
//   2η·|w|₁ + 4.1r·Σ|w·(d + e)| ≤ 2η·|w|₁ + 5r·Σ|computed product|.
// The last step divides by (1 − r)^2. The code allows 6η and 8r, each more than 1.5 times as much: the sums of the bound itself lose at
// most 5r of it. A product that underflows loses 2^-150, UNDERFLOW is more than 2^-110. The bound holds in each lane, whatever w is: for w
// = 0 the sum is 0, and nothing is certain.
import {
  CORNER_SLACK, HITS, NEIGHBOUR_ENTRY, NEIGHBOURS, UNDECIDED, UNDECIDED_BYTES, UNDERFLOW, Y, Z,
} from "../self-memory-map";
import { advanceIf, numberAt, sumOfLanes, triangleAt, writePair } from "./self-lists";
import { COMMON_I, COMMON_J, NEGATIVE_I, NEGATIVE_J, POSITIVE_I, POSITIVE_J } from "./self-planes";
import { abs, add, gt, lt, mul, neg, signs, splat, sub, sum } from "./vectors";

const ROUNDING: f32 = 1.0 / 2097152.0; // 8r

/**
 * Takes the first bytes of NEIGHBOURS: pairs that meet beyond their corner are added to HITS, after the `hits` bytes of earlier ones,
 * undecided pairs to UNDECIDED. Returns the bytes of all hits.
 */
export function testNeighbours(neighbourBytes: i32, triangles: i32, hits: i32): i32 {
  let undecided = load<i32>(UNDECIDED_BYTES);
  for (let at = 0; at < neighbourBytes; at += NEIGHBOUR_ENTRY) {
    const slotI = load<i32>(at, NEIGHBOURS), slotJ = load<i32>(at, NEIGHBOURS + 4), mask = load<i32>(at, NEIGHBOURS + 8);
    const i = triangleAt(triangles, slotI), j = triangleAt(triangles, slotJ);
    const commonI = threeBits(mask, COMMON_I), commonJ = threeBits(mask, COMMON_J);
    const isOne = i32(isOneBit(commonI)) & i32(isOneBit(commonJ));
    const isCertain = isOne & i32((threeBits(mask, POSITIVE_I) | threeBits(mask, NEGATIVE_I)) == 0b111)
      & i32((threeBits(mask, POSITIVE_J) | threeBits(mask, NEGATIVE_J)) == 0b111);
    const isHit = isCertain & (nextBit(threeBits(mask, POSITIVE_I), commonI) ^ nextBit(threeBits(mask, POSITIVE_J), commonJ));

    // From the common corner to all corners of i and j; and the plane's normal, in each lane.
    const corner = i + ((commonI >>> 1) << 2);
    const cornerX = numberAt(corner), cornerY = numberAt(corner + Y), cornerZ = numberAt(corner + Z);
    const ix = sub(v128.load(i), cornerX), iy = sub(v128.load(i, Y), cornerY), iz = sub(v128.load(i, Z), cornerZ);
    const jx = sub(v128.load(j), cornerX), jy = sub(v128.load(j, Y), cornerY), jz = sub(v128.load(j, Z), cornerZ);
    const wx = sumOfLanes(sub(ix, jx)), wy = sumOfLanes(sub(iy, jy)), wz = sumOfLanes(sub(iz, jz));
    const slack = mul(numberAt(CORNER_SLACK), sum(abs(wx), abs(wy), abs(wz)));
    let x = mul(ix, wx), y = mul(iy, wy), z = mul(iz, wz);
    const isBefore = holdsBut(gt(sum(x, y, z), boundOf(x, y, z, slack)), commonI);
    x = mul(jx, wx), y = mul(jy, wy), z = mul(jz, wz);
    const isBehind = holdsBut(lt(sum(x, y, z), neg(boundOf(x, y, z, slack))), commonJ);
    const isSeparated = isOne & i32(isBefore) & i32(isBehind);

    writePair(hits, HITS, slotI, slotJ);
    writePair(undecided, UNDECIDED, slotI, slotJ);
    hits = advanceIf(isHit, hits);
    undecided = advanceIf(i32((isCertain | isSeparated) == 0), undecided);
  }
  store<i32>(UNDECIDED_BYTES, undecided);
  return hits;
}

@inline function threeBits(mask: i32, shift: i32): i32 { return (mask >>> shift) & 0b111; }

/** Whether exactly one of three bits is set; at least one is. */
@inline function isOneBit(bits: i32): bool { return (bits & (bits - 1)) == 0; }

/** The bit of the corner after the common one, cyclically, in the lowest place. */
@inline function nextBit(bits: i32, common: i32): i32 { return (bits | (bits << 3)) >>> ((common >>> 1) + 1); }

/** The error bound of the sum of three products. */
@inline function boundOf(x: v128, y: v128, z: v128, slack: v128): v128 {
  return sum(mul(splat(ROUNDING), sum(abs(x), abs(y), abs(z))), slack, numberAt(UNDERFLOW));
}

/** Whether a comparison holds for all corners except the common one. */
@inline function holdsBut(comparison: v128, common: i32): bool { return (signs(comparison) | common | 0b1000) == 0b1111; }
