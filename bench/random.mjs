// Random numbers, rotations and places that depend on nothing but the seed.

/** Numbers in 0 … 1 (1 excluded), the same for the same seed: the sfc32 generator of PractRand. */
export function createRandom(seed) {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = seed | 0;
  let counter = 1;
  function next() {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }
  for (let i = 0; i < 15; i++) next(); // neighbouring seeds look alike for the first few
  return next;
}

/**
 * A rotation drawn evenly from all rotations, as a unit quaternion x, y, z, w (Shoemake, "Uniform random
 * rotations", Graphics Gems III): two random angles in two planes, whose shares of the unit length are random too.
 */
export function randomRotation(random) {
  const share = random();
  const first = 2 * Math.PI * random();
  const second = 2 * Math.PI * random();
  const near = Math.sqrt(1 - share);
  const far = Math.sqrt(share);
  return [near * Math.sin(first), near * Math.cos(first), far * Math.sin(second), far * Math.cos(second)];
}

/** A place in a cube with this side about the origin. */
export function randomOffset(random, side) {
  return [side * (random() - 0.5), side * (random() - 0.5), side * (random() - 0.5)];
}

/** The pose of a unit quaternion and an offset: 16 numbers, column-major. */
export function poseOf([x, y, z, w], [dx, dy, dz]) {
  // biome-ignore format: a matrix reads in columns
  return Float64Array.of(
    1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0,
    2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0,
    2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0,
    dx, dy, dz, 1,
  );
}
