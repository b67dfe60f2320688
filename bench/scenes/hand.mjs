import { createRandom } from "../random.mjs";

// A hand of 18 links plays with a ball above a table: Table 5 of Schmidl, Walker and Lin, whose 288,072 brute calls are 72 pairs in
// 4,001 frames; here 18 links against ball, table, cup and block. Scripted: the ball jumps, the hand follows it and closes on it.
// Lengths in centimetres, z upwards.

const FINGERS = [
  // where it begins on the palm, its direction across, the lengths of its links
  { name: "thumb", at: [2, -4.5, 0], turn: -0.9, lengths: [4, 3, 2.4] },
  { name: "index", at: [9.2, -3, 0], turn: -0.1, lengths: [4.4, 2.6, 2] },
  { name: "middle", at: [9.5, -1, 0], turn: 0, lengths: [4.8, 3, 2.1] },
  { name: "ring", at: [9.2, 1, 0], turn: 0.07, lengths: [4.5, 2.8, 2] },
  { name: "little", at: [8.6, 3, 0], turn: 0.18, lengths: [3.4, 2, 1.8] },
];
const BALL = 3;
const THICK = 0.85;

/** { bodies: [hand, surroundings], frames, valuesAt(frame, body) } */
export function createHandScene(primitives, { frames = 4000, seed = 1 } = {}) {
  const random = createRandom(seed);
  const phases = Array.from({ length: 16 }, () => 2 * Math.PI * random());
  const hand = handOf(primitives);
  const surroundings = surroundingsOf(primitives);
  const counts = [7 + 2 + 15, 7];
  const values = counts.map((count) => new Float64Array(frames * count));
  for (let frame = 0; frame < frames; frame++) {
    const ball = ballAt(frame, phases);
    values[0].set(handValues(frame, ball, phases), frame * counts[0]);
    values[1].set([...ball, 1, 0, 0, 0], frame * counts[1]);
  }
  return {
    bodies: [hand, surroundings],
    frames,
    valuesAt: (frame, body) => values[body].subarray(frame * counts[body], (frame + 1) * counts[body]),
  };
}

function moved(x, y = 0, z = 0, turn = 0) {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return [cos, sin, 0, 0, -sin, cos, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}

function handOf({ createEllipsoid, createBox }) {
  const limb = (length, thick) =>
    createEllipsoid({
      radii: [0.47 * length, thick, thick],
      center: [length / 2, 0, 0],
      segments: 10,
      rings: 6,
    });
  const links = [
    { name: "forearm", mesh: limb(24, 3.5), joint: { type: "free" } },
    {
      name: "wrist",
      parent: "forearm",
      mesh: createEllipsoid({ radii: [1.4, 2.6, 1.6], center: [1.7, 0, 0] }),
      joint: { type: "hinge", origin: moved(24), axis: [0, 1, 0], limits: [-1, 1] },
    },
    {
      name: "palm",
      parent: "wrist",
      mesh: createBox({ size: [8.4, 8, 2], center: [4.6, 0, 0] }),
      joint: { type: "hinge", origin: moved(3.4), axis: [0, 0, 1], limits: [-0.5, 0.5] },
    },
  ];
  for (const { name, at, turn, lengths } of FINGERS)
    lengths.forEach((length, k) => {
      links.push({
        name: `${name} ${k}`,
        parent: k === 0 ? "palm" : `${name} ${k - 1}`,
        mesh: limb(length, THICK - 0.1 * k),
        joint: {
          type: "hinge",
          origin: k === 0 ? moved(...at, turn) : moved(lengths[k - 1]),
          axis: [0, 1, 0], // positive curls downwards
          limits: [-0.3, 1.6],
        },
      });
    });
  return links;
}

function surroundingsOf({ createBox, createEllipsoid, createIcosphere }) {
  return [
    { name: "table", mesh: createBox({ size: [90, 70, 3], center: [10, 0, -1.5], segments: [6, 5, 1] }) },
    {
      name: "ball",
      parent: "table",
      mesh: createIcosphere({ radius: BALL, subdivisions: 2 }),
      joint: { type: "free" },
    },
    {
      name: "cup",
      parent: "table",
      mesh: createEllipsoid({ radii: [3, 3, 4.5], center: [0, 0, 4.5] }),
      joint: { type: "fixed", origin: moved(24, 16) },
    },
    {
      name: "block",
      parent: "table",
      mesh: createBox({ size: [6, 6, 6], center: [0, 0, 3] }),
      joint: { type: "fixed", origin: moved(20, -18, 0, 0.4) },
    },
  ];
}

/** It wanders over the table and jumps. */
function ballAt(frame, phases) {
  const time = frame / 30;
  const jump = Math.abs(Math.sin(1.1 * time + phases[0]));
  return [
    14 + 5 * Math.sin(0.31 * time + phases[1]),
    9 * Math.sin(0.23 * time + phases[2]),
    BALL + 0.02 + 7 * jump * (0.6 + 0.4 * Math.sin(0.17 * time + phases[3])),
  ];
}

function handValues(frame, [x, y, z], phases) {
  const time = frame / 30;
  // how far the hand keeps above the ball: now and then it reaches it
  const above = BALL + 1.3 + 2.2 * (1 + Math.sin(0.9 * time + phases[4]));
  const tilt = 0.12 * Math.sin(0.7 * time + phases[5]);
  const reach = 24 + 3.4 + 8;
  const forearm = [
    x - reach + 2 * Math.sin(0.5 * time + phases[6]),
    y,
    z + above,
    Math.cos(tilt / 2),
    0,
    Math.sin(tilt / 2),
    0,
  ];
  const wrist = -tilt + 0.15 * Math.sin(1.3 * time + phases[7]);
  const sideways = 0.2 * Math.sin(0.6 * time + phases[8]);
  const curls = FINGERS.flatMap((_, finger) =>
    [0.55, 0.75, 0.6].map((most, k) => {
      const grip = 0.5 + 0.5 * Math.sin(1.4 * time + 0.5 * finger + phases[9] - 0.3 * k);
      return 0.1 + most * grip;
    }),
  );
  return [...forearm, wrist, sideways, ...curls];
}
