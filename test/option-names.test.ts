import { describe, expect, it } from "vitest";
import { findClashesOnCluster, startClusterWorker } from "../src/cluster/index.ts";
import * as formats from "../src/formats/index.ts";
import * as formatsNode from "../src/formats/node.ts";
import { buildAabbTree, createMesh, type DistanceOptions, distance, OptionError } from "../src/index.ts";
import * as primitives from "../src/mesh/primitives/index.ts";
import { checkOptionNames, type OptionNames, pickOptions } from "../src/option-names.ts";
import * as reference from "../src/reference/index.ts";
import * as reports from "../src/reports/index.ts";
import { findClashesInStore } from "../src/store/index.ts";
import { pruneStore } from "../src/store/prune-store.ts";
import * as three from "../src/three/index.ts";
import * as workers from "../src/workers/index.ts";
import * as abut from "../trust/library.ts";

const tree = buildAabbTree(createMesh({ positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0) }));
const wrong = (options: object) => options as never;

describe("an unknown option", () => {
  it("is rejected with the nearest option", () => {
    const misspelt = [
      ["maxdistance", "maxDistance"],
      ["maxDistanse", "maxDistance"],
      ["atoworld", "aToWorld"],
      ["witnes", "witness"],
      ["caches", "cache"],
    ] as const;
    for (const [name, meant] of misspelt) {
      const call = () => distance(tree, tree, wrong({ [name]: 1 }));
      expect(call).toThrow(OptionError);
      expect(call).toThrow(
        `${name}: not an option of distance; did you mean ${meant}? (aToWorld, bToWorld, `,
      );
    }
  });

  it("is rejected without a guess when no option is near, and when every object has a property of that name", () => {
    for (const name of ["tolerance", "x", "toString", "constructor"])
      expect(() => distance(tree, tree, wrong({ [name]: 1 }))).toThrow(
        `${name}: not an option of distance (aToWorld, bToWorld, maxDistance, witness, cache, stats)`,
      );
  });

  it("is allowed when it is inherited, as from a library that extends Object.prototype", () => {
    const options = Object.create({ somethingElse: 1 }, { maxDistance: { value: 1, enumerable: true } });
    expect(distance(tree, tree, options)?.distance).toBe(0);
  });
});

it("a misspelt option of a store or a cluster is rejected before anything is read or connected", async () => {
  const store = null as never;
  const misspelt: [call: () => Promise<unknown>, message: string][] = [
    [
      () => findClashesInStore([], store, wrong({ folder: "f", thread: 1 })),
      "findClashesInStore; did you mean threads?",
    ],
    [() => pruneStore(store, wrong({ limits: 1 })), "pruneStore; did you mean limit?"],
    [
      () => findClashesOnCluster([], store, wrong({ redis: "redis://h", windows: 1 })),
      "findClashesOnCluster; did you mean window?",
    ],
    [
      () => findClashesOnCluster([], store, { redis: wrong({ url: "redis://h", user_name: "u" }) }),
      "the address of Redis; did you mean username?",
    ],
    [
      () => startClusterWorker(wrong({ redis: "redis://h", store: "s", takeOver: 1 })),
      "startClusterWorker; did you mean takeover?",
    ],
  ];
  for (const [call, message] of misspelt) {
    await expect(call()).rejects.toThrow(OptionError);
    await expect(call()).rejects.toThrow(message);
  }
});

it("options that are not an object are rejected", () => {
  for (const options of [null, 3, "sat", true])
    expect(() => distance(tree, tree, options as never)).toThrow("options: expected an object, got ");
});

it("pickOptions keeps the options that another function takes", () => {
  const names: OptionNames<Pick<DistanceOptions, "maxDistance">> = { maxDistance: true };
  const options: DistanceOptions = { maxDistance: 2, witness: "first" };
  expect(pickOptions(options, names)).toEqual({ maxDistance: 2 });
  expect(() => checkOptionNames(pickOptions(options, names), names, "it")).not.toThrow();
});

