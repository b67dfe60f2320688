import {
  collideBodies,
  createArticulatedBody,
  createObstacles,
  findLinkContacts,
  findLinkDistances,
  findLinkPairs,
  findLinkTriangles,
  nearestLinks,
  setLinkPoses,
} from "../../src/articulated.ts";
import {
  createDynamicTree,
  createSegmentSort,
  cullBoxes,
  findBoxPairs,
  findBoxPairsBetween,
} from "../../src/broadphase/index.ts";
import { type ClashPart, type ClashResult, findClashes } from "../../src/clash/index.ts";
import {
  type AabbTree,
  bakePositions,
  buildAabbTree,
  buildObbTree,
  buildRTree,
  castRay,
  castRayAll,
  classify,
  closestPoint,
  collide,
  collidesItself,
  convexHull,
  createMesh,
  cullFrustum,
  distance,
  findContacts,
  findImpacts,
  findManifold,
  findNearPairs,
  findPairs,
  findSelfImpacts,
  findSelfNearPairs,
  findSelfPairs,
  inspectMesh,
  isConvex,
  isWithin,
  locatePoint,
  overlapBox,
  overlapDepth,
  overlapSphere,
  type Pose,
  penetration,
  refit,
  selfTimeOfImpact,
  sweepBox,
  sweepSphere,
  type TriangleMesh,
  timeOfImpact,
  treeQuality,
  windingNumber,
} from "../../src/index.ts";
import { createSweepAndPrune, findPairsByLayers } from "../../src/papers.ts";
import { degradation, insertTriangle, refitSwept, removeTriangle, saveTree } from "../../src/trees.ts";
import { hashOf } from "./hash.ts";
import { createModels, type Models, POSES, random, turned } from "./models.ts";
import { manifoldRows, runWorld } from "./world-run.ts";

// A fixed battery: every public query on procedural models and poses. Its hashes say whether two engines, two builds or two
// numbers of threads give the same answers, bit for bit.

/** Finds clashes on any number of threads. */
export type ClashFinder = (parts: ClashPart[]) => ClashResult | Promise<ClashResult>;

export interface Fingerprint {
  /** One hash of all answers. */
  hash: string;
  /** One hash for each group of queries, to find out which differs. */
  groups: Record<string, string>;
}

const SPLITS = ["sah", "midpoint", "median", "half-balanced", "best-axis"] as const;

/**
 * Asks every query `rounds` times: kernels read a copy of a tree that is made when the tree is asked again, so where there are kernels
 * two rounds are the least. A round that differs from the first is an error.
 */
export async function takeFingerprint(clashes: ClashFinder = findClashes, rounds = 2): Promise<Fingerprint> {
  const models = createModels();
  const queries = createQueries(models);
  const groups: Record<string, string> = {};
  for (const [name, ask] of Object.entries(queries)) {
    groups[name] = hashOf(ask());
    for (let round = 1; round < rounds; round++) {
      const again = hashOf(ask());
      if (again !== groups[name])
        throw new Error(`${name}: round ${round} gives ${again}, the first ${groups[name]}`);
    }
  }
  groups.clashes = hashOf(await clashes(partsOf(models)));
  return { hash: hashOf(groups), groups };
}

/** The group "clashes" alone. */
export async function takeClashFingerprint(clashes: ClashFinder): Promise<string> {
  return hashOf(await clashes(partsOf(createModels())));
}

