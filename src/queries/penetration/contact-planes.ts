// Planes that bound where b may go, from the contacts found so far: a translation t must satisfy n · t ≥ height for each plane. The
// shortest such translation is tried next (Je, Tang, Lee, Lee and Kim 2012 project onto the contact space like this).

export interface ContactPlanes {
  count: number;
  // unit normal (3) height (1)
  readonly numbers: Float64Array;
  /** The result of `shortestTranslation`. */
  readonly shortest: Float64Array;
}

const PLANE = 4;
/** Old contacts say little about b's present position. */
const MOST_PLANES = 6;
/** What rounding may take from a height, relative to the largest. */
const ROUNDING = 1e-9;

export function createContactPlanes(): ContactPlanes {
  return { count: 0, numbers: new Float64Array(PLANE * MOST_PLANES), shortest: new Float64Array(3) };
}

/** Adds a plane, replacing the oldest if there are too many. */
export function addPlane(planes: ContactPlanes, normal: ArrayLike<number>, height: number): void {
  const { numbers } = planes;
  if (planes.count === MOST_PLANES) numbers.copyWithin(0, PLANE);
  else planes.count++;
  const at = PLANE * (planes.count - 1);
  for (let k = 0; k < 3; k++) numbers[at + k] = normal[k];
  numbers[at + 3] = height;
}

export function keepLastPlane(planes: ContactPlanes): void {
  planes.numbers.copyWithin(0, PLANE * (planes.count - 1), PLANE * planes.count);
  planes.count = 1;
}

/**
 * Finds the shortest translation on the far side of all planes, which lies on one, two or three of them; false if no translation satisfies
 * all.
 */
export function shortestTranslation(planes: ContactPlanes): boolean {
  const { count, shortest } = planes;
  let least = Infinity;
  for (let i = 0; i < count; i++)
    for (let j = i; j < count; j++)
      for (let k = j; k < count; k++) {
        if (k > j && j === i) continue;
        if (!projectOrigin(planes, i, j, k)) continue;
        const squared = trial[0] * trial[0] + trial[1] * trial[1] + trial[2] * trial[2];
        if (!(squared < least) || !isBeyondAll(planes)) continue;
        least = squared;
        for (let axis = 0; axis < 3; axis++) shortest[axis] = trial[axis];
      }
  return least < Infinity;
}

const trial = new Float64Array(3);

/** The common point of planes i, j and k (which may coincide) nearest to the origin: a combination of their normals. */
function projectOrigin({ numbers }: ContactPlanes, i: number, j: number, k: number): boolean {
  const chosen = j === i ? [i] : k === j ? [i, j] : [i, j, k];
  const size = chosen.length;
  // Gaussian elimination of the normals' products
  const rows = chosen.map((p) => [
    ...chosen.map((q) => dot(numbers, PLANE * p, PLANE * q)),
    numbers[PLANE * p + 3],
  ]);
  for (let pivot = 0; pivot < size; pivot++) {
    if (!(rows[pivot][pivot] > ROUNDING)) return false;
    for (let row = 0; row < size; row++) {
      if (row === pivot) continue;
      const factor = rows[row][pivot] / rows[pivot][pivot];
      for (let c = pivot; c <= size; c++) rows[row][c] -= factor * rows[pivot][c];
    }
  }
  trial.fill(0);
  for (let p = 0; p < size; p++) {
    const weight = rows[p][size] / rows[p][p];
    for (let axis = 0; axis < 3; axis++) trial[axis] += weight * numbers[PLANE * chosen[p] + axis];
  }
  return true;
}

function isBeyondAll({ numbers, count }: ContactPlanes): boolean {
  for (let p = 0; p < PLANE * count; p += PLANE) {
    const height = numbers[p] * trial[0] + numbers[p + 1] * trial[1] + numbers[p + 2] * trial[2];
    if (height < numbers[p + 3] * (1 - ROUNDING)) return false;
  }
  return true;
}

function dot(numbers: Float64Array, i: number, j: number): number {
  return numbers[i] * numbers[j] + numbers[i + 1] * numbers[j + 1] + numbers[i + 2] * numbers[j + 2];
}
