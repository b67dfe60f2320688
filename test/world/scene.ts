import { createArticulatedBody } from "../../src/articulated.ts";
import { createBox, createTorus } from "../../src/mesh/primitives/index.ts";
import { createMesh, type TriangleMesh } from "../../src/mesh/triangle-mesh.ts";
import { createAllowedPairs } from "../../src/queries/articulated/allowed-pairs.ts";
import { type ReferenceBody, type ReferenceWorldPair, worldPairs } from "../../src/reference/world-pairs.ts";
import type { ArticulatedBody } from "../../src/trees/articulated/articulated-body.ts";
import { createWorld, type World, type WorldOptions } from "../../src/world/world.ts";
import { tree as branches, chain } from "../articulated/bodies.ts";
import { random } from "../meshes.ts";
import { rotation } from "../poses.ts";

// A random scene that lives twice: in a world, and as a plain list that the slow twin looks at.

const SHAPES = [
  createBox({ size: [1, 1, 1] }),
  createTorus({ majorSegments: 5, minorSegments: 3 }),
  createBox({ size: [3, 0.2, 0.4] }),
];

interface SceneBody extends ReferenceBody {
  mesh: TriangleMesh | null;
  body: ArticulatedBody | null;
  toWorld: (number[] | Float64Array)[];
  groups: number;
  mask: number;
}

export interface Scene {
  readonly world: World;
  readonly next: () => number;
  readonly bodies: Map<number, SceneBody>;
  /** Pairs of ids that may touch, the lower one first. */
  readonly allowed: Set<string>;
  readonly spread: number;
  /** How many bodies there are at most, and whether they have few triangles, so that brute force takes a millisecond. */
  readonly most: number;
  readonly isSmall: boolean;
  /** What has been done so far, each how often. */
  readonly done: ScenesDone;
}

export interface ScenesDone {
  adds: number;
  removals: number;
  teleports: number;
  joints: number;
  deformations: number;
}

export function createScene(
  seed: number,
  spread: number,
  options?: WorldOptions,
  small: ScenesDone | null = null,
  world: World = createWorld(options),
): Scene {
  const next = random(seed);
  const done = small ?? { adds: 0, removals: 0, teleports: 0, joints: 0, deformations: 0 };
  const isSmall = small !== null;
  const most = isSmall ? 4 : 10;
  return {
    world,
    next,
    bodies: new Map(),
    allowed: new Set(),
    spread,
    most,
    isSmall,
    done,
  };
}

/** A square of cloth in the plane z = 0, of 2 · steps² triangles. */
function cloth(steps: number, size = 3): TriangleMesh {
  const positions = new Float32Array(3 * (steps + 1) ** 2);
  const indices: number[] = [];
  for (let i = 0; i <= steps; i++)
    for (let j = 0; j <= steps; j++) {
      const v = i * (steps + 1) + j;
      positions.set([size * (i / steps - 0.5), size * (j / steps - 0.5), 0], 3 * v);
      if (i < steps && j < steps) indices.push(v, v + 1, v + steps + 2, v, v + steps + 2, v + steps + 1);
    }
  return createMesh({ positions, indices: Uint16Array.from(indices) });
}

function randomPose({ next, spread }: Scene): number[] {
  const q = [next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5] as [number, number, number, number];
  if (next() < 0.1) return rotation([1, 0, 0, 0], [Math.round(spread * next()), 0, 0]); // touching, coplanar, identity
  return rotation(
    q,
    [0, 0, 0].map(() => spread * (next() - 0.5)),
  );
}

const KINDS = ["static", "rigid", "rigid", "deformable", "articulated"] as const;

