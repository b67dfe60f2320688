import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ArticulatedBody, createArticulatedBody, setPose } from "../../src/articulated.ts";
import { jointValues, locateMesh, type Robot, readSrdf, readUrdf } from "../../src/formats/index.ts";
import { readModelFile } from "../../src/formats/read-model-file.ts";
import { bakePositions, findPairs } from "../../src/index.ts";
import { vertexOf } from "../../src/mesh/triangle-mesh.ts";
import { readF64, readU32, type TruthMultiBodyCase, truthManifest, truthRoot } from "../truth.ts";

// Joint values in, link frames and colliding links out, for the robots of the exact answers. The hand's exact answers were
// computed from its visual meshes (its collision shapes are boxes), those of the others from their collision meshes.

const root = truthRoot();
const MODELS = root === null ? "" : join(root, "../models");
const ROBOTS = "example-robot-data/robots";
const FOLDERS = {
  [`${ROBOTS}/ur_description/meshes/ur5/collision`]: "ur5/meshes",
  [`${ROBOTS}/ur_description/meshes/ur10/collision`]: "ur10/meshes",
  [`${ROBOTS}/panda_description/meshes/collision`]: "panda/meshes",
  [`${ROBOTS}/allegro_hand_description/meshes`]: "allegro/meshes",
  [`${ROBOTS}/talos_data/meshes`]: "talos/meshes",
};
const packages = Object.fromEntries(
  Object.entries(FOLDERS).map(([name, folder]) => [name, join(MODELS, "B_articulated", folder)]),
);

interface Loaded {
  robot: Robot;
  body: ArticulatedBody;
}
const loaded = new Map<string, Promise<Loaded>>();

function load(source: string): Promise<Loaded> {
  const known = loaded.get(source) ?? read(source);
  loaded.set(source, known);
  return known;
}

async function read(source: string): Promise<Loaded> {
  const robot = await readUrdf(readFileSync(join(MODELS, source)), source, {
    resolve: (uri) => readFileSync(locateMesh(uri, { packages })),
    geometry: source.includes("allegro") ? "visual" : "collision",
    missingMeshes: "warn", // Talos's torso_1.STL is missing
  });
  return { robot, body: createArticulatedBody(robot.links) };
}

async function posed({ source, jointValues: given }: TruthMultiBodyCase): Promise<Loaded> {
  const { robot, body } = await load(source[0]);
  // The recorded values include those of mimicking joints, which are not set here.
  const own = Object.entries(given!).filter(([name]) => robot.valueNames.includes(name));
  expect(own.length).toBe(robot.valueNames.length);
  setPose(body, jointValues(robot, Object.fromEntries(own)));
  return { robot, body };
}

const robotCases =
  root === null ? [] : truthManifest().multiBodyCases.filter((entry) => entry.jointValues !== undefined);

