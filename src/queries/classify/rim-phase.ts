import { movePoint } from "../../geometry/affine.ts";
import type { SurfaceTopology } from "../../mesh/surface-topology.ts";
import { type MeshRim, rimOf } from "./mesh-rim.ts";
import type { PosedTree } from "./posed-tree.ts";
import { windingByRim } from "./winding-by-rim.ts";

// Whether an open surface winds around a point: whether its winding number is nearer to another integer than to 0.
//
// Strips from all edges of the rim along −x to infinity close the surface, and the ray along +x that counts crossings meets none of the
// strips. So the winding number is the crossings plus the strips' solid angles over 4π. Half of such an angle is the argument of a complex
// number: with u and v from the point to the ends of the edge, and stereographic projection from +x,
//
//   αβ + u_y v_y + u_z v_z + i (u_z v_y − u_y v_z)        α = |u| − u_x,  β = |v| − v_x
//
// (van Oosterom and Strackee 1983, with the third corner at infinity). The argument of the product of all these numbers is the sum of the
// half angles up to whole turns, and these are counted while the product is formed: no angle is ever computed, no sign taken by an exact
// predicate.

/** A number below this fraction of its terms has lost too many bits: the point is too close to an edge of the rim. */
const ILL = 2 ** -12;
/** For a number with negative real part, an imaginary part below this fraction: the ray passes too close to the edge. */
const AHEAD = 2 ** -20;
/** Bounds the relative error of one factor: 16 roundings of 2^-53, over ILL. */
const ERROR = 2 ** -36;
/** Squares of shorter arms lose bits to underflow. */
const SHORT_SQUARE = 2 ** -600;
const LEAST_SIZE = 2 ** -900;
/** After this many factors the product, still at least 2^-64, is rescaled to a magnitude of about 1. */
const FACTORS = 128;

// α y z of each vertex of the rim, as seen from the point; reused
const SEEN = 3;
let kept = new Float64Array(64);
const arm = new Float64Array(16);

/** Whether the winding number of the surface is at least one half in magnitude. `crossings`: the signed crossings of the point's ray. */
export function windsAround(
  posed: PosedTree,
  topology: SurfaceTopology,
  point: Float64Array,
  crossings: number,
): boolean {
  const rim = rimOf(topology, posed.tree.mesh);
  const winding = crossings + turnsOfRim(posed, rim, point);
  if (Number.isNaN(winding)) return Math.abs(windingByRim(posed, topology, point, crossings)) >= 0.5;
  posed.triangleTests += rim.from.length;
  return winding !== 0;
}

/**
 * The integer nearest to the rim strips' contribution to the winding number. NaN if rounding could decide: the point or the ray is close to
 * the rim, or the contribution is nearly halfway between two integers.
 */
export function turnsOfRim(posed: PosedTree, rim: MeshRim, point: Float64Array): number {
  const { from, to, uses } = rim;
  const seen = seeVertices(posed, rim, point);
  if (seen === null) return Number.NaN;
  let real = 1;
  let imaginary = 0;
  let turns = 0;
  let factors = 0;
  for (let e = 0; e < from.length; e++) {
    const u = SEEN * from[e];
    const v = SEEN * to[e];
    const near = seen[u] * seen[v];
    const uy = seen[u + 1];
    const uz = seen[u + 2];
    const vy = seen[v + 1];
    const vz = seen[v + 2];
    let re = near + uy * vy + uz * vz;
    let im = uz * vy - uy * vz;
    const size = Math.abs(re) + Math.abs(im);
    const terms = near + (Math.abs(uy) + Math.abs(uz)) * (Math.abs(vy) + Math.abs(vz));
    if (!(size >= LEAST_SIZE && size >= ILL * terms)) return Number.NaN;
    if (re <= 0 && Math.abs(im) < AHEAD * size) return Number.NaN;
    // Now the factor's magnitude is between 2^-1/2 and 1, so the next factor need not wait for a division of the product.
    re /= size;
    im /= size;
    for (let use = uses[e]; use > 0; use--) {
      const nextReal = real * re - imaginary * im;
      const nextImaginary = real * im + imaginary * re;
      const wasAbove = imaginary >= 0;
      // The product crossed the real axis. It passed ±π if it was above and turned counterclockwise, or below and turned clockwise.
      if (wasAbove !== nextImaginary >= 0) {
        if (wasAbove && im >= 0) turns++;
        // A negative product of two arguments below π/2 may underflow to zero.
        else if (!wasAbove && im < 0 && !(real > 0 && re > 0)) turns--;
      }
      real = nextReal;
      imaginary = nextImaginary;
      if (++factors % FACTORS === 0) {
        const scale = 1 / (Math.abs(real) + Math.abs(imaginary));
        real *= scale;
        imaginary *= scale;
      }
    }
  }
  const isHalfway = real < 0 && Math.abs(imaginary) < ERROR * factors * Math.abs(real);
  return isHalfway ? Number.NaN : turns;
}

/** α, y and z of each vertex of the rim; null if one is so close to the point that bits are lost. Valid until the next call. */
function seeVertices(
  { tree, toWorld, moves }: PosedTree,
  { vertices }: MeshRim,
  point: Float64Array,
): Float64Array | null {
  const { positions } = tree.mesh;
  if (kept.length < SEEN * vertices.length) kept = new Float64Array(2 * SEEN * vertices.length);
  const seen = kept;
  for (let k = 0, at = 0; k < vertices.length; k++, at += SEEN) {
    const v = 3 * vertices[k];
    if (moves) movePoint(toWorld, positions[v], positions[v + 1], positions[v + 2], arm, 0);
    const x = (moves ? arm[0] : positions[v]) - point[0];
    const y = (moves ? arm[1] : positions[v + 1]) - point[1];
    const z = (moves ? arm[2] : positions[v + 2]) - point[2];
    const across = y * y + z * z;
    const square = x * x + across;
    if (!(square >= SHORT_SQUARE)) return null;
    const length = Math.sqrt(square);
    seen[at] = x > 0 ? across / (length + x) : length - x;
    seen[at + 1] = y;
    seen[at + 2] = z;
  }
  return seen;
}
