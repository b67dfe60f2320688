import { createArticulatedBody } from "../../../src/articulated.ts";
import { createMesh, PoseError, type TriangleMesh } from "../../../src/index.ts";
import { createWorld, type World, type WorldPairs } from "../../../src/world/index.ts";
import { cornersOf, type FuzzMesh, type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { isTame, smallMeshes } from "../generators/meshes.ts";
import { anyPose, latticePose } from "../generators/poses.ts";
import { pairsOfMeshes, selfPairsOfMesh } from "../oracles/mesh-pairs.ts";
import { worldTriangles } from "../oracles/world-vertices.ts";
import { createRandom, type Random } from "../random.ts";
import { meshText, print, type Session } from "../session.ts";

export const world: FuzzQuery = {
  name: "world",
  unit: "steps",
  goal: 1e5,
  checks:
    "createWorld: bodies of all kinds that come, move, deform, go and are restored; pairs, triangles and events of every step",
  generate(random) {
    const { kind, meshes, isLattice } = smallMeshes(random, random.between(3, 6), 5);
    const numbers = {
      seed: [random.below(2 ** 30)],
      steps: [random.between(2, 12)],
      isLattice: [Number(isLattice)],
    };
    return { kind: `world of ${kind}`, meshes, poses: [], numbers };
  },
  check({ meshes, numbers }, session) {
    session.eachVariant(["aabb"], () => {
      const random = createRandom(`world ${numbers.seed}`);
      const broadPhase = random.pick(["auto", "dynamic-tree", "segment-sort"] as const);
      const made = session.step(
        () => `const world = createWorld({ broadPhase: "${broadPhase}" });`,
        () => createWorld({ broadPhase }),
      );
      const scene: Scene = {
        world: made,
        random,
        session,
        meshes,
        makePose: !meshes.every(isTame) ? () => null : numbers.isLattice[0] === 1 ? latticePose : anyPose,
        bodies: new Map(),
        allowed: new Set(),
        kept: null,
      };
      let last: string[] = [];
      for (let step = 0; step < numbers.steps[0]; step++) {
        for (let n = random.between(0, 4); n >= 0; n--) last = changeOnce(scene, last);
        last = checkStep(scene, last);
      }
    });
  },
};

interface Body {
  kind: "static" | "rigid" | "deformable" | "articulated";
  /** One, or one a link. */
  meshes: FuzzMesh[];
  poses: (ArrayLike<number> | null)[];
  groups: number;
  mask: number;
  self: boolean;
}

interface Kept {
  readonly snapshot: ReturnType<World["snapshot"]>;
  readonly bodies: ReadonlyMap<number, Body>;
  /** Coordinates and poses as they were. */
  readonly numbers: string;
  readonly allowed: ReadonlySet<string>;
  readonly last: string[];
}

interface Scene {
  readonly world: World;
  readonly random: Random;
  readonly session: Session;
  readonly meshes: readonly FuzzMesh[];
  makePose(random: Random): number[] | null;
  bodies: Map<number, Body>;
  /** Pairs of ids, the lower one first. */
  allowed: Set<string>;
  /** What the last snapshot has. */
  kept: Kept | null;
}

/** Changes the scene in one random way. Returns what the next step compares its pairs with. */
function changeOnce(scene: Scene, last: string[]): string[] {
  const { world, random, bodies, allowed } = scene;
  const ids = [...bodies.keys()];
  const dice = random.below(20);
  if (ids.length < 2 || (dice < 3 && ids.length < 6)) {
    addBody(scene);
    return last;
  }
  const id = random.pick(ids);
  const other = random.pick(ids);
  const body = bodies.get(id)!;
  const key = pairKey(id, other);
  if (dice < 4) {
    call(scene, `world.remove(${id});`, () => world.remove(id));
    bodies.delete(id);
    for (const pair of allowed) if (pair.split(" ").includes(String(id))) allowed.delete(pair);
  } else if (dice === 4 && allowed.delete(key))
    call(scene, `world.disallow(${id}, ${other});`, () => world.disallow(id, other));
  else if (dice === 5) {
    call(scene, `world.allow(${id}, ${other});`, () => world.allow(id, other));
    allowed.add(key);
  } else if (dice === 6) {
    body.groups = random.pick([1, 2, 3]);
    body.mask = random.pick([1, 3, 0xffffffff]);
    call(scene, `world.setGroups(${id}, ${body.groups}, ${body.mask});`, () =>
      world.setGroups(id, body.groups, body.mask),
    );
  } else if (dice === 7) keepSnapshot(scene, last);
  else if (dice === 8 && scene.kept !== null) return restore(scene, scene.kept);
  else if (body.kind === "articulated") moveJoints(scene, id, body);
  else if (body.kind === "deformable" && random.chance(0.7)) deform(scene, id, body);
  else moveBody(scene, id, body);
  return last;
}

function addBody(scene: Scene): void {
  const { world, random, meshes, bodies } = scene;
  const kind = random.pick(["static", "rigid", "rigid", "deformable", "articulated"] as const);
  const pose = scene.makePose(random);
  const groups = random.pick([1, 1, 3]);
  const mask = random.pick([0xffffffff, 0xffffffff, 1]);
  const self = random.chance(0.6);
  if (kind === "articulated") {
    const links = [copyOf(random.pick(meshes)), copyOf(random.pick(meshes)), copyOf(random.pick(meshes))];
    const joint = (name: string) => ({ type: "slider" as const, name, axis: [1, 0, 0] });
    const described = [
      { name: "a" },
      { name: "b", parent: "a", joint: joint("1") },
      { name: "c", parent: "b", joint: joint("2") },
    ];
    const texts = links.map((mesh, i) =>
      print(described[i], new Map()).replace(/ }$/, `, "mesh": ${meshText(mesh)} }`),
    );
    const options = { toWorld: pose, groups, mask, self };
    const text = `world.add({ kind: "articulated", body: createArticulatedBody([${texts.join(", ")}]), ...${print(options, new Map())} });`;
    const placed = { poses: [] as Float64Array[] };
    const id = call(scene, text, () => {
      const body = createArticulatedBody(described.map((link, i) => ({ ...link, mesh: meshOf(links[i]) })));
      placed.poses = [...body.linkPoses];
      return world.add({ kind, body, ...options });
    });
    if (id !== undefined) bodies.set(id, { kind, meshes: links, poses: placed.poses, groups, mask, self });
    return;
  }
  const mesh = copyOf(random.pick(meshes));
  const options = { toWorld: pose, groups, mask, ...(kind === "deformable" ? { self } : {}) };
  const text = `world.add({ kind: "${kind}", mesh: ${meshText(mesh)}, ...${print(options, new Map())} });`;
  const id = call(scene, text, () => world.add({ kind, mesh: meshOf(mesh), ...options }));
  if (id !== undefined)
    bodies.set(id, {
      kind,
      meshes: [mesh],
      poses: [pose],
      groups,
      mask,
      self: kind === "deformable" && self,
    });
}