describe("a name in data", () => {
  const { mesh } = tree;
  const positions = mesh.positions;
  const indices = Uint32Array.of(0, 1, 2);
  const part = { key: "a", mesh };
  const report = { unit: { perSceneUnit: 1, metres: 1 }, parts: [], inputs: [], result: {}, settings: {} };

  it.each<[string, () => unknown, string]>([
    [
      "createMesh",
      () => createMesh(wrong({ positions, index: indices })),
      "index: not a name of createMesh's input; did you mean indices? (positions, indices; other names only when all of these are present)",
    ],
    [
      "timeOfImpact",
      () => abut.timeOfImpact(tree, tree, wrong({ from: null, paths: "straight" }), null),
      "paths: not an option of motionA; did you mean path? (from, to, path, about, positionsAtEnd)",
    ],
    [
      "timeOfImpact, of another kind of motion",
      () => {
        const motion = { positionsAtEnd: positions, from: null, to: null, about: [0, 0, 0] };
        return abut.timeOfImpact(tree, tree, null, wrong(motion));
      },
      "about: not an option of motionB (positionsAtEnd, from, to, mesh)",
    ],
    [
      "timeOfImpactByBruteForce",
      () => {
        const motion = { mesh, positionsAtEnd: positions };
        return reference.timeOfImpactByBruteForce(motion, wrong({ ...motion, from: null }));
      },
      "from: not an option of a StraightMotion (mesh, positionsAtEnd)",
    ],
    [
      "createArticulatedBody",
      () => abut.createArticulatedBody([{ name: "a" }, wrong({ name: "b", parnt: "a" })]),
      "parnt: not a name of links[1]; did you mean parent? (name, parent, joint, mesh;",
    ],
    [
      "createArticulatedBody, joints",
      () =>
        abut.createArticulatedBody([{ name: "a", mesh, joint: wrong({ type: "hinge", axes: [1, 0, 0] }) }]),
      'axes: not a name of joint "a" of link "a"; did you mean axis?',
    ],
    [
      "createArticulatedBody, mimics",
      () => {
        const mimic = wrong({ joint: "x", factor: 2, offset: 0 });
        return abut.createArticulatedBody([{ name: "a", mesh, joint: { type: "hinge", mimic } }]);
      },
      'factor: not a name of mimic of joint "a" of link "a"; did you mean multiplier?',
    ],
    [
      "createObstacles",
      () => abut.createObstacles([wrong({ name: "a", mesh, matrix: null })]),
      "matrix: not a name of obstacles[0]; did you mean toWorld?",
    ],
    [
      "findClashes",
      () => abut.findClashes([part, wrong({ ...part, key: "b", toworld: null })]),
      "toworld: not a name of parts[1]; did you mean toWorld?",
    ],
    [
      "findClashes, no name near",
      () => abut.findClashes([wrong({ ...part, matrix: null })]),
      "matrix: not a name of parts[0] (key, name, group, mesh, toWorld; other names only when all of these are present)",
    ],
    [
      "keyParts",
      () => abut.keyParts([wrong({ labels: "a", parts: [] })]),
      "labels: not a name of files[0]; did you mean label?",
    ],
    [
      "keyParts, parts",
      () => abut.keyParts([{ label: "a", parts: [wrong({ name: "b", mesh, pose: null })] }]),
      "pose: not a name of files[0].parts[0]; did you mean toWorld?",
    ],
    [
      "createClashReport",
      () => reports.createClashReport(wrong({ ...report, partinfo: [] })),
      "partinfo: not a name of createClashReport's source; did you mean partInfo?",
    ],
    [
      "createClashReport, partInfo",
      () => reports.createClashReport(wrong({ ...report, parts: [part], partInfo: [{ inputs: 0 }] })),
      "inputs: not a name of partInfo[0]; did you mean input?",
    ],
    [
      "writeModelGlb",
      () => formats.writeModelGlb([wrong({ name: "a", mesh, towordl: null })]),
      "towordl: not a name of parts[0]; did you mean toWorld?",
    ],
    [
      "readGltf, decoders",
      () => formats.readGltf(new Uint8Array(), "a.glb", { decoders: wrong({ Draco: null }) }),
      "Draco: not a name of decoders; did you mean draco?",
    ],
    [
      "findClashesByBruteForce",
      () => reference.findClashesByBruteForce([wrong({ ...part, toworld: null })]),
      "toworld: not a name of parts[0]; did you mean toWorld?",
    ],
    [
      "findClashesOnThreads",
      () => workers.findClashesOnThreads([wrong({ ...part, toworld: null })], { threads: 1 }),
      "toworld: not a name of parts[0]; did you mean toWorld?",
    ],
  ])("that may be another name misspelt is rejected: %s", async (_, call, message) => {
    const outcome = (async () => call())();
    await expect(outcome).rejects.toThrow(OptionError);
    await expect(outcome).rejects.toThrow(message);
  });

  it("is allowed when no name is absent, or when it is inherited", () => {
    expect(createMesh({ positions, indices, normals: positions } as abut.MeshInput).triangleCount).toBe(1);
    expect(createMesh({ positions, indices: null, index: [] } as abut.MeshInput).indices).toBe(null);
    expect(
      createMesh(Object.create({ index: 1 }, { positions: { value: positions, enumerable: true } })),
    ).toEqual(mesh);
    class Geometry {
      positions = positions;
      uvs = null;
      get indices() {
        return indices;
      }
    }
    expect(createMesh(new Geometry()).indices).toBe(indices);
    const links = [{ name: "a", parent: null, joint: undefined, mesh, colour: "red" }];
    expect(abut.createArticulatedBody(links).meshes).toEqual([mesh]);
  });

  it("is allowed when another function of abut put it there", async () => {
    expect(createMesh(mesh)).toEqual(mesh);
    const parts: formats.ModelPart[] = [{ name: "a", mesh, toWorld: null, guid: "g", type: "IfcWall" }];
    const keyed = abut.keyParts([{ label: "f", parts }]);
    const ofModel = parts.map((one) => ({ key: one.name, ...one }));
    for (const list of [keyed, ofModel] as (abut.ClashPart & { name: string })[][]) {
      expect(abut.findClashes(list).status).toBe("complete");
      expect(reference.findClashesByBruteForce(list)).toEqual([]);
      expect(abut.createObstacles(list).meshes).toEqual([null, mesh]);
      expect((await formats.readGltf(formats.writeModelGlb(list), "a.glb")).parts.length).toBe(1);
      expect(abut.keyParts([{ label: "f", parts: list }]).map(({ key }) => key)).toEqual(["f/a"]);
    }
    const motion = { mesh, positionsAtEnd: positions };
    expect(abut.timeOfImpact(tree, tree, motion, null).kind).toBe("hit");
    expect(reference.timeOfImpactByBruteForce(motion, motion)).toEqual({ lower: 0, upper: 0 });
    const model = { parts, warnings: [], metresPerUnit: 1, upAxis: "y" };
    expect(abut.keyParts([{ label: "f", ...model }])).toEqual(keyed);
  });
});

