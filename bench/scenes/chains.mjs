import { createRandom } from "../random.mjs";
import { simulateRopes } from "./ropes.mjs";

// Two chains that swing against each other, or wind round each other: Tables 1 to 4 of Schmidl, Walker and Lin. Plain data for
// `createArticulatedBody` and `setPose`. The primitives are handed in: tests run on the sources, benchmarks on the built package.

/** Links end this far before their joints, so that neighbours never touch. */
const GAP = 0.03;

/** A joint's values: 7 for the free first link, 4 for each ball. */
const valueCount = (links) => 7 + 4 * (links - 1);

/**
 * { bodies: [links, links], frames, valuesAt(frame, body) }. `ratio` is a link's length to its thickness, `shape` "convex" or "dented",
 * `motion` "swing" or "braid". The motion does not depend on the shape.
 */
export function createChainScene(
  primitives,
  { links = 16, ratio = 6, shape = "convex", motion = "swing", frames = 10_000, seed = 1 } = {},
) {
  const half = 0.5 - GAP;
  const radius = half / ratio;
  const create = shape === "dented" ? primitives.createDentedEllipsoid : primitives.createEllipsoid;
  const mesh = create({ radii: [half, radius, radius], center: [0.5, 0, 0], segments: 12, rings: 8 });
  const values = [0, 1].map(() => new Float64Array(frames * valueCount(links)));
  const { start, pull } = (motion === "braid" ? braid : swing)(radius, seed);
  simulateRopes({
    ropes: 2,
    links,
    radius,
    frames,
    start,
    pull,
    record: (frame, rope, points) =>
      writeValues(turn(points, frame), links, values[rope], frame * valueCount(links)),
  });
  return {
    bodies: [0, 1].map(() => chainOf(links, mesh)),
    frames,
    valuesAt: (frame, body) =>
      values[body].subarray(frame * valueCount(links), (frame + 1) * valueCount(links)),
  };
}

/** The whole scene turns slowly about an oblique axis, so that nothing lies along the world's axes for long. */
function turn(points, frame) {
  const angle = 0.9 + 0.002 * frame;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [x, y, z] = [0.36, 0.48, 0.8];
  const out = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    const [px, py, pz] = points.subarray(i, i + 3);
    const along = (1 - cos) * (x * px + y * py + z * pz);
    out[i] = cos * px + sin * (y * pz - z * py) + along * x;
    out[i + 1] = cos * py + sin * (z * px - x * pz) + along * y;
    out[i + 2] = cos * pz + sin * (x * py - y * px) + along * z;
  }
  return out;
}

function chainOf(links, mesh) {
  return Array.from({ length: links }, (_, i) => ({
    name: `link ${i}`,
    mesh,
    parent: i === 0 ? null : `link ${i - 1}`,
    joint: {
      type: i === 0 ? "free" : "ball",
      origin: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, i === 0 ? 0 : 1, 0, 0, 1],
    },
  }));
}

/** Both hang side by side from hands that wander; winds sway them against each other and away. */
function swing(_radius, seed) {
  const random = createRandom(seed);
  const phases = Array.from({ length: 24 }, () => 2 * Math.PI * random());
  const wave = (i, time, speed) => Math.sin(speed * time + phases[i % phases.length]);
  return {
    start: (rope, joint) => [joint, rope - 0.5, 0],
    pull(rope, joint, time, at, out) {
      const side = rope === 0 ? -1 : 1;
      const gust = 5 * wave(3 * rope, time, 0.9) + 3 * wave(3 * rope + 1, time + 0.1 * joint, 1.7);
      out[0] = 10;
      out[1] = gust - 12 * (at[1] - 0.14 * side);
      out[2] = 6 * wave(3 * rope + 2, time + 0.15 * joint, 1.3) - 12 * at[2];
      if (joint > 0) return;
      // the hand: a stiff spring to where it wants to be
      const target = [0, side * (0.25 + 0.1 * wave(10 + rope, time, 0.5)), 0.3 * wave(12 + rope, time, 0.8)];
      for (let k = 0; k < 3; k++) out[k] = 300 * (target[k] - at[k]);
    },
  };
}

/** Each is drawn to one of two strands that turn about a common line, now tighter, now looser. */
function braid(radius, seed) {
  const random = createRandom(seed);
  const phase = 2 * Math.PI * random();
  return {
    start: (rope, joint) => [joint, rope === 0 ? -0.3 : 0.3, 0],
    pull(rope, joint, time, at, out) {
      const turn = Math.PI * rope + 0.4 * time + (0.55 + 0.25 * Math.sin(0.3 * time + phase)) * joint;
      const width = radius * (0.9 + 0.5 * Math.sin(0.7 * time + 2 * phase));
      out[0] = 60 * (0.94 * joint - at[0]);
      out[1] = 60 * (width * Math.cos(turn) - at[1]);
      out[2] = 60 * (width * Math.sin(turn) - at[2]);
    },
  };
}

/** The joint values that turn the links into the directions of the rope: each by the shortest turn from the one before. */
function writeValues(points, links, values, at) {
  values.set(points.subarray(0, 3), at);
  let world = [1, 0, 0, 0];
  let last = [1, 0, 0];
  for (let link = 0; link < links; link++) {
    const way = [0, 1, 2].map((k) => points[3 * link + 3 + k] - points[3 * link + k]);
    const next = multiply(shortestTurn(last, way), world);
    values.set(link === 0 ? next : multiply(conjugate(world), next), at + 3 + 4 * link);
    world = next;
    last = way;
  }
}

/** Quaternions are w x y z. */
function shortestTurn(from, to) {
  const cosine = from[0] * to[0] + from[1] * to[1] + from[2] * to[2];
  const q = [
    1 + cosine,
    from[1] * to[2] - from[2] * to[1],
    from[2] * to[0] - from[0] * to[2],
    from[0] * to[1] - from[1] * to[0],
  ];
  const length = Math.hypot(...q);
  return length > 1e-6 ? q.map((x) => x / length) : [0, 0, 0, 1]; // half a turn about z
}

function multiply([aw, ax, ay, az], [bw, bx, by, bz]) {
  return [
    aw * bw - ax * bx - ay * by - az * bz,
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
  ];
}

function conjugate([w, x, y, z]) {
  return [w, -x, -y, -z];
}
