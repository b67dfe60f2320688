import { createRandom, poseOf, randomOffset, randomRotation } from "./random.mjs";

// Van den Bergen's experiment, section 5: two models, each turned at random and its origin put at random into a
// cube, whose size sets how often they meet. This file knows nothing of abut: the caller says what "meet" is.

/** Placements used to find the cube's size: enough that chance moves the rate of the rest by well under 1 %. */
const TUNING_PLACEMENTS = 20_000;
const STEPS = 40;

/** The first `count` placements of a seed, in a cube with this side. A longer list begins with the shorter one. */
export function createPlacements({ seed, count, side }) {
  const random = createRandom(seed);
  const place = () => poseOf(randomRotation(random), randomOffset(random, side));
  return Array.from({ length: count }, () => ({ aToWorld: place(), bToWorld: place() }));
}

/**
 * The side of the cube at which the share of placements that meet is `target`, by bisection: the larger the cube,
 * the fewer meet. `size` is the models' own, where the search begins.
 */
export function tuneCube({ seed, count, size, collides, target = 0.6, tolerance = 0.01 }) {
  const sample = Math.min(count, TUNING_PLACEMENTS);
  function hitRate(side) {
    let hits = 0;
    for (const { aToWorld, bToWorld } of createPlacements({ seed, count: sample, side }))
      if (collides(aToWorld, bToWorld)) hits++;
    return hits / sample;
  }
  let low = 0;
  let high = size;
  while (hitRate(high) > target) high *= 2;
  let side = high;
  let rate = 0;
  for (let step = 0; step < STEPS; step++) {
    side = (low + high) / 2;
    rate = hitRate(side);
    if (Math.abs(rate - target) <= tolerance / 5) break;
    if (rate > target) low = side;
    else high = side;
  }
  if (Math.abs(rate - target) > tolerance)
    throw new Error(`no cube gives ${100 * target} % hits: ${(100 * rate).toFixed(1)} % at side ${side}`);
  return { side, hitRate: rate };
}

/** Where b stands as seen from a; both poses rigid. */
export function relativePose(aToWorld, bToWorld) {
  const pose = new Float64Array(16);
  for (let column = 0; column < 4; column++) {
    const x = bToWorld[4 * column] - (column === 3 ? aToWorld[12] : 0);
    const y = bToWorld[4 * column + 1] - (column === 3 ? aToWorld[13] : 0);
    const z = bToWorld[4 * column + 2] - (column === 3 ? aToWorld[14] : 0);
    for (let row = 0; row < 3; row++)
      pose[4 * column + row] = aToWorld[4 * row] * x + aToWorld[4 * row + 1] * y + aToWorld[4 * row + 2] * z;
  }
  pose[15] = 1;
  return pose;
}

/** The pose with the model scaled first: by `scale`, three factors, along its own axes. */
export function scalePose(toWorld, scale) {
  return toWorld.map((value, i) => (i < 12 ? value * scale[i >> 2] : value));
}

/**
 * A way in small steps, for queries that remember the last frame: seen from a, b moves in straight lines, and turns
 * evenly, from one random placement to the next.
 */
export function createPath({ seed, count, side, stepsBetween = 100 }) {
  const random = createRandom(seed);
  const stop = () => {
    const [a, b] = [randomOffset(random, side), randomOffset(random, side)];
    return { rotation: randomRotation(random), offset: b.map((value, axis) => value - a[axis]) };
  };
  let from = stop();
  let to = stop();
  return Array.from({ length: count }, (_, step) => {
    const t = (step % stepsBetween) / stepsBetween;
    if (step > 0 && t === 0) [from, to] = [to, stop()];
    return poseOf(turnBetween(from.rotation, to.rotation, t), mix(from.offset, to.offset, t));
  });
}

function turnBetween(from, to, t) {
  const cosine = from.reduce((sum, value, i) => sum + value * to[i], 0);
  const turned = mix(from, cosine < 0 ? to.map((value) => -value) : to, t);
  const length = Math.hypot(...turned);
  return turned.map((value) => value / length);
}

function mix(from, to, t) {
  return from.map((value, i) => value + t * (to[i] - value));
}