/** Where a function takes its options. The other functions of a module take no options, or a record of data. */
const OPTIONS_AT: Record<string, Record<string, number>> = {
  abut: {
    buildAabbTree: 1,
    buildObbTree: 1,
    buildRTree: 1,
    refit: 1,
    startRebuild: 1,
    castRay: 3,
    castRayAll: 3,
    classify: 2,
    closestPoint: 2,
    collide: 2,
    collideAlongPath: 3,
    collideBodies: 2,
    collideMany: 3,
    collideRecursively: 2,
    collidesItself: 1,
    createAllowedPairs: 1,
    createDeformableModel: 1,
    createDynamicTree: 0,
    createSegmentSort: 0,
    createSegmentSortByAxes: 0,
    createSweepAndPrune: 0,
    createWorld: 0,
    cullBoxes: 2,
    cullFrustum: 2,
    distance: 2,
    findBoxPairs: 1,
    findBoxPairsBetween: 2,
    findClashes: 1,
    planClashes: 1,
    planRecords: 1,
    runClashTask: 2,
    findContacts: 2,
    findImpacts: 4,
    findLinkContacts: 2,
    findLinkDistances: 2,
    findLinkPairs: 2,
    findLinkTriangles: 2,
    findManifold: 2,
    findNearPairs: 3,
    findPairs: 2,
    findPairsByLayers: 2,
    findSelfImpacts: 2,
    findSelfNearPairs: 2,
    findSelfPairs: 1,
    groupClashes: 2,
    isPathFree: 3,
    isWithin: 3,
    locatePoint: 2,
    meetsBox: 2,
    meetsLeafBox: 2,
    meetsSphere: 3,
    nearestLinks: 2,
    overlapBox: 2,
    overlapDepth: 2,
    overlapSphere: 3,
    penetration: 2,
    penetrationByPatches: 2,
    sampleAllowedPairs: 1,
    selfTimeOfImpact: 2,
    setPose: 2,
    sweepBox: 3,
    sweepBoxDepthFirst: 3,
    sweepSphere: 4,
    timeOfImpact: 4,
    updateCab: 1,
    windingNumber: 2,
  },
  primitives: {
    createBox: 0,
    createCapsule: 0,
    createCylinder: 0,
    createDentedEllipsoid: 0,
    createEllipsoid: 0,
    createIcosphere: 0,
    createLattice: 0,
    createPlaneGrid: 0,
    createSpacecraft: 0,
    createSphere: 0,
    createTorus: 0,
    createTorusKnot: 0,
  },
  formats: {
    createBvhLinks: 1,
    locateMesh: 1,
    read3mf: 2,
    readBrep: 2,
    readBvh: 2,
    readDae: 2,
    readGltf: 2,
    readIfc: 2,
    readIges: 2,
    readMjcf: 2,
    readMjcfModel: 2,
    readModel: 2,
    readObj: 2,
    readOff: 2,
    readPly: 2,
    readModelFile: 1,
    readRobotFile: 1,
    readUrdfFile: 1,
    readSrdf: 2,
    readStep: 2,
    readStl: 2,
    readUrdf: 2,
    readUrdfModel: 2,
    writeModelGlb: 1,
  },
  reference: {
    castRayByBruteForce: 4,
    classifyByBruteForce: 2,
    collideByBruteForce: 2,
    convexDepthByAllDirections: 2,
    createBruteForce: 0,
    cullFrustumByBruteForce: 2,
    depthByAllLines: 3,
    distanceByBruteForce: 2,
    findClashesByBruteForce: 1,
    findContactsByBruteForce: 2,
    findNearPairsByBruteForce: 3,
    findPairsByBruteForce: 2,
    findSelfNearPairsByBruteForce: 2,
    findSelfPairsByBruteForce: 1,
    locatePointByIntegers: 2,
    overlapDepthBySampling: 3,
    overlapSphereByBruteForce: 3,
    sweepBoxByBruteForce: 3,
    sweepSphereByBruteForce: 4,
    windingNumberByAngles: 2,
  },
  reports: {
    mergeStatus: 2,
    readBcf: 1,
    writeBcf: 2,
    writeGlb: 2,
    writeGithub: 1,
    writeHtml: 2,
    writeJunit: 1,
    writeMarkdown: 2,
  },
  three: {
    collideObjects: 2,
    contactsOf: 2,
    createSceneWorld: 1,
    distanceOf: 2,
    partsOf: 1,
    treeOf: 1,
    treeOfAsync: 1,
  },
  workers: { buildTreeOnThread: 1, findClashesOnThreads: 1 },
};
const MODULES: Record<string, object> = {
  abut,
  primitives,
  formats: { ...formats, ...formatsNode },
  reference,
  reports,
  three,
  workers,
};

