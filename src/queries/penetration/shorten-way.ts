import { lengthOf } from "../../numerics/portable-math.ts";
import { coverLine, freeFrom } from "./ball-cover.ts";
import {
  addPlane,
  type ContactPlanes,
  createContactPlanes,
  keepLastPlane,
  shortestTranslation,
} from "./contact-planes.ts";
import { isObstructed, lastExit } from "./known-pairs.ts";
import type { Motion } from "./solids-meet.ts";
import { createWalk, type Walk, walkOut } from "./walk-out.ts";
import { bisect, COARSE, FINE, GAIN, NOWHERE, narrow, TILT, takeWay, type WayOut } from "./way.ts";

// From a way out to a shorter one near it: along the planes of its last contacts, and in directions beside it.

const MAX_CONTACTS = 16;
/** Contact planes that allow less than this share of the way to be gained are not followed. */
const WORTH_A_STEP = 2 ** -11;
/** How much of the way to the suggested translation is gone: less where the contact is curved. */
const STEPS = [1 - TILT, 0.5, 0.25];

/** Where they touch again at the end of the way, the planes of contact suggest a shorter one. */
export function followContacts(motion: Motion, way: WayOut, walk: Walk): void {
  const planes = createContactPlanes();
  for (let i = 0; i < MAX_CONTACTS; i++) {
    if (walk.triangleA < 0 && !finish(motion, way, walk)) return;
    addPlane(planes, walk.normal, way.travel * dot(walk.normal, way.direction));
    if (!stepAside(motion, way, planes, walk)) return;
  }
}

/** Looks for a shorter way at, or towards, the shortest translation that all planes allow. */
function stepAside(motion: Motion, way: WayOut, planes: ContactPlanes, walk: Walk): boolean {
  const direction = new Float64Array(3);
  for (const step of STEPS) {
    if (!allowsShorter(planes, way)) {
      // Planes of earlier contacts may not hold here.
      keepLastPlane(planes);
      if (!allowsShorter(planes, way)) return false;
    }
    for (let k = 0; k < 3; k++)
      direction[k] = step * planes.shortest[k] + (1 - step) * way.travel * way.direction[k];
    const length = lengthOf(direction);
    if (!(length < (1 - GAIN) * way.travel)) return false;
    for (let k = 0; k < 3; k++) direction[k] /= length;
    if (tryFrom(motion, direction, length, way, walk)) return true;
  }
  return false;
}

function allowsShorter(planes: ContactPlanes, { travel }: WayOut): boolean {
  return shortestTranslation(planes) && lengthOf(planes.shortest) < (1 - WORTH_A_STEP) * travel;
}

/** How far the best direction is turned, in radians, to look for a better one beside it; in how many directions; and with how many walks. */
const ANGLES = [0.08, 0.04];
const SIDES = 6;
const MOST_WALKS = 4;
/** A way of at most this many times the least is left as it is. */
const CLOSE = 1.055;
/** A way beside the best one must promise to be shorter by this share. */
const WORTH_A_TURN = 2 ** -8;

/** Facets leave hollows beside the best way, which its contacts do not show. Known triangles rule out most directions without a walk. */
export function lookBeside(motion: Motion, way: WayOut): void {
  const walk = createWalk();
  const turned = new Float64Array(3);
  const line = { base: NOWHERE, direction: turned };
  let walks = 0;
  for (const angle of ANGLES)
    for (let side = 0; side < SIDES; side++) {
      const most = (1 - WORTH_A_TURN) * way.travel;
      if (most <= CLOSE * way.least) return;
      setBeside(way.direction, angle, side, turned);
      if (isObstructed(way.known, line, most)) continue;
      if (walks++ === MOST_WALKS) return;
      if (!tryFrom(motion, turned, most, way, walk)) continue;
      followContacts(motion, way, walk);
      side = -1;
    }
}

/** A unit vector at an angle to another one, given by its tangent; there is one on each of SIDES sides. */
function setBeside(direction: Float64Array, tangent: number, side: number, out: Float64Array): void {
  // two vectors across: the axis least parallel, made perpendicular, and the product with it
  const [x, y, z] = direction;
  const size = [Math.abs(x), Math.abs(y), Math.abs(z)];
  const axis = size[0] <= size[1] && size[0] <= size[2] ? 0 : size[1] <= size[2] ? 1 : 2;
  const u = [0, 1, 2].map((k) => (k === axis ? 1 : 0) - direction[axis] * direction[k]);
  const length = lengthOf(u);
  for (let k = 0; k < 3; k++) u[k] /= length;
  const v = [y * u[2] - z * u[1], z * u[0] - x * u[2], x * u[1] - y * u[0]];
  for (let k = 0; k < 3; k++) out[k] = direction[k] + tangent * (COSINES[side] * u[k] + SINES[side] * v[k]);
  const turned = lengthOf(out);
  for (let k = 0; k < 3; k++) out[k] /= turned;
}

/** Of multiples of 60°: written out, because engines round trigonometric functions differently. */
const HALF_ROOT_3 = 0.8660254037844386;
const COSINES = [1, 0.5, -0.5, -1, -0.5, 0.5];
const SINES = [0, HALF_ROOT_3, HALF_ROOT_3, 0, -HALF_ROOT_3, -HALF_ROOT_3];

/** Looks for a shorter way along `direction`, of which about `length` should be enough. */
export function tryFrom(
  motion: Motion,
  direction: Float64Array,
  length: number,
  way: WayOut,
  walk: Walk,
): boolean {
  const most = way.travel * (1 - GAIN);
  const line = { base: NOWHERE, direction };
  coverLine(way.cover, direction);
  let from = freeFrom(way.cover, Math.max(length, way.least));
  if (!(from < most)) return false;
  if (length > 0)
    from = freeFrom(
      way.cover,
      Math.max(way.least, Math.min(from, lastExit(way.known, line, from) - way.floor)),
    );
  if (!walkOut(motion, way.known, line, from, most, way.floor, walk)) return false;
  if (walk.triangleA < 0) narrow(motion, direction, 0, walk.travel, way);
  else takeWay(way, direction, walk.travel, walk.tooShort, walk.triangleA, walk.triangleB);
  return true;
}

/** Finds where the way becomes free, to rounding, and what stands there; false if that is not a pair of triangles. */
function finish(motion: Motion, way: WayOut, walk: Walk): boolean {
  coverLine(way.cover, way.direction);
  way.tooShort = Math.max(way.tooShort, way.least, Math.min(freeFrom(way.cover, way.tooShort), way.travel));
  for (let again = 0; again < 2; again++) {
    const most = way.travel * (1 + FINE) + 8 * way.floor;
    const line = { base: NOWHERE, direction: way.direction };
    if (walkOut(motion, way.known, line, way.tooShort, most, way.floor, walk) && walk.triangleA >= 0) {
      const travel = Math.min(way.travel, walk.travel);
      takeWay(way, way.direction, travel, Math.min(travel, walk.tooShort), walk.triangleA, walk.triangleB);
      return true;
    }
    bisect(motion, way, again === 0 ? COARSE : FINE);
  }
  return false;
}

function dot(u: Float64Array, v: Float64Array): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}
