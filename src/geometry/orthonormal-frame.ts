// The squares of shorter vectors lose digits or underflow.
const LEAST_SQUARE = 2 ** -700;
// A second vector whose squared sine to the first is below this has no usable direction.
const LEAST_SINE_SQUARE = 2 ** -80;

/**
 * Turns the two vectors in frame[0…5] into a right-handed orthonormal frame: the first keeps its direction, the second its
 * side. The nine entries are orthonormal within 10 · 2^-53. A vector without direction is replaced: the first by x, the second
 * by the coordinate axis farthest from the first.
 */
export function completeFrame(frame: Float64Array): void {
  let ax = frame[0];
  let ay = frame[1];
  let az = frame[2];
  const squareA = ax * ax + ay * ay + az * az;
  if (squareA < LEAST_SQUARE) {
    ax = 1;
    ay = 0;
    az = 0;
  } else {
    const scale = 1 / Math.sqrt(squareA);
    ax *= scale;
    ay *= scale;
    az *= scale;
  }

  let bx = frame[3];
  let by = frame[4];
  let bz = frame[5];
  const before = bx * bx + by * by + bz * bz;
  let along = ax * bx + ay * by + az * bz;
  bx -= along * ax;
  by -= along * ay;
  bz -= along * az;
  const across = bx * bx + by * by + bz * bz;
  if (before < LEAST_SQUARE || across < LEAST_SINE_SQUARE * before) {
    const absX = Math.abs(ax);
    const absY = Math.abs(ay);
    const absZ = Math.abs(az);
    const isX = absX <= absY && absX <= absZ;
    const isY = !isX && absY <= absZ;
    along = isX ? ax : isY ? ay : az;
    bx = (isX ? 1 : 0) - along * ax;
    by = (isY ? 1 : 0) - along * ay;
    bz = (isX || isY ? 0 : 1) - along * az;
  }
  // Again: what the first subtraction lost to cancellation, up to 2^-13, falls below one unit in the last place.
  along = ax * bx + ay * by + az * bz;
  bx -= along * ax;
  by -= along * ay;
  bz -= along * az;
  const scale = 1 / Math.sqrt(bx * bx + by * by + bz * bz);
  bx *= scale;
  by *= scale;
  bz *= scale;

  frame[0] = ax;
  frame[1] = ay;
  frame[2] = az;
  frame[3] = bx;
  frame[4] = by;
  frame[5] = bz;
  frame[6] = ay * bz - az * by;
  frame[7] = az * bx - ax * bz;
  frame[8] = ax * by - ay * bx;
}