describe.each(Object.entries(OPTIONS_AT))("%s checks option names first", (module, functions) => {
  it.each(Object.entries(functions))("%s", async (name, place) => {
    const call = (MODULES[module] as Record<string, (...values: unknown[]) => unknown>)[name];
    const values = [...Array<unknown>(place).fill({}), { noSuchOption: undefined }];
    const outcome = (async () => call(...values))();
    await expect(outcome).rejects.toThrow(OptionError);
    await expect(outcome).rejects.toThrow(`noSuchOption: not an option of ${name}`);
  });
});

it("helpers of abut/three check option names first", () => {
  const noSuchOption = wrong({ noSuchOption: undefined });
  for (const make of [
    () => new three.TreeHelper(wrong({}), noSuchOption),
    () => new three.ContactHelper(noSuchOption),
    () => new three.NearHelper(noSuchOption),
  ])
    expect(make).toThrow(/^noSuchOption: not an option of (Tree|Contact|Near)Helper \(/);
});

describe.each(Object.entries(MODULES))("the options of %s", (module, functions) => {
  it("are tested for every function that takes any", () => {
    const withOptions = Object.entries(functions)
      .filter(([, value]) => typeof value === "function" && takesOptions(value))
      .map(([name]) => name);
    expect(withOptions.sort()).toEqual(Object.keys(OPTIONS_AT[module]).sort());
  });
});

/** Whether a parameter is called `options`, or is destructured and optional. */
function takesOptions(value: (...values: never[]) => unknown): boolean {
  const [, parameters = ""] = /^(?:async )?function [\w$]+\(([\s\S]*?)\) \{/.exec(String(value)) ?? [];
  return /\boptions\b|\} = \{\}/.test(parameters);
}
