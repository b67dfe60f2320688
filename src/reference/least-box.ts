/**
 * The volume of the smallest box, in any orientation, around points (x, y, z each), by search: `grid` orientations per
 * dimension, then the `refined` best of them rotated about the box's axes by smaller and smaller angles. Never below the
 * smallest volume; it may exceed it by a few tenths of a per cent.
 */
export function leastBoxVolumeBySearch(points: ArrayLike<number>, grid = 8, refined = 24): number {
  const tried: { frame: number[]; volume: number }[] = [];
  for (let i = 0; i < grid; i++)
    for (let j = 0; j < grid; j++)
      for (let k = 0; k < grid; k++) {
        // Euler angles: a quarter turn of each covers all boxes.
        let frame = [1, 0, 0, 0, 1, 0, 0, 0, 1];
        [i, j, k].forEach((step, axis) => {
          frame = turned(frame, axis, ((step + 0.5) / grid - 0.5) * Math.PI);
        });
        tried.push({ frame, volume: volumeAlong(points, frame) });
      }
  tried.sort((p, q) => p.volume - q.volume);
  return Math.min(...tried.slice(0, refined).map(({ frame }) => refine(points, frame)));
}

function refine(points: ArrayLike<number>, start: number[]): number {
  let frame = start;
  let volume = volumeAlong(points, frame);
  for (let angle = 0.3; angle > 1e-7; ) {
    let improved = false;
    for (let axis = 0; axis < 3; axis++)
      for (const sign of [-1, 1]) {
        const next = turned(frame, axis, sign * angle);
        const size = volumeAlong(points, next);
        if (size >= volume) continue;
        [frame, volume, improved] = [next, size, true];
      }
    if (!improved) angle /= 2;
  }
  return volume;
}

/** The frame's three axes, rotated about one of them. */
function turned(frame: readonly number[], axis: number, angle: number): number[] {
  const out = [...frame];
  const [u, v] = [3 * ((axis + 1) % 3), 3 * ((axis + 2) % 3)];
  for (let k = 0; k < 3; k++) {
    out[u + k] = Math.cos(angle) * frame[u + k] + Math.sin(angle) * frame[v + k];
    out[v + k] = Math.cos(angle) * frame[v + k] - Math.sin(angle) * frame[u + k];
  }
  return out;
}

function volumeAlong(points: ArrayLike<number>, frame: readonly number[]): number {
  let volume = 1;
  for (let axis = 0; axis < 9; axis += 3) {
    let [least, most] = [Infinity, -Infinity];
    for (let i = 0; i < points.length; i += 3) {
      const along =
        points[i] * frame[axis] + points[i + 1] * frame[axis + 1] + points[i + 2] * frame[axis + 2];
      least = Math.min(least, along);
      most = Math.max(most, along);
    }
    volume *= most - least;
  }
  return volume;
}
