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
import {
  bisect,
  COARSE,
  FINE,
  GAIN,
  NOWHERE,
  type Separation,
  setBisected,
  setSeparation,
  TILT,
} from "./separation.ts";
import type { Motion } from "./solids-meet.ts";
import { createWalk, type Walk, walkOut } from "./walk-out.ts";

// From a separation to a shorter one near it: along the planes of its last contacts, and in nearby directions.

const MAX_CONTACTS = 16;
/** Contact planes are followed only if they promise to save more than this fraction of the travel. */
const WORTH_A_STEP = 2 ** -11;
/** What fraction of the step to the suggested translation is tried: less where the contact is curved. */
const STEPS = [1 - TILT, 0.5, 0.25];

/** Where the solids touch again at the end of the translation, the contact planes suggest a shorter one. */
export function followContacts(motion: Motion, separation: Separation, walk: Walk): void {
  const planes = createContactPlanes();
  for (let i = 0; i < MAX_CONTACTS; i++) {
    if (walk.triangleA < 0 && !finish(motion, separation, walk)) return;
    addPlane(planes, walk.normal, separation.travel * dot(walk.normal, separation.direction));
    if (!stepAside(motion, separation, planes, walk)) return;
  }
}

/** Looks for a shorter separation at, or towards, the shortest translation that all planes allow. */
function stepAside(motion: Motion, separation: Separation, planes: ContactPlanes, walk: Walk): boolean {
  const direction = new Float64Array(3);
  for (const step of STEPS) {
    if (!allowsShorter(planes, separation)) {
      // Planes of earlier contacts may not hold here.
      keepLastPlane(planes);
      if (!allowsShorter(planes, separation)) return false;
    }
    for (let k = 0; k < 3; k++)
      direction[k] = step * planes.shortest[k] + (1 - step) * separation.travel * separation.direction[k];
    const length = lengthOf(direction);
    if (!(length < (1 - GAIN) * separation.travel)) return false;
    for (let k = 0; k < 3; k++) direction[k] /= length;
    if (tryFrom(motion, direction, length, separation, walk)) return true;
  }
  return false;
}

function allowsShorter(planes: ContactPlanes, { travel }: Separation): boolean {
  return shortestTranslation(planes) && lengthOf(planes.shortest) < (1 - WORTH_A_STEP) * travel;
}

/** Angles in radians by which the best direction is turned, the number of directions for each, and the limit of walks. */
const ANGLES = [0.08, 0.04];
const SIDES = 6;
const MOST_WALKS = 4;
/** A separation of at most this many times the lower bound is kept as it is. */
const CLOSE = 1.1;
/** A nearby direction must promise to be shorter by this fraction. */
const WORTH_A_TURN = 2 ** -8;

/** Facets leave dents near the best separation that its contacts do not show. Known triangles rule out most directions without a walk. */
export function lookBeside(motion: Motion, separation: Separation): void {
  const walk = createWalk();
  const turned = new Float64Array(3);
  const line = { base: NOWHERE, direction: turned };
  let walks = 0;
  for (const angle of ANGLES)
    for (let side = 0; side < SIDES; side++) {
      const most = (1 - WORTH_A_TURN) * separation.travel;
      if (most <= CLOSE * separation.least) return;
      setBeside(separation.direction, angle, side, turned);
      if (isObstructed(separation.known, line, most)) continue;
      if (walks++ === MOST_WALKS) return;
      if (!tryFrom(motion, turned, most, separation, walk)) continue;
      followContacts(motion, separation, walk);
      side = -1;
    }
}

/** A unit vector at an angle, given by its tangent, to another one, turned to one of SIDES sides. */
function setBeside(direction: Float64Array, tangent: number, side: number, out: Float64Array): void {
  // two perpendicular vectors: the least parallel axis, made perpendicular, and its cross product
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

/** Cosines and sines of multiples of 60°, written out because engines round trigonometric functions differently. */
const HALF_ROOT_3 = 0.8660254037844386;
const COSINES = [1, 0.5, -0.5, -1, -0.5, 0.5];
const SINES = [0, HALF_ROOT_3, HALF_ROOT_3, 0, -HALF_ROOT_3, -HALF_ROOT_3];

/** Looks for a shorter separation along `direction`, expected to be about `length` long. */
export function tryFrom(
  motion: Motion,
  direction: Float64Array,
  length: number,
  separation: Separation,
  walk: Walk,
): boolean {
  const most = separation.travel * (1 - GAIN);
  const line = { base: NOWHERE, direction };
  coverLine(separation.cover, direction);
  let from = freeFrom(separation.cover, Math.max(length, separation.least));
  if (!(from < most)) return false;
  if (length > 0)
    from = freeFrom(
      separation.cover,
      Math.max(separation.least, Math.min(from, lastExit(separation.known, line, from) - separation.floor)),
    );
  if (!walkOut(motion, separation.known, line, from, most, separation.floor, walk)) return false;
  if (walk.triangleA < 0) setBisected(motion, direction, 0, walk.travel, separation);
  else setSeparation(separation, direction, walk.travel, walk.tooShort, walk.triangleA, walk.triangleB);
  return true;
}

/** Finds where b becomes free, up to rounding, and what blocks it before that; false if that is not a pair of triangles. */
function finish(motion: Motion, separation: Separation, walk: Walk): boolean {
  coverLine(separation.cover, separation.direction);
  separation.tooShort = Math.max(
    separation.tooShort,
    separation.least,
    Math.min(freeFrom(separation.cover, separation.tooShort), separation.travel),
  );
  for (let again = 0; again < 2; again++) {
    const most = separation.travel * (1 + FINE) + 8 * separation.floor;
    const line = { base: NOWHERE, direction: separation.direction };
    if (
      walkOut(motion, separation.known, line, separation.tooShort, most, separation.floor, walk) &&
      walk.triangleA >= 0
    ) {
      const travel = Math.min(separation.travel, walk.travel);
      setSeparation(
        separation,
        separation.direction,
        travel,
        Math.min(travel, walk.tooShort),
        walk.triangleA,
        walk.triangleB,
      );
      return true;
    }
    bisect(motion, separation, again === 0 ? COARSE : FINE);
  }
  return false;
}

function dot(u: Float64Array, v: Float64Array): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}
