import * as THREE from "three";
import { createBox } from "../src/mesh/primitives/index.ts";
import * as three from "../src/three/index.ts";
import * as abut from "../trust/library.ts";
import { type Call, describeJunkArguments } from "./junk.ts";

const mesh = createBox({ size: [1, 1, 1] });
const tree = () => abut.buildAabbTree(mesh);
const rTree = () => abut.buildRTree(mesh);
const body = () =>
  abut.createArticulatedBody([
    { name: "a", mesh },
    { name: "b", mesh, parent: "a", joint: { type: "hinge", limits: [-1, 1] } },
    { name: "c", mesh, parent: "b", joint: { type: "hinge", limits: [-1, 1] } },
  ]);
const POSE = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.25, 0, 0, 1];
const boxes = () => Float64Array.of(0, 0, 0, 1, 1, 1, 0, 0, 0, 2, 2, 2);
const planes = [1, 0, 0, 1];
const v = [0.25, 0.25, 0.25];
const motion = (): abut.Motion => ({ from: null, to: POSE });

const EMPTY_LIST = ["an empty Float64Array"];
const PAIR = ["aToWorld", "bToWorld", "stats"];
const TREE = ["toWorld", "stats"];
const BODY = ["method", "rule", "stats", "allowed"];

const CALLS: Record<string, Call> = {
  createMesh: { args: () => [{ positions: mesh.positions, indices: mesh.indices }], required: 1 },
  inspectMesh: { args: () => [mesh], required: 1 },
  isConvex: { args: () => [mesh], required: 1 },
  convexHull: { args: () => [mesh], required: 1 },
  convexPatches: { args: () => [mesh], required: 1 },
  bakePositions: { args: () => [mesh.positions, POSE], required: 2 },
  frustumPlanes: { args: () => [POSE, false], required: 1 },
  sweepVertexFace: { args: () => [Float64Array.from({ length: 24 }, (_, i) => i % 5)], required: 1 },
  sweepEdgeEdge: { args: () => [Float64Array.from({ length: 24 }, (_, i) => i % 5)], required: 1 },
  buildAabbTree: { args: () => [mesh, {}], required: 1, options: ["split", "leafSize", "maxDepth", "prune"] },
  buildObbTree: { args: () => [mesh, {}], required: 1, options: ["leafSize"] },
  buildRTree: { args: () => [mesh, {}], required: 1, options: ["minChildren", "maxChildren", "measure"] },
  refit: { args: () => [tree(), {}], required: 1, options: ["from", "to", "vertices", "stats"] },
  startRebuild: { args: () => [mesh, {}], required: 1, options: ["leafSize", "maxDepth", "prune"] },
  advanceRebuild: { args: () => [abut.startRebuild(mesh), 100], required: 1 },
  replaceMesh: { args: () => [rTree(), mesh], required: 2 },
  refitSwept: { args: () => [tree(), mesh.positions], required: 2 },
  saveTree: { args: () => [tree()], required: 1 },
  restoreTree: { args: () => [abut.saveTree(tree()), mesh], required: 2 },
  validateTree: { args: () => [tree()], required: 1 },
  boundsOf: { args: () => [tree(), POSE], required: 1, legal: { 1: ["null", "undefined"] } },
  treeQuality: { args: () => [tree()], required: 1 },
  degradation: { args: () => [tree()], required: 1 },
  shouldRebuild: { args: () => [tree(), 1.5], required: 1 },
  insertTriangle: {
    args: () => {
      const t = rTree();
      abut.removeTriangle(t, 0);
      return [t, 0];
    },
    required: 2,
    legal: { 1: ["0"] },
  },
  removeTriangle: { args: () => [rTree(), 0], required: 2, legal: { 1: ["0"] } },
  createDeformableModel: { args: () => [mesh, {}], required: 1, options: ["rebuildAt"] },
  updateDeformableModel: { args: () => [abut.createDeformableModel(mesh)], required: 1 },
  collide: { args: () => [tree(), tree(), {}], required: 2, options: [...PAIR, "cache", "test", "order"] },
  collideRecursively: { args: () => [tree(), tree(), {}], required: 2, options: [...PAIR, "test"] },
  collideMany: {
    args: () => [tree(), tree(), POSE, {}],
    required: 3,
    options: ["aToWorld", "stats", "test", "into"],
    legal: { 2: ["[]", ...EMPTY_LIST] },
  },
  findPairs: { args: () => [tree(), tree(), {}], required: 2, options: [...PAIR, "into"] },
  findPairsByLayers: { args: () => [tree(), tree(), {}], required: 2, options: [...PAIR, "into", "cache"] },
  findSelfPairs: { args: () => [tree(), {}], required: 1, options: [...TREE, "into", "exclude", "cache"] },
  findNearPairs: {
    args: () => [tree(), tree(), 1, {}],
    required: 3,
    options: [...PAIR, "into"],
    legal: { 2: ["0"] },
  },
  findSelfNearPairs: {
    args: () => [tree(), 1, {}],
    required: 2,
    options: [...TREE, "into"],
    legal: { 1: ["0"] },
  },
  collidesItself: { args: () => [tree(), {}], required: 1, options: [...TREE, "exclude"] },
  findContacts: { args: () => [tree(), tree(), {}], required: 2, options: PAIR },
  findManifold: { args: () => [tree(), tree(), {}], required: 2, options: [...PAIR, "into", "maxPoints"] },
  distance: { args: () => [tree(), tree(), {}], required: 2, options: [...PAIR, "maxDistance"] },
  isWithin: { args: () => [tree(), tree(), 1, {}], required: 3, options: PAIR, legal: { 2: ["0"] } },
  closestPoint: { args: () => [tree(), v, {}], required: 2, options: [...TREE, "into", "maxDistance"] },
  penetration: { args: () => [tree(), tree(), {}], required: 2, options: PAIR },
  penetrationByPatches: { args: () => [tree(), tree(), {}], required: 2, options: PAIR },
  overlapDepth: { args: () => [tree(), tree(), {}], required: 2, options: PAIR },
  classify: { args: () => [tree(), tree(), {}], required: 2, options: PAIR },
  locatePoint: { args: () => [tree(), v, {}], required: 2, options: TREE },
  windingNumber: { args: () => [tree(), v, {}], required: 2, options: TREE },
  castRay: { args: () => [tree(), v, [0, 0, 1], {}], required: 3, options: [...TREE, "maxT", "side"] },
  castRayAll: { args: () => [tree(), v, [0, 0, 1], {}], required: 3, options: [...TREE, "maxT", "side"] },
  overlapBox: { args: () => [tree(), [0, 0, 0, 1, 1, 1], {}], required: 2, options: [...TREE, "into"] },
  overlapSphere: {
    args: () => [tree(), v, 1, {}],
    required: 3,
    options: [...TREE, "into"],
    legal: { 2: ["0"] },
  },
  meetsBox: { args: () => [tree(), [0, 0, 0, 1, 1, 1], {}], required: 2, options: TREE },
  meetsLeafBox: { args: () => [tree(), [0, 0, 0, 1, 1, 1], {}], required: 2, options: TREE },
  meetsSphere: { args: () => [tree(), v, 1, {}], required: 3, options: TREE, legal: { 2: ["0"] } },
  sweepBox: { args: () => [tree(), [0, 0, 0, 1, 1, 1], [1, 0, 0], {}], required: 3, options: TREE },
  sweepBoxDepthFirst: {
    args: () => [tree(), [0, 0, 0, 1, 1, 1], [1, 0, 0], {}],
    required: 3,
    options: TREE,
  },
  sweepSphere: { args: () => [tree(), v, 1, [1, 0, 0], {}], required: 4, options: TREE, legal: { 2: ["0"] } },
  cullFrustum: { args: () => [tree(), planes, {}], required: 2, options: [...TREE, "into"] },
  timeOfImpact: {
    args: () => [tree(), tree(), null, motion(), {}],
    required: 2, // no motion: at rest
    options: ["tolerance", "maxSteps", "stats"],
  },
  selfTimeOfImpact: { args: () => [tree(), mesh.positions, {}], required: 2, options: ["maxSteps", "stats"] },
  findImpacts: {
    args: () => [tree(), tree(), null, motion(), {}],
    required: 2, // no motion: at rest
    options: ["maxImpacts", "into", "stats"],
  },
  findSelfImpacts: {
    args: () => [tree(), mesh.positions, {}],
    required: 2,
    options: ["maxImpacts", "into", "stats"],
  },
  createArticulatedBody: { args: () => [[{ name: "a", mesh }]], required: 1 },
  createObstacles: { args: () => [[{ name: "a", mesh }]], required: 1 },
  restValues: { args: () => [body()], required: 1 },
  setPose: { args: () => [body(), [0, 0], {}], required: 2, options: ["rootToWorld"] },
  setLinkPoses: { args: () => [body(), [...POSE, ...POSE, ...POSE]], required: 2 },
  updateCab: { args: () => [body(), {}], required: 1, options: ["rule"] },
  updateObb: { args: () => [body()], required: 1 },
  updateAabbFromVertices: { args: () => [body()], required: 1 },
  updateAabbFromCorners: { args: () => [body()], required: 1 },
  collideBodies: { args: () => [body(), body(), {}], required: 2, options: [...BODY, "cache", "solids"] },
  findLinkPairs: { args: () => [body(), body(), {}], required: 2, options: [...BODY, "cache", "solids"] },
  findLinkTriangles: { args: () => [body(), body(), {}], required: 2, options: [...BODY, "cache"] },
  findLinkContacts: { args: () => [body(), body(), {}], required: 2, options: [...BODY, "cache", "depth"] },
  findLinkDistances: { args: () => [body(), body(), {}], required: 2, options: [...BODY, "maxDistance"] },
  nearestLinks: { args: () => [body(), body(), {}], required: 2, options: [...BODY, "maxDistance"] },
  collideAlongPath: {
    args: () => [body(), [[0, 0]], abut.createObstacles([{ name: "a", mesh }]), {}],
    required: 3,
    options: ["self", "allowed", "tolerance", "maxPoses", "rootToWorld", "stats"],
    legal: { 2: ["null"] }, // the body alone
  },
  isPathFree: {
    args: () => [body(), [[0, 0]], abut.createObstacles([{ name: "a", mesh }]), {}],
    required: 3,
    options: ["self", "allowed", "tolerance", "maxPoses", "rootToWorld", "stats"],
    legal: { 2: ["null"] }, // the body alone
  },
  createAllowedPairs: { args: () => [body(), {}], required: 1, options: ["pairs"] },
  allowedReason: {
    args: () => [body(), abut.createAllowedPairs(body()), 0, 1],
    required: 4,
    legal: { 2: ["0"], 3: ["0"] },
  },
  sampleAllowedPairs: {
    args: () => [body(), { samples: 2 }],
    required: 1,
    options: ["samples", "seed", "always"],
  },
  findBoxPairs: {
    args: () => [boxes(), {}],
    required: 1,
    options: ["dimensions", "into"],
    legal: { 0: EMPTY_LIST },
  },
  findBoxPairsBetween: {
    args: () => [boxes(), boxes(), {}],
    required: 2,
    options: ["dimensions", "into"],
    legal: { 0: EMPTY_LIST, 1: EMPTY_LIST },
  },
  cullBoxes: {
    args: () => [boxes(), planes, {}],
    required: 2,
    options: ["dimensions", "into"],
    legal: { 0: EMPTY_LIST },
  },
  createSegmentSort: { args: () => [{}], required: 0, options: ["dimensions"] },
  createSegmentSortByAxes: { args: () => [{}], required: 0, options: ["dimensions"] },
  createSweepAndPrune: { args: () => [{}], required: 0, options: ["dimensions", "flags"] },
  createWorld: { args: () => [{}], required: 0, options: ["broadPhase", "clock"] },
  createDynamicTree: { args: () => [{}], required: 0, options: ["dimensions"] },
  findClashes: {
    args: () => [
      [
        { key: "a", mesh },
        { key: "b", mesh, toWorld: POSE },
      ],
      {},
    ],
    required: 1,
    options: ["tolerance", "clearance"],
    legal: { 0: ["[]"] },
  },
  groupClashes: {
    args: () => [
      [
        {
          id: "0".repeat(16),
          kind: "overlapping",
          a: 0,
          b: 1,
          depth: null,
          distance: null,
          box: [0, 0, 0, 1, 1, 1],
        },
      ],
      [
        { key: "a", mesh },
        { key: "b", mesh, toWorld: POSE },
      ],
      {},
    ],
    required: 2,
    options: ["by", "labels"],
    legal: { 0: ["[]"] },
  },
  keyParts: {
    args: () => [[{ label: "a", parts: [{ name: "a", mesh }] }]],
    required: 1,
    legal: { 0: ["[]"] },
  },
};

