// Twin: geometry/framed-pose.ts, which explains the limits. Operations and their order are the twin's.
import { at, largest, poseNorm, put } from "./relative-pose";

const LIMIT: f64 = 633825300114114700748351602688.0; // 2^99
const MOST_STRETCH: f64 = 1237940039285380274899124224.0; // 2^90
const LEAST_DETERMINANT: f64 = 1.0 / 1073741824.0; // 2^-30

/** Writes the pose of boxes along the axes of a frame; false for poses at which the boxes along the model's axes must be used. */
export function setFramedPose(pose: usize, frame: usize, reach: f64, out: usize): bool {
  const norm = poseNorm(pose);
  if (!(norm < MOST_STRETCH && norm * MOST_STRETCH > 1 && 2 * norm * reach + largest(pose, 12) < LIMIT)) return false;
  if (!(abs<f64>(determinantOf(pose)) > LEAST_DETERMINANT * norm * norm * norm)) return false;
  for (let column = 0; column < 3; column++) {
    const x = at(frame, 3 * column), y = at(frame, 3 * column + 1), z = at(frame, 3 * column + 2);
    for (let row = 0; row < 3; row++)
      put(out, 4 * column + row, at(pose, row) * x + at(pose, 4 + row) * y + at(pose, 8 + row) * z);
    put(out, 4 * column + 3, 0);
  }
  for (let k = 12; k < 16; k++) put(out, k, at(pose, k));
  return true;
}

/** Twin: geometry/affine.ts. */
function determinantOf(m: usize): f64 {
  return (
    at(m, 0) * (at(m, 5) * at(m, 10) - at(m, 6) * at(m, 9)) -
    at(m, 4) * (at(m, 1) * at(m, 10) - at(m, 2) * at(m, 9)) +
    at(m, 8) * (at(m, 1) * at(m, 6) - at(m, 2) * at(m, 5))
  );
}
