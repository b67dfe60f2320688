// Rules out candidates that are certainly not pairs, because one triangle has all its corners strictly on one side of the other's plane,
// not counting common corners. Then both share nothing but these corners: none, one or two.
//
// A lane is a corner: three distances from a plane are computed at once, and vertex numbers are compared to find common corners. So
// candidates need not be sorted by common corners first. The results become two masks of four times four bits, a bit for each corner; the
// fourth of each four belongs to no corner.
import {
  CANDIDATES, NEIGHBOUR_BYTES, NEIGHBOUR_ENTRY, NEIGHBOURS, NORMAL, PAIR_BYTES, SIZE, NON_NEIGHBOURS, TRIANGLE_TESTS, VERTICES, Y, Z,
} from "../self-memory-map";
import { addTo, advanceIf, numberAt, triangleAt, writePair, yzx, zxy } from "./self-lists";
import { add, gt, lt, mul, neg, sub, sum } from "./vectors";

const NO_CORNERS: i32 = 0b1000_1000_1000_1000;
const FIRST_OF_FOUR: i32 = 0b0001_0001_0001_0001;

// The offsets of j's and i's corners in the mask of a neighbour: the corners certainly on the positive, and on the negative side of the
// other's plane, common corners on both; and after SECOND_MASK the common ones.
export const POSITIVE_J: i32 = 0;
export const NEGATIVE_J: i32 = 4;
export const POSITIVE_I: i32 = 8;
export const NEGATIVE_I: i32 = 12;
export const COMMON_J: i32 = 16;
export const COMMON_I: i32 = 24;
const SECOND_MASK: i32 = 16;
const ALL_OF_I: i32 = 0b111 << (COMMON_I - SECOND_MASK);

/**
 * Tests the first bytes of CANDIDATES, except those with `fewestExcluded` or more common corners. What remains goes to NON_NEIGHBOURS and
 * NEIGHBOURS; returns the bytes of NON_NEIGHBOURS.
 */
export function testPlanes(candidateBytes: i32, triangles: i32, fewestExcluded: i32): i32 {
  let nonNeighbours = 0;
  let neighbours = 0;
  let tests = 0;
  for (let at = 0; at < candidateBytes; at += PAIR_BYTES) {
    const slotI = load<i32>(at, CANDIDATES), slotJ = load<i32>(at, CANDIDATES + 4);
    const i = triangleAt(triangles, slotI), j = triangleAt(triangles, slotJ);

    // Corner k of i against the corners k, k + 1 and k + 2 of j.
    const verticesI = v128.load(i, VERTICES), verticesJ = v128.load(j, VERTICES);
    const same = i32x4.eq(verticesI, verticesJ), next = i32x4.eq(verticesI, yzx(verticesJ)), last = i32x4.eq(verticesI, zxy(verticesJ));
    const isCommonI = v128.or(v128.or(same, next), last), isCommonJ = v128.or(same, v128.or(zxy(next), yzx(last)));
    const common = maskOf(isCommonJ, isCommonJ, isCommonI, isCommonI);

    const span = add(numberAt(i + SIZE), numberAt(j + SIZE)), minusSpan = neg(span);
    const sideJ = sidesOf(i, j), sideI = sidesOf(j, i);
    const sides = maskOf(gt(sideJ, span), lt(sideJ, minusSpan), gt(sideI, span), lt(sideI, minusSpan)) | common | NO_CORNERS;
    // Nonzero if one of the four times four bits are all ones.
    const twos = sides & (sides >>> 1);
    const isApart = twos & (twos >>> 2) & FIRST_OF_FOUR;

    const commonOfI = common & ALL_OF_I;
    const counts = i32(popcnt(commonOfI) < fewestExcluded);
    tests += counts;
    // With three common corners, none is left to be on a side.
    const isLeft = counts & (i32(isApart == 0) | i32(commonOfI == ALL_OF_I));
    const isNonNeighbour = isLeft & i32(commonOfI == 0);
    writePair(nonNeighbours, NON_NEIGHBOURS, slotI, slotJ);
    writePair(neighbours, NEIGHBOURS, slotI, slotJ);
    store<i32>(neighbours, sides | (common << SECOND_MASK), NEIGHBOURS + 8);
    nonNeighbours = advanceIf(isNonNeighbour, nonNeighbours);
    neighbours += (isLeft ^ isNonNeighbour) * NEIGHBOUR_ENTRY;
  }
  // `testCrossings` reads four pairs at a time, so valid slots must follow the last one.
  v128.store(nonNeighbours, i32x4.splat(0), NON_NEIGHBOURS);
  v128.store(nonNeighbours, i32x4.splat(0), NON_NEIGHBOURS + 16);
  store<i32>(NEIGHBOUR_BYTES, neighbours);
  addTo(TRIANGLE_TESTS, tests);
  return nonNeighbours;
}

/** The distances of a triangle's corners from a plane, in units of their error bound. */
@inline function sidesOf(plane: i32, triangle: i32): v128 {
  return sum(productOn(0, plane, triangle), productOn(Y, plane, triangle), productOn(Z, plane, triangle));
}

/** On one axis, the product of the plane's normal and the vectors from corner 0 of the plane to the triangle's corners. */
@inline function productOn(axis: i32, plane: i32, triangle: i32): v128 {
  return mul(numberAt(plane + axis + NORMAL), sub(v128.load(triangle + axis), numberAt(plane + axis)));
}

/** Four times four lanes of ones or zeros as 16 bits. */
@inline function maskOf(a: v128, b: v128, c: v128, d: v128): i32 {
  return i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(a, b), i16x8.narrow_i32x4_s(c, d)));
}