const box = () => new THREE.Mesh(new THREE.BoxGeometry(), new THREE.MeshBasicMaterial());
const PARTS = ["filter", "updateMatrices"];

/** They answer later, or take plans that abut made (test/clash/plan). */
const OF_PLANS = new Set([
  "planClashes",
  "planRecords",
  "cutTasks",
  "sliceTask",
  "runClashTask",
  "mergeClashes",
  "addressOfOutcome",
]);

/** The helpers are classes, and `acceleratedRaycast` is called by three.js. */
const OF_THREE = new Set(["TreeHelper", "ContactHelper", "NearHelper", "acceleratedRaycast"]);

const THREE_CALLS: Record<string, Call> = {
  collideObjects: { args: () => [box(), box(), {}], required: 2, options: PARTS },
  contactsOf: { args: () => [box(), box(), {}], required: 2, options: PARTS },
  createSceneWorld: {
    args: () => [new THREE.Scene().add(box()), {}],
    required: 1,
    options: [...PARTS, "kindOf", "self", "broadPhase"],
  },
  distanceOf: { args: () => [box(), box(), {}], required: 2, options: [...PARTS, "maxDistance"] },
  installRaycast: { args: () => [box()], required: 1 },
  partsOf: { args: () => [box(), {}], required: 1, options: PARTS },
  treeOf: {
    args: () => [new THREE.BoxGeometry(), {}],
    required: 1,
    options: ["groups", "split", "leafSize"],
  },
  treeOfAsync: {
    args: () => [
      new THREE.BoxGeometry(),
      { build: async (mesh: abut.TriangleMesh) => abut.buildAabbTree(mesh) },
    ],
    required: 2,
    options: ["build", "groups", "split"],
  },
};

describeJunkArguments("abut", abut, CALLS, OF_PLANS);
describeJunkArguments("abut/three", three, THREE_CALLS, OF_THREE);
