import { type BoxMethod, createArticulatedBody, type Joint, setPose } from "../../../src/articulated.ts";
import { refit } from "../../../src/index.ts";
import { type FuzzMesh, type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { boxMesh, tetrahedron } from "../generators/solids.ts";
import { pairsOfMeshes } from "../oracles/mesh-pairs.ts";
import { worldTriangles } from "../oracles/world-vertices.ts";
import { createRandom } from "../random.ts";
import { makeMesh, meshText, print } from "../session.ts";

const METHODS: readonly BoxMethod[] = ["cab", "obb", "aabb+", "aabb*", "brute"];

export const bodies: FuzzQuery = {
  name: "bodies",
  checks:
    "collideBodies and findLinkPairs of chains and trees of links, all methods, against every pair of links; links that deform",
  generate(random) {
    const count = random.between(2, 6);
    const make = (): FuzzMesh => {
      if (random.chance(0.4)) return tetrahedron(random, 2);
      return boxMesh([-0.5, -0.5, 0], [0.5, 0.5, random.between(1, 3)]);
    };
    return {
      kind: `${count} links`,
      meshes: Array.from({ length: count }, make),
      poses: [],
      numbers: { seed: [random.below(2 ** 30)], deforms: [random.below(2)] },
    };
  },
  check({ meshes, numbers }, session) {
    session.eachVariant(["aabb"], () => {
      const random = createRandom(`bodies ${numbers.seed}`);
      // A copy: links may be deformed below.
      const own = meshes.map(({ positions, indices }) => ({ positions: positions.slice(), indices }));
      const links = own.map((mesh, i) => ({
        name: `link ${i}`,
        mesh: makeMesh(mesh),
        ...(i === 0
          ? {}
          : { parent: `link ${random.chance(0.7) ? i - 1 : random.below(i)}`, joint: jointOf(i) }),
      }));
      const parents = links.map((link) =>
        "parent" in link ? links.findIndex(({ name }) => name === link.parent) : -1,
      );
      // Written down now: links may be deformed later.
      const linkTexts = links.map(({ mesh: _, ...link }, i) =>
        print(link, new Map()).replace(/ }$/, `, "mesh": ${meshText(own[i])} }`),
      );
      const body = session.step(
        () => `const body = createArticulatedBody([${linkTexts.join(", ")}]);`,
        () => createArticulatedBody(links),
      );
      session.name(body, "body");
      for (let frame = 0; frame < 3; frame++) {
        const values = Float64Array.from({ length: 16 }, () =>
          random.pick([0, Math.PI / 2, 0.3, random.next() * 6 - 3]),
        );
        const given = values.subarray(0, links.length - 1);
        session.step(
          () => `setPose(body, ${print(given, new Map())});`,
          () => setPose(body, given),
        );
        if (numbers.deforms[0] === 1 && frame > 0) {
          const link = random.below(links.length);
          const { positions } = own[link];
          for (let i = 0; i < positions.length; i++) positions[i] *= random.pick([1, 2, 3]);
          const moved = Array.from(positions);
          session.step(
            () => `body.meshes[${link}].positions.set([${moved.join(", ")}]); refit(body.trees[${link}]);`,
            () => refit(body.trees[link]!),
          );
        }
        const world = own.map((mesh, i) => worldTriangles(mesh, body.linkPoses[i]));
        const expected: number[] = [];
        for (let i = 0; i < links.length; i++)
          for (let j = i + 1; j < links.length; j++)
            if (parents[j] !== i && parents[i] !== j && pairsOfMeshes(world[i], world[j]).pairs.length > 0)
              expected.push(i, j);
        const what = numbers.deforms[0] === 1 ? " of a body whose link deformed" : "";
        for (const method of METHODS) {
          const got = session.ask("findLinkPairs", body, body, { method });
          if (String(got.pairs) !== String(expected))
            throw new WrongAnswer(`findLinkPairs by ${method}${what} differs`, got.pairs, expected);
          const meets = session.ask("collideBodies", body, body, {
            method,
            onDemand: method !== "brute" && random.chance(0.5),
          });
          if (meets !== expected.length > 0)
            throw new WrongAnswer(`collideBodies by ${method}${what} is wrong`, meets, expected);
        }
      }

      function jointOf(i: number): Joint {
        const type = random.pick(["hinge", "slider", "hinge"] as const);
        const axis = random.pick([
          [0, 0, 1],
          [1, 0, 0],
          [1, 1, 0],
        ]);
        return {
          type,
          name: `joint ${i}`,
          axis,
          origin: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, random.between(1, 3), 1],
        };
      }
    });
  },
};
