import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { ENTRIES } from "../scripts/entries.mjs";

// The values that each entry of the package exports.
const NAMES: Record<string, string> = {
  ".": `
    FormatError MeshError OptionError PoseError ThreadError
    createMesh inspectMesh bakePositions convexHull isConvex
    buildAabbTree buildObbTree buildRTree refit boundsOf treeQuality
    collide collideMany findPairs findSelfPairs collidesItself
    findContacts findManifold DEPTH_KINDS classify locatePoint windingNumber penetration overlapDepth
    distance isWithin closestPoint findNearPairs findSelfNearPairs NEAR_KINDS
    timeOfImpact selfTimeOfImpact findImpacts findSelfImpacts IMPACT_KINDS sweepEdgeEdge sweepVertexFace
    castRay castRayAll overlapBox overlapSphere meetsBox meetsSphere sweepBox sweepSphere cullFrustum frustumPlanes`,
  "./articulated": `
    createArticulatedBody setPose setLinkPoses restValues createObstacles updateCab
    collideBodies findLinkPairs findLinkTriangles findLinkContacts findLinkDistances nearestLinks
    collideAlongPath isPathFree
    createAllowedPairs sampleAllowedPairs allowedReason`,
  "./broadphase": `
    createSegmentSort createDynamicTree
    findBoxPairs findBoxPairsBetween cullBoxes`,
  "./clash": `
    findClashes groupClashes keyParts CLASH_KINDS GROUP_MODES
    planClashes planRecords cutTasks sliceTask runClashTask mergeClashes addressOfOutcome ALGORITHM`,
  "./cluster": "findClashesOnCluster startClusterWorker",
  "./formats": `
    readModel formatOf locateMesh writeModelGlb
    readStl readObj readPly readOff readGltf readDae readIfc read3mf readStep readIges readBrep
    readUrdf readUrdfModel readMjcf readMjcfModel jointValues readSrdf readBvh bvhFrameValues createBvhLinks`,
  "./formats/node": "readModelFile readUrdfFile readRobotFile",
  "./papers": `
    createSegmentSortByAxes createSweepAndPrune collideRecursively findPairsByLayers
    convexPatches penetrationByPatches
    meetsLeafBox sweepBoxDepthFirst
    updateAabbFromCorners updateAabbFromVertices updateObb`,
  "./primitives": `
    createBox createCapsule createCylinder createEllipsoid createDentedEllipsoid createIcosphere createSphere
    createTorus createTorusKnot createPlaneGrid createLattice createGrid46080 createSpacecraft`,
  "./reference": `
    exactOrient2d exactOrient3d trianglesMeetByIntegers hullCornersByBruteForce leastBoxVolumeBySearch
    collideByBruteForce findPairsByBruteForce findSelfPairsByBruteForce findNearPairsByBruteForce findSelfNearPairsByBruteForce findLinkTrianglesByBruteForce
    findContactsByBruteForce classifyByBruteForce locatePointByIntegers windingNumberByAngles
    convexDepthByAllDirections depthByAllLines overlapDepthBySampling
    distanceByBruteForce pointDistanceByBruteForce triangleDistanceBySlabs
    timeOfImpactByAdvancement timeOfImpactByBruteForce timeOfImpactBySampling selfTimeOfImpactByBruteForce sweepBySubdivision
    findImpactsByBruteForce findSelfImpactsByBruteForce collideAlongPathBySampling
    castRayByBruteForce overlapSphereByBruteForce sweepBoxByBruteForce sweepSphereByBruteForce cullFrustumByBruteForce
    createBruteForce findBoxPairsByBruteForce cullBoxesByBruteForce findClashesByBruteForce worldPairs`,
  "./reports": `
    createClashReport readClashReport REPORT_VERSION clashSentence lengthText printable reportNotes
    writeJson jsonPieces writeJsonl jsonlLines writeCsv writeHtml writeJunit writeSarif writeBcf writeGlb
    readBcf importBcfStatus writeMarkdown writeGithub
    STATUS_NAMES createStatus mergeStatus readStatus setStatus writeStatus`,
  "./store": "openStore findClashesInStore recordParts createTreeLoader nodeDigest MissingMesh ENTRY_KINDS",
  "./three":
    "treeOf treeOfAsync partsOf acceleratedRaycast installRaycast collideObjects contactsOf distanceOf createSceneWorld TreeHelper ContactHelper NearHelper",
  "./trees": `
    saveTree restoreTree insertTriangle removeTriangle replaceMesh
    refitSwept degradation shouldRebuild startRebuild advanceRebuild validateTree`,
  "./workers": "findClashesOnThreads buildTreeOnThread",
  "./world": "createWorld createDeformableModel updateDeformableModel",
};

it.each(Object.keys(ENTRIES))("the entry %s exports the names of its list", async (path) => {
  const source = fileURLToPath(new URL(`../${ENTRIES[path][0]}`, import.meta.url));
  const entry = await import(/* @vite-ignore */ source);
  expect(Object.keys(entry).sort()).toEqual(NAMES[path].trim().split(/\s+/).sort());
});

it("no two entries export a value of the same name", () => {
  const names = Object.values(NAMES).flatMap((list) => list.trim().split(/\s+/));
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

it("browsers get the names of abut/workers that Node gets", async () => {
  const browser = await import("../src/workers/browser.ts");
  expect(Object.keys(browser).sort()).toEqual(NAMES["./workers"].split(" ").sort());
});

it("package.json names the file of every entry", () => {
  const { exports } = JSON.parse(readFileSync("package.json", "utf8")) as {
    exports: Record<string, string | Record<string, string>>;
  };
  const code = Object.keys(exports).filter((path) => !path.endsWith(".json"));
  expect(code.sort()).toEqual(Object.keys(ENTRIES).sort());
  for (const [path, [, name]] of Object.entries(ENTRIES))
    expect(exports[path]).toMatchObject({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` });
});