function moveBody(scene: Scene, id: number, body: Body): void {
  const { world, random } = scene;
  const pose = scene.makePose(random);
  const isMoved = call(scene, `world.setPose(${id}, ${print(pose, new Map())});`, () => {
    world.setPose(id, pose);
    return true;
  });
  if (isMoved) body.poses[0] = pose;
}

/** The oracle reads the poses of the links, which abut's body has. */
function moveJoints(scene: Scene, id: number, { kind }: Body): void {
  const { world, random } = scene;
  const values = [random.between(-2, 2), random.pick([0, 1, random.next()])];
  call(scene, `world.setJoints(${id}, [${values.join(", ")}]); // ${kind}`, () =>
    world.setJoints(id, values),
  );
}

function deform({ world, random, session }: Scene, id: number, body: Body): void {
  const { positions } = body.meshes[0];
  const factor = random.pick([1, 2, 0.5, -1]);
  const shift = random.pick([0, 0, 1]) * Math.abs(positions[0]);
  for (let i = 0; i < positions.length; i++)
    positions[i] = Math.max(
      -(2 ** 99),
      Math.min(2 ** 99, random.chance(0.2) ? factor * positions[i] + shift : positions[i]),
    );
  const moved = Array.from(positions);
  session.step(
    () => `meshOfBody(world, ${id}).positions.set([${moved.join(", ")}]); world.deformed(${id});`,
    () => world.deformed(id),
  );
}

function keepSnapshot(scene: Scene, last: string[]): void {
  const snapshot = call(scene, "const snapshot = world.snapshot();", () => scene.world.snapshot());
  if (snapshot === undefined) return;
  scene.kept = {
    snapshot,
    bodies: copyBodies(scene.bodies),
    numbers: numbersOf(scene.bodies),
    allowed: new Set(scene.allowed),
    last,
  };
}

/** The meshes, and the poses of links, stay those that abut has. */
function copyBodies(bodies: ReadonlyMap<number, Body>): Map<number, Body> {
  return new Map([...bodies].map(([id, body]) => [id, { ...body, poses: body.poses.slice() }]));
}

/** All coordinates and poses, written down. */
function numbersOf(bodies: ReadonlyMap<number, Body>): string {
  return [...bodies.values()]
    .flatMap(({ meshes, poses }) => [
      ...meshes.map(({ positions }) => String(positions)),
      ...poses.map(String),
    ])
    .join();
}

