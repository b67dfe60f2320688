import { createMesh } from "abut";
import { createPlaneGrid, createSphere } from "abut/primitives";
import { createRandom } from "../random.mjs";

// Deformations of the kinds that van den Bergen's section 4 speaks of, the same for the same seed. Each is a mesh at rest
// and a function that moves its vertices to a time between 0 and 1.

/** The sequences by name: { title, create(seed, cells) → { mesh, moveTo(time) } }. */
export const SEQUENCES = {
  twist: { title: "Twist", create: createTwist },
  blowUp: { title: "Blow-up", create: createBlowUp },
  tear: { title: "Tear", create: createTear },
  crumple: { title: "Crumple", create: createCrumple },
};

/** A long tube whose far end makes four turns. */
function createTwist(_seed, cells) {
  const sheet = createPlaneGrid({ columns: 4 * cells, rows: cells, width: 8, depth: 2 });
  // The sheet rolled up along x to a tube: rows run round, columns along.
  const tube = moveVertices(sheet, ([x, , z]) => {
    const angle = Math.PI * z;
    return [x, 0.5 * Math.cos(angle), 0.5 * Math.sin(angle)];
  });
  return sequence(tube, ([x, y, z], time) => {
    const angle = time * 8 * Math.PI * (x / 8 + 0.5);
    return [x, y * Math.cos(angle) - z * Math.sin(angle), y * Math.sin(angle) + z * Math.cos(angle)];
  });
}

/** A sphere on which a dozen seeded spots grow to many times its size. */
function createBlowUp(seed, cells) {
  const random = createRandom(seed);
  const spots = Array.from({ length: 12 }, () => {
    const z = 2 * random() - 1;
    const angle = 2 * Math.PI * random();
    const r = Math.sqrt(1 - z * z);
    return [r * Math.cos(angle), r * Math.sin(angle), z];
  });
  const sphere = createSphere({ segments: 3 * cells, rings: 2 * cells });
  return sequence(sphere, ([x, y, z], time) => {
    let growth = 1;
    for (const [sx, sy, sz] of spots) {
      const cosine = (x * sx + y * sy + z * sz) / Math.hypot(x, y, z);
      growth += 6 * time * Math.exp(80 * (cosine - 1));
    }
    return [growth * x, growth * y, growth * z];
  });
}

/** A sheet that falls into strips, which fly off and pile up in another order: neighbours part for good. */
function createTear(seed, cells) {
  const random = createRandom(seed);
  const strips = 3 * cells;
  const { mesh: sheet, pieceOf: stripOf } = cut(
    createPlaneGrid({ columns: 2 * cells, rows: 2 * cells, width: 2, depth: 2 }),
    strips,
  );
  const order = shuffle(strips, random);
  const turns = Array.from({ length: strips }, () => 2 * Math.PI * random());
  return sequence(sheet, ([x, y, z], time, vertex) => {
    const strip = stripOf[vertex];
    const middle = (2 * (strip + 0.5)) / strips - 1;
    const goal = (2 * (order[strip] + 0.5)) / strips - 1;
    const angle = time * turns[strip];
    const dz = z - middle;
    return [
      x * Math.cos(angle) - dz * Math.sin(angle),
      y + 0.3 * time * Math.sin(turns[strip]),
      x * Math.sin(angle) + dz * Math.cos(angle) + middle + time * (goal - middle),
    ];
  });
}

/** A sheet pressed into a ball by folding it along seeded random lines, one after the other. */
function createCrumple(seed, cells) {
  const random = createRandom(seed);
  const sheet = createPlaneGrid({ columns: 2 * cells, rows: 2 * cells, width: 2, depth: 2 });
  const folds = Array.from({ length: 14 }, () => {
    const z = 2 * random() - 1;
    const angle = 2 * Math.PI * random();
    const r = Math.sqrt(1 - z * z);
    return { nx: r * Math.cos(angle), ny: z, nz: r * Math.sin(angle), at: 0.5 * (random() - 0.5) };
  });
  return sequence(sheet, (point, time) => {
    let [x, y, z] = point;
    folds.forEach(({ nx, ny, nz, at }, k) => {
      // Beyond the plane of the fold the sheet is pushed back through it, a little at first and mirrored in the end.
      const done = Math.min(1, Math.max(0, time * folds.length - k));
      const beyond = nx * x + ny * y + nz * z - at;
      if (beyond <= 0 || done === 0) return;
      const push = 1.9 * done * beyond;
      x -= push * nx;
      y -= push * ny;
      z -= push * nz;
    });
    // Paper has a thickness: without it folds would lie exactly on each other.
    return [x, y + 0.02 * time * Math.sin(37 * point[0]) * Math.cos(31 * point[2]), z];
  });
}

/** `move([x, y, z], time, vertex)` says where a vertex at rest is at a time. */
function sequence(mesh, move) {
  const rest = mesh.positions.slice();
  return {
    mesh,
    moveTo(time) {
      const { positions } = mesh;
      for (let v = 0; v < mesh.vertexCount; v++)
        positions.set(move([rest[3 * v], rest[3 * v + 1], rest[3 * v + 2]], time, v), 3 * v);
    },
  };
}

function moveVertices({ positions, indices }, move) {
  const moved = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3)
    moved.set(move([positions[i], positions[i + 1], positions[i + 2]]), i);
  return createMesh({ positions: moved, indices });
}

/** The mesh in pieces of equally many consecutive triangles, which share no vertices, and the piece of each vertex. */
function cut({ positions, indices }, pieces) {
  const copies = new Map();
  const from = [];
  const pieceOf = [];
  const cutIndices = indices.map((vertex, c) => {
    const piece = Math.floor((c * pieces) / indices.length);
    const key = `${piece} ${vertex}`;
    if (!copies.has(key)) {
      copies.set(key, from.length);
      from.push(vertex);
      pieceOf.push(piece);
    }
    return copies.get(key);
  });
  const cutPositions = Float64Array.from(
    { length: 3 * from.length },
    (_, i) => positions[3 * from[Math.floor(i / 3)] + (i % 3)],
  );
  return { mesh: createMesh({ positions: cutPositions, indices: cutIndices }), pieceOf };
}

function shuffle(count, random) {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor((i + 1) * random());
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}
