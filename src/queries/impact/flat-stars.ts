// Vertices whose triangles stay apart from each other throughout a straight motion, proven for all triangles of a vertex at once.
//
// Let the triangles of a vertex form one closed ring around it: its star. If all of them face one fixed direction d throughout the motion,
// each has a positive area seen along d, and the corners of the ring go around the vertex as often as at time 0, because a winding number
// cannot jump. If that is once, the triangles do not overlap as seen along d, so two of them share only their common corner or edge. This
// takes one dot product per triangle and coefficient; testing pairs of neighbours takes one direction each: 15 in a star of six.
//
// Corners move in straight lines, so the normal of a triangle is quadratic in time, with the Bernstein coefficients u₀ × v₀, (u₀ × v₁ + u₁
// × v₀) / 2 and u₁ × v₁ of its edges at time 0 and at time 1. If all three face d, so does the normal at any time in between.

/** The stars of a mesh: what depends on its triangles alone, and the result for the last motion. */
export interface FlatStars {
  /** Ring of vertex v: entries starts[v] … starts[v + 1] − 1 of the two lists; none unless the triangles close around v. */
  readonly starts: Uint32Array;
  /** The triangles in their order around the vertex, by slot. */
  readonly slots: Uint32Array;
  /** The vertex at which triangle i of the ring continues to triangle i + 1. */
  readonly corners: Uint32Array;
  // normals of each slot: the three coefficients (9), twice the square of its longest edge (1)         10 × f64
  readonly normals: Float64Array;
  /** 1 for a vertex whose triangles are proven to stay apart. */
  readonly isFlat: Uint8Array;
}

const NORMAL_STRIDE = 10;
const LONGEST = 9;
/** Larger rings are left to tests of pairs. */
const MOST_TRIANGLES = 24;
const NONE = 0xffffffff;

// As in geometry/sweep/stay-apart.ts: the error of a rounded dot product with a cross product of differences is below 32 units in the last
// place (2^-53) of the product of L1 norms.
const RELATIVE_ERROR = 2 ** -46;
const UNDERFLOW = 2 ** -900;

/** The stars of triangles, three vertex numbers each. */
export function createFlatStars(triangles: Uint32Array, vertexCount: number): FlatStars {
  const users = new Uint32Array(vertexCount + 1);
  for (const vertex of triangles) users[vertex + 1]++;
  for (let v = 0; v < vertexCount; v++) users[v + 1] += users[v];
  const places = new Uint32Array(triangles.length);
  const cursor = users.slice();
  for (let i = 0; i < triangles.length; i++) places[cursor[triangles[i]]++] = i;
  const starts = new Uint32Array(vertexCount + 1);
  const slots = new Uint32Array(triangles.length);
  const corners = new Uint32Array(triangles.length);
  let end = 0;
  for (let v = 0; v < vertexCount; v++) {
    const count = users[v + 1] - users[v];
    if (
      count >= 3 &&
      count <= MOST_TRIANGLES &&
      closeRing(triangles, places, users[v], count, slots, corners, end)
    )
      end += count;
    starts[v + 1] = end;
  }
  return {
    starts,
    slots: slots.slice(0, end),
    corners: corners.slice(0, end),
    normals: new Float64Array((NORMAL_STRIDE * triangles.length) / 3),
    isFlat: new Uint8Array(vertexCount),
  };
}

/** Writes a vertex's triangles in the order in which they follow each other; false if they do not close to one ring. */
function closeRing(
  triangles: Uint32Array,
  places: Uint32Array,
  from: number,
  count: number,
  slots: Uint32Array,
  corners: Uint32Array,
  to: number,
): boolean {
  let place = places[from];
  for (let i = 0; i < count; i++) {
    slots[to + i] = Math.floor(place / 3);
    corners[to + i] = triangles[after(place, 1)];
    const next = triangles[after(place, 2)];
    place = NONE;
    for (let k = from; k < from + count; k++) {
      if (triangles[after(places[k], 1)] !== next) continue;
      if (place !== NONE) return false; // an edge of three triangles, or of two with opposite winding
      place = places[k];
    }
    // the ring must end where it began, and not earlier
    if (place === NONE || (place === places[from]) !== (i === count - 1)) return false;
  }
  return true;
}

/** The place of the corner `steps` after the one at `place`, in its triangle. */
function after(place: number, steps: number): number {
  const corner = place % 3;
  return place - corner + ((corner + steps) % 3);
}

/** Finds the stars that stay flat while vertices move from `start` to `end`. */
export function findFlatStars(
  stars: FlatStars,
  triangles: Uint32Array,
  start: Float64Array,
  end: Float64Array,
): void {
  const { starts, isFlat } = stars;
  setNormals(stars, triangles, start, end);
  for (let v = 0; v < isFlat.length; v++)
    isFlat[v] = starts[v + 1] > starts[v] && staysFlat(stars, start, v) ? 1 : 0;
}

