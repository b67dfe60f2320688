import { existsSync, readFileSync } from "node:fs";
import { createMesh } from "abut";
import { createAllowedPairs, createArticulatedBody } from "abut/articulated";
import { locateMesh, readSrdf, readUrdf } from "abut/formats";
import { createBox, createTorus } from "abut/primitives";
import { createRandom, poseOf, randomRotation } from "../random.mjs";

// Scenes of `npm run bench -- world`. A scene is a list of bodies, each { kind, mesh } or { kind, body, allowed }, with where it stands
// at first, and move(frame, to), which tells `to` what has moved: to.pose(number, matrix), to.joints(number, values),
// to.deformed(number). Motion is smooth and depends on nothing but the frame and the seed.

const PANDA = new URL("../../../shared/data/models/B_articulated/panda/", import.meta.url);

/** Bodies of one mesh that turn and drift in a cube, each in about 3.7 pairs of overlapping boxes, of which 0.7 meet. */
export function rigidScene({
  count = 1000,
  seed = 1,
  mesh = createTorus({ majorSegments: 100, minorSegments: 25 }),
} = {}) {
  const random = createRandom(seed);
  const side = sideOf(count, 3.7, 3.2);
  const bodies = [];
  const courses = [];
  for (let i = 0; i < count; i++) {
    const course = createCourse(random, side);
    courses.push(course);
    bodies.push({ kind: "rigid", mesh, toWorld: course(0) });
  }
  return {
    bodies,
    move(frame, to) {
      for (let i = 0; i < count; i++) to.pose(i, courses[i](frame));
    },
  };
}

/**
 * The side of a cube in which `count` boxes of a given size, at random places, make `pairs` overlaps a box. At equal density few bodies
 * would make fewer overlaps each than many: more of them lie at the cube's faces.
 */
function sideOf(count, pairs, size) {
  const share = Math.cbrt((2 * pairs) / count); // of pairs that overlap along one axis: 2 x − x², for x = size / side
  return size / (1 - Math.sqrt(1 - share));
}

/** A place that swings about a random one, turning; a pose for each frame. */
function createCourse(random, side, offset = [0, 0, 0]) {
  const centre = [0, 1, 2].map((axis) => offset[axis] + side * (random() - 0.5));
  const [x, y, z, w] = randomRotation(random);
  const phases = [random(), random(), random()].map((phase) => 2 * Math.PI * phase);
  return (frame) => {
    const turn = 0.01 * frame;
    const [sine, cosine] = [Math.sin(turn / 2), Math.cos(turn / 2)];
    // The first rotation, then one about z.
    const rotation = [
      cosine * x - sine * y,
      cosine * y + sine * x,
      cosine * z + sine * w,
      cosine * w - sine * z,
    ];
    return poseOf(
      rotation,
      centre.map((value, axis) => value + 0.5 * Math.sin(0.02 * frame + phases[axis])),
    );
  };
}

/** A cloth of 2 · steps² triangles over 50 tori: waves run through it, and it folds onto itself at an edge. */
export function clothScene({ steps = 100, count = 50, seed = 2 } = {}) {
  const random = createRandom(seed);
  const size = 12;
  const torus = createTorus({ majorSegments: 100, minorSegments: 25 });
  const { mesh, wave } = createCloth(steps, size);
  const courses = Array.from({ length: count }, () => createCourse(random, size, [0, 0, -1]));
  return {
    bodies: [
      { kind: "deformable", mesh, self: true },
      ...courses.map((course) => ({ kind: "rigid", mesh: torus, toWorld: course(0) })),
    ],
    move(frame, to) {
      wave(frame);
      to.deformed(0);
      courses.forEach((course, i) => {
        to.pose(i + 1, course(frame));
      });
    },
  };
}

function createCloth(steps, size) {
  const width = steps + 1;
  const positions = new Float32Array(3 * width * width);
  const indices = new Uint32Array(6 * steps * steps);
  let at = 0;
  for (let i = 0; i < steps; i++)
    for (let j = 0; j < steps; j++) {
      const v = i * width + j;
      indices.set([v, v + 1, v + width + 1, v, v + width + 1, v + width], at);
      at += 6;
    }
  const wave = (frame) => {
    for (let i = 0; i < width; i++)
      for (let j = 0; j < width; j++) {
        const [u, v] = [i / steps, j / steps];
        // One strip in ten, folded back over the rest, whose waves reach through it.
        const folded = u > 0.9 ? 1.8 - u : u;
        const height = 0.25 * Math.sin(12 * u + 0.05 * frame) * Math.cos(9 * v) + (u > 0.9 ? 0.12 : 0);
        positions.set([size * (folded - 0.5), size * (v - 0.5), height], 3 * (i * width + j));
      }
  };
  wave(0);
  return { mesh: createMesh({ positions, indices }), wave };
}

