// A small simulation of ropes of equal links: points at the joints, moved by Verlet's rule, then corrected until links keep their length,
// do not bend too far and do not pass through each other. It brings links into close contact as real ones would be. What comes
// out are directions of links, so that joints hold whatever the corrections leave.

const CORRECTIONS = 5;
const DAMPING = 0.97;
const STEP = 1 / 60;
const MOST_BEND = Math.PI / 3;

/**
 * Runs `frames` steps of ropes with `links` links of length 1. `start(rope, joint)` places a joint, `pull(rope, joint, time, at, out)` writes
 * its acceleration, `radius` is a link's thickness in its middle. Calls `record(frame, rope, points)`, x y z a joint, after each step.
 */
export function simulateRopes({ ropes, links, radius, frames, start, pull, record }) {
  const count = links + 1;
  const points = new Float64Array(3 * ropes * count);
  for (let rope = 0; rope < ropes; rope++)
    for (let joint = 0; joint < count; joint++) points.set(start(rope, joint), 3 * (rope * count + joint));
  for (let rope = 0; rope < ropes; rope++) straighten(points, 3 * rope * count, links);
  const before = points.slice();
  const force = new Float64Array(3);
  for (let frame = 0; frame < frames; frame++) {
    for (let p = 0; p < ropes * count; p++) {
      const at = 3 * p;
      pull(Math.floor(p / count), p % count, frame * STEP, points.subarray(at, at + 3), force);
      for (let k = 0; k < 3; k++) {
        const now = points[at + k];
        points[at + k] += DAMPING * (now - before[at + k]) + force[k] * STEP * STEP;
        before[at + k] = now;
      }
    }
    for (let i = 0; i < CORRECTIONS; i++) {
      for (let rope = 0; rope < ropes; rope++) keepLengths(points, 3 * rope * count, links);
      partLinks(points, ropes, links, radius);
    }
    for (let rope = 0; rope < ropes; rope++) {
      straighten(points, 3 * rope * count, links);
      record(frame, rope, points.subarray(3 * rope * count, 3 * (rope + 1) * count));
    }
  }
}

function keepLengths(p, start, links) {
  for (let link = 0; link < links; link++) {
    const i = start + 3 * link;
    const [x, y, z] = [p[i + 3] - p[i], p[i + 4] - p[i + 1], p[i + 5] - p[i + 2]];
    const share = 0.5 - 0.5 / Math.max(1e-9, Math.hypot(x, y, z));
    for (const [k, way] of [x, y, z].entries()) {
      p[i + k] += share * way;
      p[i + 3 + k] -= share * way;
    }
  }
}

/** Makes every link exactly as long as it is, from the first joint on, and bent by no more than it may be. */
function straighten(p, start, links) {
  let last = null;
  for (let i = start; i < start + 3 * links; i += 3) {
    let way = unit([p[i + 3] - p[i], p[i + 4] - p[i + 1], p[i + 5] - p[i + 2]]) ?? last ?? [1, 0, 0];
    if (last !== null) way = bendAtMost(last, way);
    for (let k = 0; k < 3; k++) p[i + 3 + k] = p[i + k] + way[k];
    last = way;
  }
}

function bendAtMost(from, to) {
  const cosine = from[0] * to[0] + from[1] * to[1] + from[2] * to[2];
  if (cosine >= Math.cos(MOST_BEND)) return to;
  const across = unit(to.map((x, k) => x - cosine * from[k])) ?? anyAcross(from);
  return from.map((x, k) => Math.cos(MOST_BEND) * x + Math.sin(MOST_BEND) * across[k]);
}

function anyAcross([x, y, z]) {
  return Math.abs(x) < 0.8 ? (unit([0, z, -y]) ?? [0, 1, 0]) : unit([-z, 0, x]);
}

function unit(v) {
  const length = Math.hypot(...v);
  return length > 1e-12 ? v.map((x) => x / length) : null;
}

/** Pushes links apart whose ellipsoids, taken as round about the nearest points of their axes, reach into each other. */
function partLinks(p, ropes, links, radius) {
  const count = links + 1;
  for (let m = 0; m < ropes * links; m++)
    for (let n = m + 1; n < ropes * links; n++) {
      const sameRope = Math.floor(m / links) === Math.floor(n / links);
      if (sameRope && n - m < 2) continue;
      const i = 3 * (Math.floor(m / links) * count + (m % links));
      const j = 3 * (Math.floor(n / links) * count + (n % links));
      if (!areNear(p, i, j, 1 + 2 * radius)) continue;
      nearestOnSegments(p, i, j);
      const [s, t, x, y, z] = nearest;
      const reach = thickness(radius, s) + thickness(radius, t);
      const square = x * x + y * y + z * z;
      if (square >= reach * reach || square < 1e-18) continue;
      const distance = Math.sqrt(square);
      const push = (0.5 * (reach - distance)) / distance;
      for (const [k, way] of [x, y, z].entries()) {
        p[i + k] -= push * (1 - s) * way;
        p[i + 3 + k] -= push * s * way;
        p[j + k] += push * (1 - t) * way;
        p[j + 3 + k] += push * t * way;
      }
    }
}

function thickness(radius, s) {
  return radius * Math.sqrt(Math.max(0, 1 - (2 * s - 1) ** 2));
}

function areNear(p, i, j, reach) {
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const way = (p[i + k] + p[i + 3 + k] - p[j + k] - p[j + 3 + k]) / 2;
    square += way * way;
  }
  return square < reach * reach;
}

// s on the first, t on the second, and the way from the first to the second
const nearest = [0, 0, 0, 0, 0];

/** Two segments of length 1 (Ericson, Real-Time Collision Detection, 5.1.9, for unit lengths). */
function nearestOnSegments(p, i, j) {
  const d = [0, 1, 2].map((k) => p[i + 3 + k] - p[i + k]);
  const e = [0, 1, 2].map((k) => p[j + 3 + k] - p[j + k]);
  const r = [0, 1, 2].map((k) => p[i + k] - p[j + k]);
  const [dd, ee, de, dr, er] = [dot(d, d), dot(e, e), dot(d, e), dot(d, r), dot(e, r)];
  const across = dd * ee - de * de;
  let s = across > 1e-12 ? clamp((de * er - dr * ee) / across) : 0.5;
  let t = (de * s + er) / ee;
  if (t < 0 || t > 1) {
    t = clamp(t);
    s = clamp((de * t - dr) / dd);
  }
  nearest[0] = s;
  nearest[1] = t;
  for (let k = 0; k < 3; k++) nearest[2 + k] = t * e[k] - r[k] - s * d[k];
}

function dot(u, v) {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

function clamp(x) {
  return x < 0 ? 0 : x > 1 ? 1 : x;
}
