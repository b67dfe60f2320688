import { createRandom, poseOf, randomRotation } from "./random.mjs";

// Poses at given distances, after Trenkel, Weller and Zachmann 2007: a stands still, b is turned at random and comes
// from a random direction, its centre bound for a's. On that way the poses are found at which the surfaces are
// exactly so far apart. This file knows nothing of abut: the caller says what the distance of the surfaces is.
//
// Where b is on its way is t, the distance of the two centres. It falls from where the spheres around the models are
// apart; the surfaces come nearer by no more than t falls, so a step of (distance − wanted) never goes too far
// (conservative advancement). Hence the first pose on the way at each distance is found, up to NEAR.

/** What a distance may be wrong by, as a share of the models' size. */
export const TOLERANCE = 1e-10;
/** From here, as a share of the size, steps are lengthened by the slope of the last one: conservative ones would crawl. */
const NEAR = 1e-3;
const LONGEST_STEP = 8;
/** From here a contact is searched for by bisection. */
const TOUCHING = 1e-7;
const MOST_STEPS = 300;
const MOST_MISSES = 100;

/** The middle of a model's box, the radius of a sphere round it, and its size: the longest side of its box. */
export function measureModel(positions) {
  const low = [0, 1, 2].map((axis) => extreme(positions, axis, Math.min));
  const high = [0, 1, 2].map((axis) => extreme(positions, axis, Math.max));
  const sides = high.map((value, axis) => value - low[axis]);
  return {
    centre: high.map((value, axis) => (value + low[axis]) / 2),
    radius: Math.hypot(...sides) / 2,
    size: Math.max(...sides),
  };
}

function extreme(positions, axis, choose) {
  let value = positions[axis];
  for (let i = axis; i < positions.length; i += 3) value = choose(value, positions[i]);
  return value;
}

/**
 * The first `count` approaches of a seed; a longer list begins with the shorter one. `a` and `b` are what `measureModel`
 * says of the models, `distances` falling numbers of at least 0, relative to the larger one's size.
 * `distance(bToWorld)` is the distance of the surfaces, 0 where they meet, `collides(bToWorld)` whether they meet.
 * An approach is { rotation, direction, ways }, with a t in `ways` for each distance. For a distance of 0 that is the
 * last t before the contact, and one more t is added at the end: the next number below, at which they meet.
 */
export function createApproaches({
  seed,
  count,
  a,
  b,
  distances,
  distance,
  collides,
  onApproach = () => {},
}) {
  const random = createRandom(seed);
  const size = Math.max(a.size, b.size);
  const wanted = distances.map((relative) => relative * size);
  const approaches = [];
  let misses = 0;
  while (approaches.length < count) {
    const approach = { rotation: randomRotation(random), direction: randomDirection(random), ways: [] };
    const poseAt = (t) => approachPose(a, b, approach, t);
    const distanceAt = (t) => distance(poseAt(t));
    const collidesAt = (t) => collides(poseAt(t));
    let t = a.radius + b.radius + wanted[0];
    for (const target of wanted) {
      const ways =
        target > 0 ? wayTo(target, t, size, distanceAt) : wayToContact(t, size, distanceAt, collidesAt);
      if (ways === null) break;
      approach.ways.push(...ways);
      t = ways[0];
    }
    // b can pass through a hole, or end inside a without ever coming near
    const isMiss = approach.ways.length < distances.length;
    if (!isMiss) approaches.push(approach);
    else if (++misses > MOST_MISSES + count)
      throw new Error(`b came near a in ${approaches.length} of ${misses} approaches`);
    onApproach(approaches.length);
  }
  return approaches;
}

/** Where b stands when its centre is at a distance of t from a's. */
export function approachPose(a, b, { rotation, direction }, t) {
  const pose = poseOf(rotation, [0, 0, 0]);
  for (let row = 0; row < 3; row++) {
    const turned = pose[row] * b.centre[0] + pose[4 + row] * b.centre[1] + pose[8 + row] * b.centre[2];
    pose[12 + row] = a.centre[row] + t * direction[row] - turned;
  }
  return pose;
}

/** The t below `from` at which the surfaces are `target` apart, or null if there is none. */
function wayTo(target, from, size, distanceAt) {
  const near = advance(target, from, size, TOLERANCE * size, distanceAt);
  if (near === null) return null;
  if (near.below === null) return [near.t];
  return [findRoot(near.below, near.t, (t) => distanceAt(t) - target, TOLERANCE * size)];
}

/** The last number above which they are apart, and the next, at which they meet. */
function wayToContact(from, size, distanceAt, collidesAt) {
  const near = advance(0, from, size, TOUCHING * size, distanceAt);
  if (near === null) return null;
  let apart = near.t;
  let meets = near.below ?? apart;
  for (let step = TOUCHING * size; !collidesAt(meets); step *= 2) {
    if (step > NEAR * size) return null; // only grazed
    apart = meets;
    meets -= step;
  }
  for (;;) {
    const middle = (apart + meets) / 2;
    if (middle === apart || middle === meets) return [apart, meets];
    if (collidesAt(middle)) meets = middle;
    else apart = middle;
  }
}

/**
 * Steps towards `target` until it is no farther than `close`, or until a lengthened step has gone too far; `below` says
 * where to. Null if b's centre reaches a's, or no end is in sight.
 */
function advance(target, from, size, close, distanceAt) {
  let t = from;
  let gap = distanceAt(t) - target;
  let slope = 1;
  for (let step = 0; step < MOST_STEPS; step++) {
    if (gap <= close) return { t, below: null };
    const length = gap < NEAR * size ? Math.min(gap / slope, LONGEST_STEP * gap) : gap;
    const next = t - length;
    if (next <= 0) return null;
    const nextGap = distanceAt(next) - target;
    if (nextGap <= 0) return { t, below: next };
    slope = Math.max((gap - nextGap) / length, 1 / LONGEST_STEP);
    t = next;
    gap = nextGap;
  }
  return null;
}

/** A zero of `value` between `low`, where it is not positive, and `high`, where it is: false position, Illinois' way. */
function findRoot(low, high, value, tolerance) {
  let [belowT, below, aboveT, above] = [low, value(low), high, value(high)];
  let last = 0;
  for (;;) {
    const t = belowT + ((aboveT - belowT) * below) / (below - above);
    const middle = t > belowT && t < aboveT ? t : (belowT + aboveT) / 2;
    const found = value(middle);
    if (Math.abs(found) <= tolerance || middle === belowT || middle === aboveT) return middle;
    if (found > 0) {
      [aboveT, above] = [middle, found];
      if (last > 0) below /= 2;
    } else {
      [belowT, below] = [middle, found];
      if (last < 0) above /= 2;
    }
    last = Math.sign(found);
  }
}

/** A direction drawn evenly from the sphere. */
function randomDirection(random) {
  const z = 2 * random() - 1;
  const angle = 2 * Math.PI * random();
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(angle), r * Math.sin(angle), z];
}