function setNormals(
  { normals }: FlatStars,
  triangles: Uint32Array,
  start: Float64Array,
  end: Float64Array,
): void {
  for (let slot = 0, at = 0; at < normals.length; slot++, at += NORMAL_STRIDE) {
    const a = 3 * triangles[3 * slot];
    const b = 3 * triangles[3 * slot + 1];
    const c = 3 * triangles[3 * slot + 2];
    // edges at time 0 in lower case, at time 1 in upper case
    // biome-ignore format: vectors read in rows
    const ux = start[b] - start[a], uy = start[b + 1] - start[a + 1], uz = start[b + 2] - start[a + 2],
      vx = start[c] - start[a], vy = start[c + 1] - start[a + 1], vz = start[c + 2] - start[a + 2],
      Ux = end[b] - end[a], Uy = end[b + 1] - end[a + 1], Uz = end[b + 2] - end[a + 2],
      Vx = end[c] - end[a], Vy = end[c + 1] - end[a + 1], Vz = end[c + 2] - end[a + 2];
    normals[at] = uy * vz - uz * vy;
    normals[at + 1] = uz * vx - ux * vz;
    normals[at + 2] = ux * vy - uy * vx;
    normals[at + 3] = uy * Vz - uz * Vy + (Uy * vz - Uz * vy);
    normals[at + 4] = uz * Vx - ux * Vz + (Uz * vx - Ux * vz);
    normals[at + 5] = ux * Vy - uy * Vx + (Ux * vy - Uy * vx);
    normals[at + 6] = Uy * Vz - Uz * Vy;
    normals[at + 7] = Uz * Vx - Ux * Vz;
    normals[at + 8] = Ux * Vy - Uy * Vx;
    const longest = Math.max(norm(ux, uy, uz), norm(vx, vy, vz), norm(Ux, Uy, Uz), norm(Vx, Vy, Vz));
    normals[at + LONGEST] = 2 * longest * longest;
  }
}

/** Whether all triangles of a vertex face the sum of their normals and go around it once. */
function staysFlat(stars: FlatStars, start: Float64Array, vertex: number): boolean {
  const { starts, slots, normals } = stars;
  const from = starts[vertex];
  const to = starts[vertex + 1];
  let x = 0;
  let y = 0;
  let z = 0;
  let longest = 0;
  for (let i = from; i < to; i++) {
    const n = NORMAL_STRIDE * slots[i];
    x += normals[n] + normals[n + 6];
    y += normals[n + 1] + normals[n + 7];
    z += normals[n + 2] + normals[n + 8];
    longest = Math.max(longest, normals[n + LONGEST]);
  }
  const error = RELATIVE_ERROR * norm(x, y, z) * longest + UNDERFLOW;
  for (let i = from; i < to; i++) {
    const n = NORMAL_STRIDE * slots[i];
    if (!(x * normals[n] + y * normals[n + 1] + z * normals[n + 2] > error)) return false;
    if (!(x * normals[n + 3] + y * normals[n + 4] + z * normals[n + 5] > error)) return false;
    if (!(x * normals[n + 6] + y * normals[n + 7] + z * normals[n + 8] > error)) return false;
  }
  return goesAroundOnce(stars, start, vertex, x, y, z, 4 * error);
}

/**
 * Whether the corners of a ring go around its vertex once, as seen along a direction that all triangles face. They start on the left of the
 * first triangle's middle line and end on its right. Each step is less than half a turn, so a second turn would bring a corner from the
 * right to the left. For a corner within `error` of the line nothing is proven. The error bound holds because no vector here exceeds four
 * of the edges that it was computed for, and no other exceeds two.
 */
function goesAroundOnce(
  { starts, corners }: FlatStars,
  start: Float64Array,
  vertex: number,
  x: number,
  y: number,
  z: number,
  error: number,
): boolean {
  const from = starts[vertex];
  const to = starts[vertex + 1];
  const s = 3 * vertex;
  const f = 3 * corners[from];
  const g = 3 * corners[from + 1];
  const mx = start[f] - start[s] + (start[g] - start[s]);
  const my = start[f + 1] - start[s + 1] + (start[g + 1] - start[s + 1]);
  const mz = start[f + 2] - start[s + 2] + (start[g + 2] - start[s + 2]);
  let isRight = false;
  for (let i = from + 1; i < to; i++) {
    const c = 3 * corners[i];
    const cx = start[c] - start[s];
    const cy = start[c + 1] - start[s + 1];
    const cz = start[c + 2] - start[s + 2];
    const turn = x * (my * cz - mz * cy) + y * (mz * cx - mx * cz) + z * (mx * cy - my * cx);
    if (turn < -error) isRight = true;
    else if (isRight || !(turn > error)) return false;
  }
  return true;
}

function norm(x: number, y: number, z: number): number {
  return Math.abs(x) + Math.abs(y) + Math.abs(z);
}