/** Adds a body of a random kind; returns its id. */
export function addRandom(
  scene: Scene,
  kind: ReferenceBody["kind"] = KINDS[Math.floor(KINDS.length * scene.next())],
): number {
  const { world, next, bodies, done } = scene;
  done.adds++;
  const toWorld = randomPose(scene);
  const groups = next() < 0.7 ? 1 : 2;
  const mask = next() < 0.8 ? 0xffffffff : 1;
  if (kind === "articulated") {
    const body = createArticulatedBody(
      scene.isSmall ? chain(2, [SHAPES[0]], 1.5) : next() < 0.5 ? chain(3, SHAPES, 1.5) : branches(),
    );
    const self = next() < 0.7;
    const id = world.add({ kind, body, toWorld, groups, mask, self });
    const meshes = body.meshes.slice();
    bodies.set(id, { id, kind, mesh: null, body, meshes, toWorld: [...body.linkPoses], groups, mask, self });
    return id;
  }
  if (kind === "deformable") {
    const mesh = cloth(scene.isSmall ? 2 : 3);
    const self = next() < 0.7;
    // A tree that is a little worse than a new one is rebuilt: every other deformation begins a rebuild.
    const id = world.add({ kind, mesh, toWorld, groups, mask, self, rebuildAt: 1.05 });
    bodies.set(id, { id, kind, mesh, body: null, meshes: [mesh], toWorld: [toWorld], groups, mask, self });
    return id;
  }
  const mesh = SHAPES[scene.isSmall ? 0 : Math.floor(SHAPES.length * next())];
  const id = world.add({ kind, mesh, toWorld, groups, mask });
  bodies.set(id, {
    id,
    kind,
    mesh,
    body: null,
    meshes: [mesh],
    toWorld: [toWorld],
    groups,
    mask,
    self: false,
  });
  return id;
}

/** Changes the scene in a few random ways. */
export function changeAtRandom(scene: Scene, changes: number): void {
  for (let i = 0; i < changes; i++) changeOnce(scene);
}

function changeOnce(scene: Scene): void {
  const { world, next, bodies, allowed } = scene;
  const ids = [...bodies.keys()];
  const dice = next();
  if (ids.length < 3 || (dice < 0.08 && ids.length < scene.most)) {
    addRandom(scene);
    return;
  }
  const id = ids[Math.floor(ids.length * next())];
  if (dice < 0.14) {
    world.remove(id);
    scene.done.removals++;
    bodies.delete(id);
    for (const key of allowed) if (key.split(" ").includes(String(id))) allowed.delete(key);
  } else if (dice < 0.2) {
    const other = ids[Math.floor(ids.length * next())];
    const key = id < other ? `${id} ${other}` : `${other} ${id}`;
    if (allowed.has(key)) world.disallow(id, other);
    else world.allow(id, other);
    if (!allowed.delete(key)) allowed.add(key);
  } else if (dice < 0.25) {
    const body = bodies.get(id)!;
    body.groups = next() < 0.5 ? 1 : 3;
    body.mask = next() < 0.5 ? 1 : 0xffffffff;
    world.setGroups(id, body.groups, body.mask);
  } else if (dice < 0.35) moveMany(scene, ids);
  else moveAtRandom(scene, id);
}

/** Bodies without joints, by one call. */
function moveMany(scene: Scene, ids: readonly number[]): void {
  const moved = ids.filter((id) => scene.bodies.get(id)!.body === null && scene.next() < 0.5);
  const poses = moved.map(() => randomPose(scene));
  scene.world.setPoses(moved, Float64Array.from(poses.flat()));
  scene.done.teleports += moved.length;
  moved.forEach((id, i) => {
    scene.bodies.get(id)!.toWorld[0] = poses[i];
  });
}

function moveAtRandom(scene: Scene, id: number): void {
  const { world, next, bodies, done } = scene;
  const { mesh, body, kind, toWorld } = bodies.get(id)!;
  if (body !== null) {
    if (next() < 0.3) {
      world.setPose(id, randomPose(scene));
      done.teleports++;
    } else {
      done.joints++;
      const values = Float64Array.from({ length: body.articulation.valueCount }, () => 2 * next() - 1);
      world.setJoints(id, values);
    }
  } else if (kind === "deformable" && next() < 0.7) {
    const amount = next() < 0.2 ? 2 : 0.3;
    for (let i = 0; i < mesh!.positions.length; i++) mesh!.positions[i] += amount * (next() - 0.5);
    world.deformed(id);
    done.deformations++;
  } else {
    done.teleports++;
    toWorld[0] = randomPose(scene);
    world.setPose(id, toWorld[0]);
  }
}

/** What the slow twin says of the scene as it is now. */
export function truthOf({ bodies, allowed }: Scene): ReferenceWorldPair[] {
  const matrices = new Map(
    [...bodies.values()].flatMap(({ id, body }) => (body === null ? [] : [[id, createAllowedPairs(body)]])),
  );
  return worldPairs([...bodies.values()], ({ bodyA, bodyB, linkA, linkB }) => {
    if (allowed.has(`${bodyA} ${bodyB}`)) return true;
    const own = bodyA === bodyB ? matrices.get(bodyA) : undefined;
    return own !== undefined && own.matrix[linkA * own.linkCount + linkB] !== 0;
  });
}