describe.skipIf(root === null)("robots of the exact answers", () => {
  it("are five, in twelve poses", () => {
    expect(new Set(robotCases.map(({ source }) => source[0])).size).toBe(5);
    expect(robotCases.length).toBe(12);
  });

  describe.each(robotCases)("$id", (entry) => {
    it("has link frames within 1e-12 of the recorded ones", async () => {
      const { body } = await posed(entry);
      const { names } = body.articulation;
      let worst = 0;
      for (const [name, frame] of Object.entries(entry.linkFramesRowMajor!)) {
        const link = names.indexOf(name);
        expect(link, name).toBeGreaterThanOrEqual(0);
        for (let row = 0; row < 4; row++)
          for (let column = 0; column < 4; column++) {
            const ours = body.linkToWorld[16 * link + 4 * column + row];
            worst = Math.max(worst, Math.abs(ours - frame[4 * row + column]));
          }
      }
      expect(worst).toBeLessThan(1e-12);
    });

    it("has the corners of all triangles within 1e-12 of the recorded ones", async () => {
      const { body } = await posed(entry);
      const given = readF64(entry.verts);
      const corners = readU32(entry.tris);
      let worst = 0;
      for (const { name, vertexOffset, triangleOffset, triangleCount } of entry.bodies) {
        const link = body.articulation.names.indexOf(name);
        const mesh = body.meshes[link]!;
        expect(mesh.triangleCount, name).toBe(triangleCount);
        const ours = bakePositions(mesh.positions, body.linkToWorld.subarray(16 * link, 16 * link + 16));
        const difference = (triangle: number, order: readonly number[]) => {
          let most = 0;
          order.forEach((corner, i) => {
            const mine = 3 * vertexOf(mesh, triangle, corner);
            const theirs = 3 * (vertexOffset + corners[3 * (triangleOffset + triangle) + i]);
            for (let k = 0; k < 3; k++) most = Math.max(most, Math.abs(ours[mine + k] - given[theirs + k]));
          });
          return most;
        };
        for (let t = 0; t < triangleCount; t++) {
          // Talos mirrors left meshes to the right; abut reverses those triangles, and the exact answers do not.
          const turned = entry.id.startsWith("talos") ? difference(t, [0, 2, 1]) : Infinity;
          worst = Math.max(worst, Math.min(difference(t, [0, 1, 2]), turned));
        }
      }
      expect(worst).toBeLessThan(1e-12);
    });

    it("has the same colliding links", async () => {
      const { body } = await posed(entry);
      const links = entry.bodies.map(({ name }) => body.articulation.names.indexOf(name));
      const found: number[][] = [];
      for (let i = 0; i < links.length; i++)
        for (let j = i + 1; j < links.length; j++) {
          const [a, b] = [links[i], links[j]];
          const { count } = findPairs(body.trees[a]!, body.trees[b]!, {
            aToWorld: body.linkToWorld.subarray(16 * a, 16 * a + 16),
            bToWorld: body.linkToWorld.subarray(16 * b, 16 * b + 16),
          });
          if (count > 0) found.push([i, j, count]);
        }
      const expected = entry.expected.intersectingBodyPairs;
      expect(found.map(([i, j]) => [i, j])).toEqual(expected.map(([i, j]) => [i, j]));
      // Faces of these two mate: the last bit of a vertex decides which triangles there meet.
      if (/allegro|ur10/.test(entry.id)) return;
      expect(found.map(([, , count]) => count)).toEqual(expected.map(([, , count]) => count));
    });
  });

  it.each(robotCases)("$id as a model: parts and allowed pairs", async (entry) => {
    const { robot, body } = await posed(entry);
    const own = Object.entries(entry.jointValues!).filter(([name]) => robot.valueNames.includes(name));
    const { parts, allowedPairs } = await readModelFile(join(MODELS, entry.source[0]), {
      packages,
      geometry: entry.id.includes("allegro") ? "visual" : "collision",
      missingMeshes: "warn",
      joints: Object.fromEntries(own),
    });
    const bodies = entry.bodies.map(({ name }) => name);
    // The exact answers have no links made of boxes.
    expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(bodies));
    for (const { name, mesh, toWorld } of parts) {
      const link = body.articulation.names.indexOf(name);
      expect(mesh.triangleCount).toBe(body.meshes[link]!.triangleCount);
      expect(toWorld).toEqual(body.linkPoses[link]);
    }
    const adjacent = entry.adjacentBodyPairs!.map((pair) => pair.join("-"));
    for (const [a, b] of allowedPairs!.filter((pair) => pair.every((name) => bodies.includes(name))))
      expect(adjacent).toContain(`${bodies.indexOf(a)}-${bodies.indexOf(b)}`);
  });

  it("have the parents of the exact answers, frames skipped", async () => {
    for (const entry of robotCases) {
      const { robot } = await load(entry.source[0]);
      const bodyOf = new Map(entry.bodies.map(({ name }, i) => [name, i]));
      const parentOf = new Map(robot.links.map(({ name, parent }) => [name, parent ?? null]));
      const pairs = entry.bodies.flatMap(({ name }, child) => {
        let parent = parentOf.get(name) ?? null;
        while (parent !== null && !bodyOf.has(parent)) parent = parentOf.get(parent) ?? null;
        return parent === null ? [] : [`${bodyOf.get(parent)}-${child}`];
      });
      expect(pairs.sort()).toEqual(entry.adjacentBodyPairs!.map((pair) => pair.join("-")).sort());
    }
  });

  it.each([
    ["panda", "panda.urdf", "panda.srdf", 35],
    ["talos", "talos_reduced.urdf", "talos.srdf", 459],
    ["ur5", "ur5_robot.urdf", "ur5.srdf", 10],
  ])("%s: allowed pairs name links of the robot", async (folder, urdf, srdf, count) => {
    const { robot } = await load(join("B_articulated", folder, urdf));
    const bytes = readFileSync(join(MODELS, "B_articulated", folder, srdf));
    const { allowedPairs, warnings } = await readSrdf(bytes, srdf, { links: robot.links });
    expect(warnings).toEqual([]);
    expect(allowedPairs.length).toBe(count);
    expect((await readSrdf(bytes, srdf)).allowedPairs).toEqual(allowedPairs);
  });
});
