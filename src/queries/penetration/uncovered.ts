import { BALL_PAIR, type BallCover, RADIUS } from "./ball-cover.ts";

// The shortest translations of b after which no two inner balls meet. In the space of translations each pair of balls is one ball, and
// together they cover a region around the origin. The uncovered rest is searched cube by cube, the nearest first: a cube inside one ball is
// covered, any other is halved along each axis. No translation shorter than the distance of the first small cube separates the solids,
// whatever its direction, and that cube's direction is a good one to try.

/** A search that continues from one uncovered translation to the next. */
export interface UncoveredSearch {
  /** No translation shorter than this is uncovered. */
  least: number;
  /** The centre of the last cube found, and a unit vector away from the balls around it. */
  readonly place: Float64Array;
  readonly away: Float64Array;
  /** The directions found so far. */
  foundCount: number;
  readonly found: Float64Array;

  cubeCount: number;
  /** Per cube: its centre (3), half its side. */
  readonly cubes: Float64Array;
  /** Per cube: the start and length of the list of balls that meet its parent, and the next cube in its shell. */
  readonly links: Int32Array;
  /** Shells around the origin, `width` thick: for each, the last cube whose nearest point lies in it, −1 for none. */
  readonly shells: Int32Array;
  width: number;
  /** All shells before this one are empty. */
  shell: number;
  /** Lists of balls. */
  listEnd: number;
  balls: Int32Array;

  /** Whether kernels search; then everything from `cubeCount` on lies in their memory (uncovered-kernel.ts). */
  byKernel: boolean;
  /** The limit `most` of each call of this search. */
  limitCount: number;
  readonly limits: Float64Array;
}

const CUBE = 4;
const HALF = 3;
const LINK = 3;
const LIST_LENGTH = 1;
const NEXT = 2;

const SHELLS = 256;
/** The search ends with this number of cubes; the rest is farther away than everything examined. */
const MOST_CUBES = 12_000;
const MOST_FOUND = 6;
/** A cube is not subdivided if its diagonal is at most this fraction of its distance. */
const SMALL = 1 / 24;
/** If a cube of this fraction of the first cube is uncovered at the origin, balls cover nothing around the origin. */
const NOTHING = 1 / 64;
/** Directions within 26° of one already found are skipped: the cosine. */
const BESIDE = 0.9;
/** Makes a distance that was rounded to nearest a lower bound. */
const SURELY = 1 - 2 ** -40;
/** Half of a cube's diagonal by half of its side, rounded up. */
const DIAGONAL = 1.7320508075688774;
/** Balls nearer than this multiple of their radius influence the direction away from them. */
const NEAR = 1.1;

export function createUncoveredSearch(): UncoveredSearch {
  return {
    least: 0,
    place: new Float64Array(3),
    away: new Float64Array(3),
    foundCount: 0,
    found: new Float64Array(3 * MOST_FOUND),
    cubeCount: 0,
    cubes: new Float64Array(CUBE * (MOST_CUBES + 8)),
    links: new Int32Array(LINK * (MOST_CUBES + 8)),
    shells: new Int32Array(SHELLS),
    width: 0,
    shell: 0,
    listEnd: 0,
    balls: new Int32Array(2 ** 14),
    byKernel: false,
    limitCount: 0,
    limits: new Float64Array(MOST_FOUND + 2),
  };
}

/** Starts with a cube around the origin that holds all translations up to the length `most`. */
export function beginUncovered(search: UncoveredSearch, cover: BallCover, most: number): void {
  search.least = 0;
  search.foundCount = 0;
  search.cubeCount = 0;
  search.listEnd = 0;
  makeRoom(search, cover.count);
  listByDistance(search, cover, most);
  search.listEnd = cover.count;
  search.shells.fill(-1);
  search.width = most / SHELLS;
  search.shell = 0;
  // No ball covers a cube of that size, so start with its 64 parts.
  const half = most / PARTS;
  for (let i = 1 - PARTS; i < PARTS; i += 2)
    for (let j = 1 - PARTS; j < PARTS; j += 2)
      for (let k = 1 - PARTS; k < PARTS; k += 2)
        addCube(search, i * half, j * half, k * half, half, 0, cover.count);
}

const PARTS = 4;
const RINGS = 64;
const rings = new Int32Array(RINGS + 1);

/** Lists all balls, those with centres near the origin first: they cover the cubes that are examined first. */
function listByDistance({ balls }: UncoveredSearch, { pairs, count }: BallCover, most: number): void {
  rings.fill(0);
  for (let i = 0; i < count; i++) rings[ringOf(pairs, BALL_PAIR * i, most) + 1]++;
  for (let ring = 0; ring < RINGS; ring++) rings[ring + 1] += rings[ring];
  for (let i = 0; i < count; i++) balls[rings[ringOf(pairs, BALL_PAIR * i, most)]++] = i;
}

function ringOf(pairs: Float64Array, p: number, most: number): number {
  const squared = pairs[p] * pairs[p] + pairs[p + 1] * pairs[p + 1] + pairs[p + 2] * pairs[p + 2];
  return Math.min(RINGS - 1, Math.floor((RINGS / 4 / (most * most)) * squared));
}

