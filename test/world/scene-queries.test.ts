import { describe, expect, it } from "vitest";
import {
  castRay,
  closestPoint,
  distance,
  frustumPlanes,
  overlapBox,
  overlapSphere,
} from "../../src/index.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import { changeAtRandom, createScene, type Scene } from "./scene.ts";

/** Every mesh of the scene with its place, as the slow way asks them one by one. */
function partsOf({ bodies }: Scene) {
  return [...bodies.values()].flatMap(({ id, meshes, toWorld, groups }) =>
    meshes.flatMap((mesh, link) =>
      mesh === null ? [] : [{ body: id, link, groups, tree: buildAabbTree(mesh), toWorld: toWorld[link] }],
    ),
  );
}

function visit(seed: number, ask: (scene: Scene, parts: ReturnType<typeof partsOf>) => void): void {
  const scene = createScene(seed, 6);
  for (let frame = 0; frame < 12; frame++) {
    changeAtRandom(scene, 4);
    if (frame % 3 === 0) scene.world.step();
    ask(scene, partsOf(scene));
  }
}

describe("queries of a world", () => {
  it("castRay finds the first hit of all bodies (seed 21)", () => {
    let hits = 0;
    visit(21, ({ world, next }, parts) => {
      for (let i = 0; i < 20; i++) {
        const origin = [8 * (next() - 0.5), 8 * (next() - 0.5), 8 * (next() - 0.5)];
        const direction = [next() - 0.5, next() - 0.5, next() - 0.5].map(
          (x) => x * 10 ** (6 * (next() - 0.5)),
        );
        const mask = next() < 0.5 ? 1 : 0xffffffff;
        const maxT = next() < 0.5 ? Infinity : 3;
        const each = parts
          .filter(({ groups }) => (groups & mask) !== 0)
          .flatMap(({ body, link, tree, toWorld }) => {
            const hit = castRay(tree, origin, direction, { toWorld, maxT });
            return hit === null ? [] : [{ body, link, ...hit }];
          });
        each.sort((p, q) => p.t - q.t || p.body - q.body || p.link - q.link);
        expect(world.castRay(origin, direction, { mask, maxT })).toEqual(each[0] ?? null);
        hits += each.length > 0 ? 1 : 0;
      }
    });
    expect(hits).toBeGreaterThan(20);
  });

  it("overlapBox and overlapSphere find the bodies that a loop over all finds (seed 22)", () => {
    let found = 0;
    visit(22, ({ world, next }, parts) => {
      const centre = [4 * (next() - 0.5), 4 * (next() - 0.5), 4 * (next() - 0.5)];
      const radius = 1.5 * next();
      const box = [...centre.map((x) => x - radius), ...centre.map((x) => x + 2 * radius)];
      const rows = (keep: (part: (typeof parts)[number]) => boolean) =>
        parts.filter(keep).map(({ body, link }) => `${body} ${link}`);
      const byBox = rows(({ tree, toWorld }) => overlapBox(tree, box, { toWorld }).count > 0);
      const bySphere = rows(
        ({ tree, toWorld }) => overlapSphere(tree, centre, radius, { toWorld }).count > 0,
      );
      for (const [answer, expected] of [
        [world.overlapBox(box), byBox],
        [world.overlapSphere(centre, radius), bySphere],
      ] as const) {
        expect(Array.from(answer.bodies, (body, i) => `${body} ${answer.links[i]}`)).toEqual(expected);
        found += answer.count;
      }
    });
    expect(found).toBeGreaterThan(10);
  });

  it("closestPoint and distance measure what a loop over all measures (seed 23)", () => {
    visit(23, ({ world, next, bodies }, parts) => {
      const point = [10 * (next() - 0.5), 10 * (next() - 0.5), 10 * (next() - 0.5)];
      const lengths = parts.map(({ tree, toWorld }) => closestPoint(tree, point, { toWorld })!.distance);
      expect(world.closestPoint(point)?.distance).toBe(Math.min(...lengths));
      expect(world.closestPoint(point, { maxDistance: 0.999 * Math.min(...lengths) })).toBeNull();
      const [a, b] = [...bodies.keys()];
      const between = parts
        .filter(({ body }) => body === a)
        .flatMap((p) =>
          parts
            .filter(({ body }) => body === b)
            .map((q) => distance(p.tree, q.tree, { aToWorld: p.toWorld, bToWorld: q.toWorld })!.distance),
        );
      expect(world.distance(a, b)?.distance).toBe(Math.min(...between));
    });
  });

  it("cull keeps the bodies of which a box corner may be in view, and those only (seed 24)", () => {
    visit(24, ({ world, bodies }) => {
      // biome-ignore format: a matrix reads in columns
      const view = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -0.2, 0];
      const planes = frustumPlanes(view);
      const isKept = (id: number) => {
        const box = world.boundsOf(id);
        for (let at = 0; at < planes.length; at += 4) {
          let most = planes[at + 3];
          for (let axis = 0; axis < 3; axis++)
            most += Math.max(planes[at + axis] * box[axis], planes[at + axis] * box[3 + axis]);
          if (most < 0) return false;
        }
        return true;
      };
      expect([...world.cull(planes)]).toEqual([...bodies.keys()].filter(isKept));
    });
  });

  it("answers about an empty world", () => {
    const { world } = createScene(1, 1);
    expect(world.castRay([0, 0, 0], [0, 0, 1])).toBeNull();
    expect(world.overlapSphere([0, 0, 0], 1).count).toBe(0);
    expect(world.closestPoint([0, 0, 0])).toBeNull();
    expect(world.step().pairs.count).toBe(0);
  });
});
