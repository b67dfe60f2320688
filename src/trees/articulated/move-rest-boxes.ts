import { completeFrame } from "../../geometry/orthonormal-frame.ts";
import { OBB_AXES as AXES, OBB_HALF as HALF, OBB_STRIDE as STRIDE } from "../layout.ts";
import type { ArticulatedBody } from "./articulated-body.ts";
import { INFLATION, LEAST_HALF } from "./enclose-boxes.ts";

/** A pose that keeps the axes of a box orthonormal within this counts as rigid; see enclose-boxes.ts. */
const RIGID = 2 ** -47;
const inflate = INFLATION;
const leastHalf = LEAST_HALF;

const edges = new Float64Array(16);
const frame = new Float64Array(16);

/**
 * Moves the links' rest boxes to world space, as the boxes of the leaves. A rigid pose rotates the box; a pose that scales
 * or shears turns it into a parallelepiped, which gets a box along its first two edges.
 */
export function moveRestBoxes(body: ArticulatedBody): void {
  const { restBoxes, boxes, linkToWorld, hierarchy } = body;
  const { links, leafCount } = hierarchy;
  for (let leaf = 0; leaf < leafCount; leaf++)
    moveRestBox(restBoxes, STRIDE * leaf, linkToWorld, 16 * links[leaf], boxes);
}

function moveRestBox(
  rest: Float64Array,
  at: number,
  poses: Float64Array,
  m: number,
  out: Float64Array,
): void {
  // biome-ignore format: rows of the pose
  const xx = poses[m], xy = poses[m + 4], xz = poses[m + 8], xt = poses[m + 12],
    yx = poses[m + 1], yy = poses[m + 5], yz = poses[m + 9], yt = poses[m + 13],
    zx = poses[m + 2], zy = poses[m + 6], zz = poses[m + 10], zt = poses[m + 14];
  const cx = rest[at];
  const cy = rest[at + 1];
  const cz = rest[at + 2];
  out[at] = xx * cx + xy * cy + xz * cz + xt;
  out[at + 1] = yx * cx + yy * cy + yz * cz + yt;
  out[at + 2] = zx * cx + zy * cy + zz * cz + zt;
  const size =
    (Math.abs(xx) + Math.abs(yx) + Math.abs(zx)) * Math.abs(cx) +
    (Math.abs(xy) + Math.abs(yy) + Math.abs(zy)) * Math.abs(cy) +
    (Math.abs(xz) + Math.abs(yz) + Math.abs(zz)) * Math.abs(cz) +
    Math.abs(xt) +
    Math.abs(yt) +
    Math.abs(zt);

  // The box's axes, moved: r0, r1, r2 in the link, e0, e1, e2 in the world.
  // biome-ignore format: vectors read in rows
  const r0x = rest[at + AXES], r0y = rest[at + AXES + 1], r0z = rest[at + AXES + 2],
    r1x = rest[at + AXES + 3], r1y = rest[at + AXES + 4], r1z = rest[at + AXES + 5],
    r2x = rest[at + AXES + 6], r2y = rest[at + AXES + 7], r2z = rest[at + AXES + 8],
    e0x = xx * r0x + xy * r0y + xz * r0z, e0y = yx * r0x + yy * r0y + yz * r0z, e0z = zx * r0x + zy * r0y + zz * r0z,
    e1x = xx * r1x + xy * r1y + xz * r1z, e1y = yx * r1x + yy * r1y + yz * r1z, e1z = zx * r1x + zy * r1y + zz * r1z,
    e2x = xx * r2x + xy * r2y + xz * r2z, e2y = yx * r2x + yy * r2y + yz * r2z, e2z = zx * r2x + zy * r2y + zz * r2z;
  out[at + AXES] = e0x;
  out[at + AXES + 1] = e0y;
  out[at + AXES + 2] = e0z;
  out[at + AXES + 3] = e1x;
  out[at + AXES + 4] = e1y;
  out[at + AXES + 5] = e1z;
  out[at + AXES + 6] = e2x;
  out[at + AXES + 7] = e2y;
  out[at + AXES + 8] = e2z;
  const h0 = rest[at + HALF];
  const h1 = rest[at + HALF + 1];
  const h2 = rest[at + HALF + 2];
  const isRigid =
    Math.abs(e0x * e0x + e0y * e0y + e0z * e0z - 1) < RIGID &&
    Math.abs(e1x * e1x + e1y * e1y + e1z * e1z - 1) < RIGID &&
    Math.abs(e2x * e2x + e2y * e2y + e2z * e2z - 1) < RIGID &&
    Math.abs(e0x * e1x + e0y * e1y + e0z * e1z) < RIGID &&
    Math.abs(e0x * e2x + e0y * e2y + e0z * e2z) < RIGID &&
    Math.abs(e1x * e2x + e1y * e2y + e1z * e2z) < RIGID;
  if (isRigid) {
    const inflation = inflate * (size + h0 + h1 + h2) + leastHalf;
    out[at + HALF] = h0 + inflation;
    out[at + HALF + 1] = h1 + inflation;
    out[at + HALF + 2] = h2 + inflation;
  } else boxAlongEdges(rest, at, size, out);
}

/** Replaces the moved axes by an orthonormal frame, and the half extents by the parallelepiped's extents along it. */
function boxAlongEdges(rest: Float64Array, at: number, size: number, out: Float64Array): void {
  for (let k = 0; k < 9; k++) edges[k] = frame[k] = out[at + AXES + k];
  completeFrame(frame);
  let total = size;
  for (let axis = 0; axis < 3; axis++) {
    let half = 0;
    for (let edge = 0; edge < 3; edge++)
      half +=
        rest[at + HALF + edge] *
        Math.abs(
          frame[3 * axis] * edges[3 * edge] +
            frame[3 * axis + 1] * edges[3 * edge + 1] +
            frame[3 * axis + 2] * edges[3 * edge + 2],
        );
    out[at + HALF + axis] = half;
    total += half;
  }
  for (let k = 0; k < 9; k++) out[at + AXES + k] = frame[k];
  for (let axis = 0; axis < 3; axis++) out[at + HALF + axis] += inflate * total + leastHalf;
}