/** Continues to the next uncovered cube nearer than `most`, in a direction away from those already found; false if no cube is left. */
export function findUncovered(search: UncoveredSearch, cover: BallCover, most: number): boolean {
  const { cubes, links, shells, width } = search;
  const end = Math.min(SHELLS, most / width);
  for (; search.shell < end; search.shell++) {
    const distance = search.shell * width * SURELY;
    if (search.foundCount === 0) search.least = distance;
    while (shells[search.shell] >= 0) {
      if (search.cubeCount > MOST_CUBES || search.foundCount === MOST_FOUND) return false;
      const cube = shells[search.shell];
      const link = LINK * cube;
      const at = CUBE * cube;
      shells[search.shell] = links[link + NEXT];
      if (isBesideFound(search, at)) continue;
      const begin = search.listEnd;
      if (isCovered(search, cover, at, links[link], links[link + LIST_LENGTH])) continue;
      const half = cubes[at + HALF];
      if (2 * DIAGONAL * half <= SMALL * distance) {
        noteFound(search, cover, at, begin);
        return true;
      }
      if (search.shell === 0 && half < NOTHING * SHELLS * width) return false;
      const quarter = half / 2;
      for (let i = 0; i < 8; i++)
        addCube(
          search,
          cubes[at] + ((i & 1) === 0 ? -quarter : quarter),
          cubes[at + 1] + ((i & 2) === 0 ? -quarter : quarter),
          cubes[at + 2] + ((i & 4) === 0 ? -quarter : quarter),
          quarter,
          begin,
          search.listEnd - begin,
        );
    }
  }
  return false;
}

/** Whether a ball of the parent's list covers the cube. If not, lists the balls that meet it, after all other lists. */
function isCovered(
  search: UncoveredSearch,
  { pairs }: BallCover,
  at: number,
  from: number,
  count: number,
): boolean {
  const { cubes } = search;
  makeRoom(search, count);
  const { balls } = search;
  const x = cubes[at];
  const y = cubes[at + 1];
  const z = cubes[at + 2];
  const reach = DIAGONAL * cubes[at + HALF];
  let end = search.listEnd;
  for (let i = from; i < from + count; i++) {
    const ball = balls[i];
    const p = BALL_PAIR * ball;
    const dx = x - pairs[p];
    const dy = y - pairs[p + 1];
    const dz = z - pairs[p + 2];
    const squared = dx * dx + dy * dy + dz * dz;
    const radius = pairs[p + RADIUS];
    const room = radius - reach;
    if (room > 0 && squared <= room * room) {
      // This ball may cover the cube's siblings too, so move it to the front of the list.
      balls[i] = balls[from];
      balls[from] = ball;
      return true;
    }
    const apart = radius + reach;
    if (squared < apart * apart) balls[end++] = ball;
  }
  search.listEnd = end;
  return false;
}

/** Whether the whole cube lies in a direction near one already found. */
function isBesideFound({ cubes, found, foundCount }: UncoveredSearch, at: number): boolean {
  if (foundCount === 0) return false;
  const x = cubes[at];
  const y = cubes[at + 1];
  const z = cubes[at + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 4 * cubes[at + HALF])) return false;
  for (let i = 0; i < 3 * foundCount; i += 3)
    if (x * found[i] + y * found[i + 1] + z * found[i + 2] > BESIDE * length) return true;
  return false;
}

/** Records a small cube; the balls that meet it are listed from `begin` on, except those that only come near. */
function noteFound(search: UncoveredSearch, { pairs, count }: BallCover, at: number, begin: number): void {
  const { place, away, found, cubes } = search;
  search.listEnd = begin;
  for (let k = 0; k < 3; k++) {
    place[k] = cubes[at + k];
    away[k] = 0;
  }
  for (let p = 0; p < BALL_PAIR * count; p += BALL_PAIR) {
    const dx = place[0] - pairs[p];
    const dy = place[1] - pairs[p + 1];
    const dz = place[2] - pairs[p + 2];
    const squared = dx * dx + dy * dy + dz * dz;
    const near = NEAR * pairs[p + RADIUS];
    if (!(squared < near * near)) continue;
    const weight = (near - Math.sqrt(squared)) / Math.sqrt(squared);
    away[0] += weight * dx;
    away[1] += weight * dy;
    away[2] += weight * dz;
  }
  setUnit(away, away, 0);
  setUnit(place, found, 3 * search.foundCount++);
}

function setUnit(from: Float64Array, to: Float64Array, at: number): void {
  const length = Math.sqrt(from[0] * from[0] + from[1] * from[1] + from[2] * from[2]);
  for (let k = 0; k < 3; k++) to[at + k] = length > 0 ? from[k] / length : 0;
}

function makeRoom(search: UncoveredSearch, count: number): void {
  let { length } = search.balls;
  if (search.listEnd + count <= length) return;
  while (search.listEnd + count > length) length *= 2;
  const longer = new Int32Array(length);
  longer.set(search.balls);
  search.balls = longer;
}

/** Adds a cube to its shell, unless it is beyond all shells. */
function addCube(
  search: UncoveredSearch,
  x: number,
  y: number,
  z: number,
  half: number,
  listBegin: number,
  listLength: number,
): void {
  const dx = Math.max(0, Math.abs(x) - half);
  const dy = Math.max(0, Math.abs(y) - half);
  const dz = Math.max(0, Math.abs(z) - half);
  const shell = Math.max(search.shell, Math.floor(Math.sqrt(dx * dx + dy * dy + dz * dz) / search.width));
  if (!(shell < SHELLS)) return;
  const { cubes, links, shells } = search;
  const cube = search.cubeCount++;
  const at = CUBE * cube;
  cubes[at] = x;
  cubes[at + 1] = y;
  cubes[at + 2] = z;
  cubes[at + HALF] = half;
  const link = LINK * cube;
  links[link] = listBegin;
  links[link + LIST_LENGTH] = listLength;
  links[link + NEXT] = shells[shell];
  shells[shell] = cube;
}
