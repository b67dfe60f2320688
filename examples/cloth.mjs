// A cloth falls on a ball that moves, and on itself: node examples/cloth.mjs (after npm run build)
//
// Position-based dynamics, as small as it can be: vertices fall, edges keep their lengths, and every two features that the world says are
// nearer than the cloth is thick are pushed apart along their normal.
import { createMesh } from "abut";
import { createEllipsoid } from "abut/primitives";
import { createWorld } from "abut/world";

const STEPS = 24; // squares a side
const SIZE = 2;
const THICKNESS = 0.03;
const FRAMES = 90;
const ROUNDS = 12; // of constraints, a frame

const { mesh, edges } = createCloth();
const last = mesh.positions.slice();
const world = createWorld();
const ball = world.add({ kind: "rigid", mesh: createEllipsoid({ radii: 0.5, segments: 32, rings: 20 }) });
const cloth = world.add({ kind: "deformable", mesh });
let nearest = Infinity;
let rows = 0;
let meeting = 0;

for (let frame = 0; frame < FRAMES; frame++) {
  world.setPose(ball, at(0.3 * Math.sin(0.05 * frame), 0, 0));
  fall();
  for (let round = 0; round < ROUNDS; round++) {
    keepLengths();
    if (round % 4 === 3) pushApart();
  }
  const { pairs } = world.step();
  meeting += pairs.count;
}

let lowest = Infinity;
for (let z = 2; z < mesh.positions.length; z += 3) lowest = Math.min(lowest, mesh.positions[z]);
console.log(`${mesh.triangleCount} triangles, ${FRAMES} frames, ${rows} near pairs of features pushed apart`);
console.log(`frames in which surfaces met: ${meeting}; least distance that was seen: ${nearest.toFixed(4)}`);
console.log(`the cloth hangs from the ball down to ${lowest.toFixed(2)}`);

/** Verlet: on with the last velocity, some of it lost, and gravity. */
function fall() {
  const { positions } = mesh;
  for (let i = 0; i < positions.length; i++) {
    const x = positions[i];
    positions[i] += 0.97 * (x - last[i]) - (i % 3 === 2 ? 0.0008 : 0);
    last[i] = x;
  }
}

function keepLengths() {
  const { positions } = mesh;
  for (const [a, b, length] of edges) {
    const d = [0, 1, 2].map((k) => positions[3 * b + k] - positions[3 * a + k]);
    const share = 0.5 * (1 - length / Math.hypot(...d));
    for (let k = 0; k < 3; k++) {
      positions[3 * a + k] += share * d[k];
      positions[3 * b + k] -= share * d[k];
    }
  }
}

/** Moves the cloth's vertices so that near features are as far apart as it is thick. */
function pushApart() {
  world.deformed(cloth);
  for (const { bodyA, bodyB, features } of world.step({ near: THICKNESS }).near) {
    for (let row = 0; row < features.count; row++) {
      const distance = features.distances[row];
      nearest = Math.min(nearest, distance);
      rows++;
      const kind = features.kinds[row]; // 0: a vertex and a face, 1: a face and a vertex, 2: two edges
      const ofA = kind === 0 ? 1 : kind === 1 ? 3 : 2; // how many of the four vertices are a's
      const weights = features.weights.subarray(4 * row, 4 * row + 4);
      // Normals point from a to b. Only vertices of the cloth give way.
      let give = 0;
      for (let i = 0; i < 4; i++) if ((i < ofA ? bodyA : bodyB) === cloth) give += weights[i] ** 2;
      if (give === 0) continue;
      for (let i = 0; i < 4; i++) {
        if ((i < ofA ? bodyA : bodyB) !== cloth) continue;
        const way = ((i < ofA ? -1 : 1) * (THICKNESS - distance) * weights[i]) / give;
        const vertex = features.vertices[4 * row + i];
        for (let k = 0; k < 3; k++)
          mesh.positions[3 * vertex + k] += 0.5 * way * features.normals[3 * row + k];
      }
    }
  }
  world.deformed(cloth);
}

function createCloth() {
  const width = STEPS + 1;
  const positions = new Float64Array(3 * width * width);
  const indices = [];
  const pairs = new Set();
  for (let v = 0; v < width * width; v++) {
    const [i, j] = [v % width, Math.floor(v / width)];
    positions.set([SIZE * (i / STEPS - 0.5), SIZE * (j / STEPS - 0.5), 0.6], 3 * v);
    if (i === STEPS || j === STEPS) continue;
    indices.push(v, v + 1, v + width + 1, v, v + width + 1, v + width);
  }
  for (let t = 0; t < indices.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const [a, b] = [indices[t + k], indices[t + ((k + 1) % 3)]];
      pairs.add(a < b ? `${a} ${b}` : `${b} ${a}`);
    }
  const lengthOf = (a, b) => Math.hypot(...[0, 1, 2].map((k) => positions[3 * a + k] - positions[3 * b + k]));
  const list = [...pairs].map((pair) => pair.split(" ").map(Number)).map(([a, b]) => [a, b, lengthOf(a, b)]);
  return { mesh: createMesh({ positions, indices: Uint32Array.from(indices) }), edges: list };
}

function at(x, y, z) {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}