/** Groups of questions by name. Each builds its results anew. */
function createQueries(models: Models): Record<string, () => unknown> {
  const meshes: TriangleMesh[] = Object.values(models);
  const trees = meshes.map((mesh) => buildAabbTree(mesh));
  const obbs = meshes.map((mesh) => buildObbTree(mesh));
  const rTrees = meshes.map((mesh) => buildRTree(mesh));
  const [torus, knobs, ball, sheet, box] = trees as [AabbTree, AabbTree, AabbTree, AabbTree, AabbTree];
  const points = randomPoints(24, 11);
  const boxes = randomBoxes(500, 13);
  const planes = [1, 0, 0, 0.5, 0, 1, 0, 0.75, 0.6, 0, -0.8, 1, 0, -0.6, 0.8, 2];

  /** Every model against the next one, the last against itself, at every pose. */
  const eachPair = <Tree, Answer>(
    list: readonly Tree[],
    ask: (a: Tree, b: Tree, options: { aToWorld: Pose | null; bToWorld: Pose | null }) => Answer,
  ): Answer[] =>
    list.flatMap((a, i) =>
      POSES.map((bToWorld, k) =>
        ask(a, list[i + 1] ?? a, { aToWorld: POSES[(k + i) % POSES.length]!, bToWorld }),
      ),
    );
  const eachPose = <Answer>(ask: (tree: AabbTree, toWorld: Pose | null) => Answer): Answer[] =>
    trees.flatMap((tree) => POSES.map((toWorld) => ask(tree, toWorld)));

  return {
    meshes: () => [
      meshes.map((mesh) => [reportOf(mesh), isConvex(mesh)]),
      meshes.map(({ positions }) => bakePositions(positions, POSES[3]!)),
      convexHull(models.ball).positions,
      convexHull(models.soup).positions,
    ],
    builders: () => [
      SPLITS.map((split) => meshes.map((mesh) => saveTree(buildAabbTree(mesh, { split })))),
      meshes.map((mesh) => saveTree(buildAabbTree(mesh, { leafSize: 1, maxDepth: 12 }))),
      obbs.map((tree) => saveTree(tree)),
      meshes.map((mesh) => saveTree(buildRTree(mesh, { minChildren: 2, maxChildren: 6 }))),
      trees.map((tree) => treeQuality(tree)),
    ],
    refit: () => [askDeformed(models.torus), askDeformed(models.bar)],
    rTreeEdits: () => askEdited(models.ball, knobs.mesh),
    collide: () => [
      eachPair(trees, (a, b, options) => [
        collide(a, b, options),
        collide(a, b, { ...options, test: "sat" }),
        collide(a, b, { ...options, descend: "larger" }),
      ]),
      eachPair(obbs, collide),
      eachPair(rTrees, collide),
    ],
    findPairs: () => [
      eachPair(trees, findPairs),
      eachPair(obbs, findPairs),
      eachPair(rTrees, findPairs),
      eachPair(trees, (a, b, options) => findPairsByLayers(a, b, options)),
    ],
    self: () => [
      eachPose((tree, toWorld) => [findSelfPairs(tree, { toWorld }), collidesItself(tree, { toWorld })]),
      trees.map((tree) => [
        findSelfPairs(tree, { exclude: "shared-vertex" }),
        findSelfPairs(tree, { exclude: "shared-edge", topology: "position" }),
        findSelfPairs(tree, { by: "layers" }),
      ]),
    ],
    contacts: () => eachPair([torus, ball, sheet, box], findContacts),
    manifold: () =>
      eachPair([torus, knobs, ball, sheet, box], (a, b, options) =>
        manifoldRows(findManifold(a, b, options)),
      ),
    near: () => [
      eachPair([torus, ball, sheet, box], (a, b, options) => findNearPairs(a, b, 0.0625, options)),
      [torus, knobs, sheet].map((tree) => findSelfNearPairs(tree, 0.0625)),
    ],
    world: () => runWorld([models.torus, models.ball, models.box], models.sheet, POSES.slice(1) as Pose[]),
    classify: () => [
      eachPair([torus, knobs, ball, box], classify),
      trees.map((tree) => points.map((point) => locatePoint(tree, point))),
      trees.map((tree) => points.map((point) => windingNumber(tree, point))),
    ],
    distance: () => [
      eachPair(trees, distance),
      eachPair(obbs, distance),
      eachPair(rTrees, distance),
      eachPair(trees, (a, b, options) => isWithin(a, b, 0.5, options)),
      eachPose((tree, toWorld) => points.map((point) => closestPoint(tree, point, { toWorld }))),
    ],
    depth: () => [
      eachPair([ball, box], penetration),
      penetration(torus, box, { bToWorld: POSES[1]! }),
      overlapDepth(torus, knobs, { bToWorld: POSES[1]! }),
      eachPair([ball, box], overlapDepth),
    ],
    impact: () => [
      timeOfImpact(box, torus, { from: turned([1, 0, 0, 0], 7, 0.5, 0), to: null, path: "straight" }, null),
      timeOfImpact(ball, sheet, { from: turned([1, 0, 0, 0], 0, 0, 3), to: null }, null),
      findImpacts(box, torus, { from: turned([1, 0, 0, 0], 7, 0.5, 0), to: null, path: "straight" }, null),
      findSelfImpacts(box, box.mesh.positions.map((x, i) => (i % 3 === 2 ? -x : x)) as Float64Array),
      selfTimeOfImpact(box, box.mesh.positions.map((x, i) => (i % 3 === 2 ? -x : x)) as Float64Array),
    ],
    rays: () =>
      eachPose((tree, toWorld) =>
        points.map((origin, i) => {
          const direction = points[(i + 1) % points.length].map((x, axis) => x - origin[axis]);
          return [
            castRay(tree, origin, direction, { toWorld }),
            castRayAll(tree, origin, direction, { toWorld }),
          ];
        }),
      ),
    shapes: () =>
      eachPose((tree, toWorld) => [
        cullFrustum(tree, planes, { toWorld }),
        points.map((point, i) => {
          const way = points[(i + 3) % points.length];
          const bounds = [...point, ...point.map((x) => x + 0.5)];
          return [
            overlapBox(tree, bounds, { toWorld }),
            overlapSphere(tree, point, 0.5, { toWorld }),
            sweepBox(tree, bounds, way, { toWorld }),
            sweepSphere(tree, point, 0.25, way, { toWorld }),
          ];
        }),
      ]),
    boxes: () => [
      findBoxPairs(boxes).pairs,
      findBoxPairsBetween(boxes.subarray(0, 600), boxes.subarray(600)).pairs,
      cullBoxes(boxes, planes).ids,
      [createDynamicTree, createSegmentSort, createSweepAndPrune].map((create) => askBroadPhase(create())),
    ],
    bodies: () => askBodies(models),
  };
}