function restore(scene: Scene, kept: Kept): string[] {
  call(scene, "world.restore(snapshot);", () => scene.world.restore(kept.snapshot));
  scene.bodies = copyBodies(kept.bodies);
  const numbers = numbersOf(scene.bodies);
  if (numbers !== kept.numbers) throw new WrongAnswer("restore leaves other numbers", numbers, kept.numbers);
  scene.allowed = new Set(kept.allowed);
  return kept.last;
}

/** Runs a call that may refuse a pose: then it changes nothing, and undefined is returned. */
function call<T>({ session }: Scene, text: string, work: () => T): T | undefined {
  return session.step(
    () => text,
    () => {
      try {
        return work();
      } catch (error) {
        if (error instanceof PoseError) return undefined;
        throw error;
      }
    },
  );
}

function checkStep(scene: Scene, last: string[]): string[] {
  const { world, random, session } = scene;
  const find = random.pick(["pairs", "triangles", "triangles"] as const);
  const step = session.step(
    () => `console.log(world.step({ find: "${find}" }));`,
    () => world.step({ find }),
  );
  session.counts.steps++;
  session.count(step.stats);
  const expected = truthOf(scene);
  const now = expected.map(({ row }) => row);
  compare("pairs", step.pairs, now);
  compare(
    "begun",
    step.begun,
    now.filter((row) => !last.includes(row)),
  );
  compare(
    "kept",
    step.kept,
    now.filter((row) => last.includes(row)),
  );
  compare(
    "ended",
    step.ended,
    last.filter((row) => !now.includes(row)),
  );
  if (step.triangles !== null) {
    const { starts, pairs } = step.triangles;
    expected.forEach(({ row, triangles }, i) => {
      const got = pairs.subarray(2 * starts[i], 2 * starts[i + 1]);
      if (String(got) !== String(triangles))
        throw new WrongAnswer(`triangles of a pair differ`, { row, got }, triangles);
    });
  }
  return now;
}

function compare(what: string, { count, bodies, links }: WorldPairs, expected: readonly string[]): void {
  const got = Array.from({ length: count }, (_, i) =>
    [bodies[2 * i], bodies[2 * i + 1], links[2 * i], links[2 * i + 1]].join(" "),
  );
  if (got.join() !== expected.join()) throw new WrongAnswer(`${what} differ`, got, expected);
}

/** All pairs of bodies, down to links, by the oracle. */
function truthOf({ bodies, allowed, session }: Scene): { row: string; triangles: Uint32Array }[] {
  const found: { row: string; triangles: Uint32Array }[] = [];
  const ids = [...bodies.keys()].sort((p, q) => p - q);
  for (const idA of ids)
    for (const idB of ids) {
      if (idB < idA || allowed.has(pairKey(idA, idB))) continue;
      const [a, b] = [bodies.get(idA)!, bodies.get(idB)!];
      if (idA !== idB && !areTested(a, b)) continue;
      if (idA === idB && !a.self) continue;
      for (let linkA = 0; linkA < a.meshes.length; linkA++)
        for (let linkB = 0; linkB < b.meshes.length; linkB++) {
          const triangles = trianglesOf(a, linkA, b, linkB, session);
          if (triangles.length > 0) found.push({ row: [idA, idB, linkA, linkB].join(" "), triangles });
        }
    }
  return found;
}

function areTested(a: Body, b: Body): boolean {
  if (a.kind === "static" && b.kind === "static") return false;
  return (a.groups & b.mask) !== 0 && (b.groups & a.mask) !== 0;
}

const NOTHING = new Uint32Array(0);

function trianglesOf(a: Body, linkA: number, b: Body, linkB: number, session: Session): Uint32Array {
  const worldA = worldTriangles(a.meshes[linkA], a.poses[linkA]);
  if (a === b && a.kind === "deformable") return selfPairsOfMesh(worldA, cornersOf(a.meshes[0])).pairs;
  // Links that a joint connects may touch.
  if (a === b && linkB < linkA + 2) return NOTHING;
  const { pairs, tested } = pairsOfMeshes(worldA, worldTriangles(b.meshes[linkB], b.poses[linkB]));
  session.counts.pairs += tested;
  return pairs;
}

function pairKey(a: number, b: number): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

function copyOf({ positions, indices }: FuzzMesh): FuzzMesh {
  return { positions: positions.slice(), indices };
}

/** The mesh shares its positions: a deformable body is deformed by writing them. */
function meshOf({ positions, indices }: FuzzMesh): TriangleMesh {
  return createMesh(indices === null ? { positions } : { positions, indices });
}
