import { describe, expect, it } from "vitest";
import * as formats from "../src/formats/index.ts";
import * as formatsNode from "../src/formats/node.ts";
import * as abut from "../src/index.ts";
import { buildAabbTree, createMesh, type DistanceOptions, distance, OptionError } from "../src/index.ts";
import * as primitives from "../src/mesh/primitives/index.ts";
import { checkOptionNames, type OptionNames, pickOptions } from "../src/option-names.ts";
import * as reference from "../src/reference/index.ts";
import * as reports from "../src/reports/index.ts";
import * as workers from "../src/workers/index.ts";

const tree = buildAabbTree(createMesh({ positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0) }));
const wrong = (options: object) => options as never;

describe("a name that no option has", () => {
  it("is refused with the nearest one", () => {
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

  it("is refused without a guess when none is near, or when it is a property of every object", () => {
    for (const name of ["tolerance", "x", "toString", "constructor"])
      expect(() => distance(tree, tree, wrong({ [name]: 1 }))).toThrow(
        `${name}: not an option of distance (aToWorld, bToWorld, maxDistance, witness, cache, stats)`,
      );
  });

  it("is no matter when it is inherited, as from a library that extends Object.prototype", () => {
    const options = Object.create({ somethingElse: 1 }, { maxDistance: { value: 1, enumerable: true } });
    expect(distance(tree, tree, options)?.distance).toBe(0);
  });
});

it("options that are no object are refused", () => {
  for (const options of [null, 3, "sat", true])
    expect(() => distance(tree, tree, options as never)).toThrow("options: expected an object, got ");
});

it("options for another function are those it knows", () => {
  const names: OptionNames<Pick<DistanceOptions, "maxDistance">> = { maxDistance: true };
  const options: DistanceOptions = { maxDistance: 2, witness: "first" };
  expect(pickOptions(options, names)).toEqual({ maxDistance: 2 });
  expect(() => checkOptionNames(pickOptions(options, names), names, "it")).not.toThrow();
});

/** Where a function takes its options. The others of a module take none, or a record of data. */
const OPTIONS_AT: Record<string, Record<string, number>> = {
  abut: {
    buildAabbTree: 1,
    buildObbTree: 1,
    buildRTree: 1,
    castRay: 3,
    castRayAll: 3,
    classify: 2,
    closestPoint: 2,
    collide: 2,
    collideBodies: 2,
    collidesItself: 1,
    createAllowedPairs: 1,
    createDeformableModel: 1,
    createDynamicTree: 0,
    createSegmentSort: 0,
    createSweepAndPrune: 0,
    cullBoxes: 2,
    cullFrustum: 2,
    distance: 2,
    findBoxPairs: 1,
    findBoxPairsBetween: 2,
    findClashes: 1,
    findContacts: 2,
    findLinkContacts: 2,
    findLinkDistances: 2,
    findLinkPairs: 2,
    findLinkTriangles: 2,
    findPairs: 2,
    findPairsByLayers: 2,
    findSelfPairs: 1,
    isWithin: 3,
    locatePoint: 2,
    nearestLinks: 2,
    overlapBox: 2,
    overlapDepth: 2,
    overlapSphere: 3,
    penetration: 2,
    sampleAllowedPairs: 1,
    selfTimeOfImpact: 2,
    setPose: 2,
    sweepBox: 3,
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
    readBvh: 2,
    readDae: 2,
    readGltf: 2,
    readIfc: 2,
    readModel: 2,
    readModelFile: 1,
    readSrdf: 2,
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
    distanceByBruteForce: 2,
    findClashesByBruteForce: 1,
    findContactsByBruteForce: 2,
    findPairsByBruteForce: 2,
    findSelfPairsByBruteForce: 1,
    locatePointByIntegers: 2,
    overlapDepthBySampling: 3,
    overlapSphereByBruteForce: 3,
    sweepBoxByBruteForce: 3,
    sweepSphereByBruteForce: 4,
    windingNumberByAngles: 2,
  },
  reports: { writeBcf: 2, writeGlb: 2, writeHtml: 2, writeJunit: 1 },
  workers: { findClashesOnThreads: 1 },
};
const MODULES: Record<string, object> = {
  abut,
  primitives,
  formats: { ...formats, ...formatsNode },
  reference,
  reports,
  workers,
};

describe.each(Object.entries(OPTIONS_AT))("%s looks at names first", (module, functions) => {
  it.each(Object.entries(functions))("%s", async (name, place) => {
    const call = (MODULES[module] as Record<string, (...values: unknown[]) => unknown>)[name]!;
    const values = [...Array<unknown>(place).fill({}), { noSuchOption: undefined }];
    const outcome = (async () => call(...values))();
    await expect(outcome).rejects.toThrow(OptionError);
    await expect(outcome).rejects.toThrow(`noSuchOption: not an option of ${name}`);
  });
});

describe.each(Object.entries(MODULES))("of %s", (module, functions) => {
  it("no function that takes options is missing above", () => {
    const withOptions = Object.entries(functions)
      .filter(([, value]) => typeof value === "function" && takesOptions(value))
      .map(([name]) => name);
    expect(withOptions.sort()).toEqual(Object.keys(OPTIONS_AT[module]!).sort());
  });
});

/** Whether a parameter is called `options`, or is taken apart and may be left out. */
function takesOptions(value: (...values: never[]) => unknown): boolean {
  const [, parameters = ""] = /^(?:async )?function \w+\(([\s\S]*?)\) \{/.exec(String(value)) ?? [];
  return /\boptions\b|\} = \{\}/.test(parameters);
}