/** Four arms around a table with a hundred parts on it. Franka's Panda where its files are at hand, otherwise arms of boxes. */
export async function armScene({ arms = 4, parts = 100, seed = 3 } = {}) {
  const random = createRandom(seed);
  const { create, name } = await readArm();
  const table = createBox({ size: [1.6, 1.6, 0.1] });
  const part = createTorus({ majorRadius: 0.03, minorRadius: 0.012, majorSegments: 40, minorSegments: 20 });
  const bodies = [{ kind: "static", mesh: table, toWorld: moved(0, 0, -0.06) }];
  for (let i = 0; i < parts; i++)
    bodies.push({
      kind: "rigid",
      mesh: part,
      toWorld: moved(1.3 * (random() - 0.5), 1.3 * (random() - 0.5), 0.02 + 0.4 * random()),
    });
  const first = bodies.length;
  const robots = Array.from({ length: arms }, (_, i) => {
    const { body, allowed } = create();
    const angle = (2 * Math.PI * i) / arms;
    const base = turned(Math.PI + angle, 0.75 * Math.cos(angle), 0.75 * Math.sin(angle), 0);
    bodies.push({ kind: "articulated", body, allowed, toWorld: base, self: true });
    return { body, phases: Array.from({ length: body.articulation.valueCount }, () => 6 * random()) };
  });
  return {
    name,
    bodies,
    move(frame, to) {
      robots.forEach(({ phases }, i) => {
        to.joints(
          first + i,
          phases.map((phase, k) => MIDDLE[k % 7] + 0.6 * Math.sin(0.02 * frame + phase)),
        );
      });
      for (let i = 0; i < parts; i += 10) {
        const [x, y, z] = bodies[1 + i].toWorld.slice(12);
        to.pose(1 + i, moved(x, y, z + 0.02 * Math.sin(0.1 * frame + i)));
      }
    },
  };
}

const MIDDLE = [0, -0.6, 0, -2, 0, 1.6, 0.8];

/** All three scenes in one place, so that bodies of one meet those of the others. */
export async function wholeScene({ count = 1000, seed = 4 } = {}) {
  const scenes = [rigidScene({ count, seed }), clothScene({ seed }), await armScene({ seed })];
  const starts = scenes.map((_, s) => scenes.slice(0, s).reduce((sum, { bodies }) => sum + bodies.length, 0));
  return {
    bodies: scenes.flatMap(({ bodies }) => bodies),
    move(frame, to) {
      scenes.forEach(({ move }, s) => {
        move(frame, {
          pose: (i, matrix) => to.pose(starts[s] + i, matrix),
          joints: (i, values) => to.joints(starts[s] + i, values),
          deformed: (i) => to.deformed(starts[s] + i),
        });
      });
    },
  };
}

async function readArm() {
  if (!existsSync(PANDA)) return { name: "arm of boxes", create: createBoxArm };
  const folder = PANDA.pathname;
  const packages = { "example-robot-data/robots/panda_description/meshes/collision": `${folder}meshes` };
  const robot = await readUrdf(readFileSync(`${folder}panda.urdf`), "panda.urdf", {
    resolve: (uri) => readFileSync(locateMesh(uri, { packages })),
    geometry: "collision",
    missingMeshes: "warn",
  });
  const source = readFileSync(`${folder}panda.srdf`);
  const { allowedPairs: pairs } = await readSrdf(source, "panda.srdf", { links: robot.links });
  const create = () => {
    const body = createArticulatedBody(robot.links);
    return { body, allowed: createAllowedPairs(body, { pairs }) };
  };
  return { name: "Panda", create };
}

/** Seven hinges, the size of a Panda. */
function createBoxArm() {
  const limb = createTorus({ majorRadius: 0.06, minorRadius: 0.05, majorSegments: 40, minorSegments: 24 });
  const links = Array.from({ length: 8 }, (_, i) => ({
    name: `link ${i}`,
    mesh: limb,
    ...(i > 0 && {
      parent: `link ${i - 1}`,
      joint: { type: "hinge", origin: moved(0, 0, 0.15), axis: i % 2 === 1 ? [0, 0, 1] : [0, 1, 0] },
    }),
  }));
  const body = createArticulatedBody(links);
  return { body, allowed: createAllowedPairs(body) };
}

function moved(x, y, z) {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}

function turned(angle, x, y, z) {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return [cosine, sine, 0, 0, -sine, cosine, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}