/** A tree that follows its vertices, and one around a motion. */
function askDeformed({ positions, indices }: TriangleMesh): unknown {
  const mesh = createMesh({ positions: positions.slice(), indices: indices! });
  const tree = buildAabbTree(mesh);
  const answers: unknown[] = [];
  for (let frame = 1; frame <= 4; frame++) {
    for (let i = 2; i < mesh.positions.length; i += 3)
      mesh.positions[i] += (0.05 * frame * mesh.positions[i - 2] * mesh.positions[i - 1]) / 2;
    refit(tree);
    answers.push(
      saveTree(tree),
      degradation(tree),
      findSelfPairs(tree),
      castRay(tree, [0.3, 1.9, 9], [0, 0, -1]),
    );
  }
  refitSwept(tree, positions.slice());
  answers.push(saveTree(tree));
  return answers;
}

function askEdited(mesh: TriangleMesh, other: TriangleMesh): unknown {
  const tree = buildRTree(mesh);
  for (let triangle = 0; triangle < mesh.triangleCount; triangle += 3) removeTriangle(tree, triangle);
  for (let triangle = 0; triangle < mesh.triangleCount; triangle += 6) insertTriangle(tree, triangle);
  return findPairs(tree, buildRTree(other), { bToWorld: POSES[1]! });
}

/** Boxes that move, come and go, for twelve steps. */
function askBroadPhase(phase: ReturnType<typeof createDynamicTree>): unknown {
  const next = random(17);
  const ids: number[] = [];
  const answers: unknown[] = [];
  const boxAt = () => {
    const [x, y, z] = [20 * next(), 20 * next(), 5 * next()] as const;
    return [x, y, z, x + 2 * next(), y + 2 * next(), z + 2 * next()];
  };
  for (let step = 0; step < 12; step++) {
    for (let i = 0; i < 40; i++) ids.push(phase.add(boxAt()));
    for (let i = step % 3; i < ids.length; i += 3) phase.move(ids[i], boxAt());
    for (let i = 0; i < 7; i++) phase.remove(ids.splice(Math.floor(ids.length * next()), 1)[0]);
    const { pairs, begun, ended } = phase.update();
    answers.push(pairs.slice(), begun.slice(), ended.slice());
  }
  return answers;
}

/** A chain of links, bent by poses, against itself and obstacles, with boxes by every method. */
function askBodies({ box, torus }: Models): unknown {
  const chain = createArticulatedBody(
    Array.from({ length: 6 }, (_, i) => ({
      name: `link ${i}`,
      mesh: i % 2 === 0 ? box : torus,
      parent: i === 0 ? null : `link ${i - 1}`,
      joint: { type: "free" as const },
    })),
  );
  const obstacles = createObstacles([
    { name: "post", mesh: box, toWorld: POSES[3]! },
    { name: "ring", mesh: torus, toWorld: POSES[1]! },
  ]);
  const answers: unknown[] = [];
  for (let frame = 0; frame < 5; frame++) {
    const poses = Array.from({ length: 6 }, (_, i) =>
      turned([5, i, frame, 1], 1.4 * i, 0.3 * frame * i, 0.2 * i),
    );
    setLinkPoses(chain, Float64Array.from(poses.flat()));
    for (const method of ["cab", "aabb+", "aabb*", "obb", "brute"] as const)
      answers.push(
        collideBodies(chain, obstacles, { method }),
        collideBodies(chain, chain, { method }),
        findLinkPairs(chain, obstacles, { method }),
        findLinkPairs(chain, chain, { method }),
      );
    answers.push(findLinkTriangles(chain, obstacles), findLinkContacts(chain, obstacles));
    answers.push(findLinkDistances(chain, obstacles, { maxDistance: 2 }), nearestLinks(chain, obstacles));
  }
  return answers;
}

/** Copies of the models in three rows, some of which overlap. */
/** The report with its bounds as two corners, the shape in which the published hashes were taken. */
function reportOf(mesh: TriangleMesh): unknown {
  const report = inspectMesh(mesh);
  return { ...report, bounds: { min: report.bounds.slice(0, 3), max: report.bounds.slice(3) } };
}

function partsOf(models: Models): ClashPart[] {
  const meshes: TriangleMesh[] = [models.torus, models.knobs, models.ball, models.box];
  return Array.from({ length: 24 }, (_, i) => ({
    key: `part ${i}`,
    mesh: meshes[i % 4],
    toWorld: turned([4, i % 3, 1, i % 5], 1.9 * (i % 8), 2.3 * Math.floor(i / 8), 0.1 * i),
  }));
}

function randomPoints(count: number, seed: number): number[][] {
  const next = random(seed);
  return Array.from({ length: count }, () => Array.from({ length: 3 }, () => 6 * next() - 3));
}

function randomBoxes(count: number, seed: number): Float64Array {
  const next = random(seed);
  const boxes = new Float64Array(6 * count);
  for (let at = 0; at < boxes.length; at += 6)
    for (let axis = 0; axis < 3; axis++) {
      boxes[at + axis] = 10 * next() - 5;
      boxes[at + 3 + axis] = boxes[at + axis] + next();
    }
  return boxes;
}
