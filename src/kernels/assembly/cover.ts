// Twin: queries/penetration/uncovered.ts; in f64, operation by operation, so that every bit is equal. Lists are ordered differently here,
// but no result depends on the order: a cube is covered by some ball of its list, or by none.
import {
  ALL_BALLS, AWAY, BALL_COUNT, BALL_X, BALL_Y, BALL_Z, CUBE_COUNT, CUBE_FOUND, CUBES, FOUND, FOUND_COUNT, LEAST, LINKS, LIST_END, LISTS,
  LISTS_FULL, MAX_LISTED, NONE_LEFT, PLACE, RADII, SHELL, SHELLS, WIDTH,
} from "../cover-memory-map";

const SHELL_COUNT: i32 = 256;
const MOST_CUBES: i32 = 12000;
const MOST_FOUND: i32 = 6;
const SMALL: f64 = 1.0 / 24.0;
const NOTHING: f64 = 1.0 / 64.0;
const BESIDE: f64 = 0.9;
const SURELY: f64 = 1.0 - 1.0 / 1099511627776.0; // 1 - 2^-40
const DIAGONAL: f64 = 1.7320508075688774;
const NEAR: f64 = 1.1;
const PARTS: i32 = 4;

export function beginUncovered(most: f64): void {
  store<f64>(LEAST, 0);
  store<f64>(WIDTH, most / <f64>SHELL_COUNT);
  store<i32>(FOUND_COUNT, 0);
  store<i32>(CUBE_COUNT, 0);
  store<i32>(LIST_END, 0);
  store<i32>(SHELL, 0);
  memory.fill(SHELLS, 0xff, 4 * SHELL_COUNT);
  const half = most / <f64>PARTS;
  const count = load<i32>(BALL_COUNT);
  for (let i = 1 - PARTS; i < PARTS; i += 2)
    for (let j = 1 - PARTS; j < PARTS; j += 2)
      for (let k = 1 - PARTS; k < PARTS; k += 2) addCube(<f64>i * half, <f64>j * half, <f64>k * half, half, ALL_BALLS, count);
}

export function findUncovered(most: f64): i32 {
  const width = load<f64>(WIDTH);
  const end = Math.min(<f64>SHELL_COUNT, most / width);
  let shell = load<i32>(SHELL);
  for (; <f64>shell < end; shell++) {
    store<i32>(SHELL, shell);
    const distance = <f64>shell * width * SURELY;
    if (load<i32>(FOUND_COUNT) == 0) store<f64>(LEAST, distance);
    while (true) {
      const cube = load<i32>(SHELLS + (shell << 2));
      if (cube < 0) break;
      if (load<i32>(CUBE_COUNT) > MOST_CUBES || load<i32>(FOUND_COUNT) == MOST_FOUND) return NONE_LEFT;
      const link = LINKS + 12 * cube;
      const at = CUBES + (cube << 5);
      const length = load<i32>(link, 4);
      const begin = load<i32>(LIST_END);
      if (begin + length > MAX_LISTED) return LISTS_FULL;
      store<i32>(SHELLS + (shell << 2), load<i32>(link, 8));
      if (isBesideFound(at)) continue;
      if (isCovered(at, load<i32>(link), length)) continue;
      const half = load<f64>(at, 24);
      if (2 * DIAGONAL * half <= SMALL * distance) {
        noteFound(at, begin);
        return CUBE_FOUND;
      }
      if (shell == 0 && half < NOTHING * <f64>SHELL_COUNT * width) return NONE_LEFT;
      const quarter = half / 2;
      const listed = load<i32>(LIST_END) - begin;
      const x = load<f64>(at), y = load<f64>(at, 8), z = load<f64>(at, 16);
      for (let i = 0; i < 8; i++)
        addCube(
          x + ((i & 1) == 0 ? -quarter : quarter), y + ((i & 2) == 0 ? -quarter : quarter), z + ((i & 4) == 0 ? -quarter : quarter), quarter,
          begin, listed,
        );
    }
  }
  store<i32>(SHELL, shell);
  return NONE_LEFT;
}

function isCovered(at: i32, from: i32, count: i32): bool {
  const x = load<f64>(at), y = load<f64>(at, 8), z = load<f64>(at, 16);
  const reach = DIAGONAL * load<f64>(at, 24);
  return from == ALL_BALLS ? isCoveredByAny(x, y, z, reach, count) : isCoveredByListed(x, y, z, reach, from, count);
}

/** Tests all balls, two at a time. */
function isCoveredByAny(x: f64, y: f64, z: f64, reach: f64, count: i32): bool {
  const xs = f64x2.splat(x), ys = f64x2.splat(y), zs = f64x2.splat(z), reaches = f64x2.splat(reach), zero = f64x2.splat(0);
  const begin = LISTS + (load<i32>(LIST_END) << 2);
  let end = begin;
  for (let ball = 0; ball < count; ball += 2) {
    const p = ball << 3;
    const dx = f64x2.sub(xs, v128.load(BALL_X + p));
    const dy = f64x2.sub(ys, v128.load(BALL_Y + p));
    const dz = f64x2.sub(zs, v128.load(BALL_Z + p));
    const squared = f64x2.add(f64x2.add(f64x2.mul(dx, dx), f64x2.mul(dy, dy)), f64x2.mul(dz, dz));
    const radius = v128.load(RADII + p);
    const room = f64x2.sub(radius, reaches);
    const held = v128.and(f64x2.gt(room, zero), f64x2.le(squared, f64x2.mul(room, room)));
    const apart = f64x2.add(radius, reaches);
    const meets = i64x2.bitmask(f64x2.lt(squared, f64x2.mul(apart, apart)));
    // The second of the last two may not exist: its radius is NaN.
    if (v128.any_true(held)) return true;
    store<i32>(end, ball);
    end += (meets & 1) << 2;
    store<i32>(end, ball + 1);
    end += (meets & 2) << 1;
  }
  store<i32>(LIST_END, (end - LISTS) >> 2);
  return false;
}

function isCoveredByListed(x: f64, y: f64, z: f64, reach: f64, from: i32, count: i32): bool {
  const first = LISTS + (from << 2);
  const last = first + (count << 2);
  let end = LISTS + (load<i32>(LIST_END) << 2);
  for (let i = first; i < last; i += 4) {
    const ball = load<i32>(i);
    const p = ball << 3;
    const dx = x - load<f64>(BALL_X + p);
    const dy = y - load<f64>(BALL_Y + p);
    const dz = z - load<f64>(BALL_Z + p);
    const squared = dx * dx + dy * dy + dz * dz;
    const radius = load<f64>(RADII + p);
    const room = radius - reach;
    if (squared <= room * room && room > 0) {
      store<i32>(i, load<i32>(first));
      store<i32>(first, ball);
      return true;
    }
    const apart = radius + reach;
    store<i32>(end, ball);
    end += i32(squared < apart * apart) << 2;
  }
  store<i32>(LIST_END, (end - LISTS) >> 2);
  return false;
}

function isBesideFound(at: i32): bool {
  const count = load<i32>(FOUND_COUNT);
  if (count == 0) return false;
  const x = load<f64>(at), y = load<f64>(at, 8), z = load<f64>(at, 16);
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 4 * load<f64>(at, 24))) return false;
  for (let i = 0; i < count; i++) {
    const found = FOUND + 24 * i;
    if (x * load<f64>(found) + y * load<f64>(found, 8) + z * load<f64>(found, 16) > BESIDE * length) return true;
  }
  return false;
}

function noteFound(at: i32, begin: i32): void {
  store<i32>(LIST_END, begin);
  const x = load<f64>(at), y = load<f64>(at, 8), z = load<f64>(at, 16);
  let awayX: f64 = 0, awayY: f64 = 0, awayZ: f64 = 0;
  const end = load<i32>(BALL_COUNT) << 3;
  for (let p = 0; p < end; p += 8) {
    const dx = x - load<f64>(BALL_X + p);
    const dy = y - load<f64>(BALL_Y + p);
    const dz = z - load<f64>(BALL_Z + p);
    const squared = dx * dx + dy * dy + dz * dz;
    const near = NEAR * load<f64>(RADII + p);
    if (!(squared < near * near)) continue;
    const weight = (near - Math.sqrt(squared)) / Math.sqrt(squared);
    awayX += weight * dx;
    awayY += weight * dy;
    awayZ += weight * dz;
  }
  store<f64>(PLACE, x);
  store<f64>(PLACE, y, 8);
  store<f64>(PLACE, z, 16);
  setUnit(awayX, awayY, awayZ, AWAY);
  const count = load<i32>(FOUND_COUNT);
  setUnit(x, y, z, FOUND + 24 * count);
  store<i32>(FOUND_COUNT, count + 1);
}

function setUnit(x: f64, y: f64, z: f64, to: i32): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  store<f64>(to, length > 0 ? x / length : 0);
  store<f64>(to, length > 0 ? y / length : 0, 8);
  store<f64>(to, length > 0 ? z / length : 0, 16);
}

function addCube(x: f64, y: f64, z: f64, half: f64, listBegin: i32, listLength: i32): void {
  const dx = Math.max(0, Math.abs(x) - half);
  const dy = Math.max(0, Math.abs(y) - half);
  const dz = Math.max(0, Math.abs(z) - half);
  const place = Math.floor(Math.sqrt(dx * dx + dy * dy + dz * dz) / load<f64>(WIDTH));
  const within = Math.max(<f64>load<i32>(SHELL), place);
  if (!(within < <f64>SHELL_COUNT)) return;
  const shell = SHELLS + (<i32>within << 2);
  const cube = load<i32>(CUBE_COUNT);
  store<i32>(CUBE_COUNT, cube + 1);
  const at = CUBES + (cube << 5);
  store<f64>(at, x);
  store<f64>(at, y, 8);
  store<f64>(at, z, 16);
  store<f64>(at, half, 24);
  const link = LINKS + 12 * cube;
  store<i32>(link, listBegin);
  store<i32>(link, listLength, 4);
  store<i32>(link, load<i32>(shell), 8);
  store<i32>(shell, cube);
}
