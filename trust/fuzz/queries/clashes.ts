import type { ClashPart } from "../../../src/clash/index.ts";
import { findClashesOnThreads } from "../../../src/workers/index.ts";
import { type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { latticePose } from "../generators/poses.ts";
import { cellMesh, randomCells } from "../generators/solids.ts";
import { type Cell, relationOfCells } from "../oracles/cell-solids.ts";
import { createRandom } from "../random.ts";
import { makeMesh } from "../session.ts";

export const clashes: FuzzQuery = {
  name: "clashes",
  checks: "findClashes: the kind of every pair of solids of cells; the same on one and on two threads",
  generate(random) {
    return {
      kind: "parts of cells",
      meshes: [],
      poses: [latticePose(random)],
      numbers: { seed: [random.below(2 ** 30)], count: [random.between(2, 7)] },
    };
  },
  async check({ poses, numbers }, session) {
    const random = createRandom(`clashes ${numbers.seed}`);
    const cells: Cell[][] = [];
    const parts: ClashPart[] = [];
    for (let i = 0; i < numbers.count[0]; i++) {
      cells.push(random.chance(0.15) && i > 0 ? cells[i - 1] : randomCells(random, 4, 4));
      const mesh = makeMesh(cellMesh(cells[i], random, random.chance(0.3)));
      parts.push({ key: `part ${i}`, mesh, toWorld: poses[0]! });
    }
    const expected: string[] = [];
    for (let i = 0; i < parts.length; i++)
      for (let j = i + 1; j < parts.length; j++) {
        const relation = relationOfCells(cells[i], cells[j]);
        if (relation !== "separate") expected.push(`${i} ${j} ${relation}`);
      }
    const options = { touching: "report" } as const;
    let plain = "";
    session.eachVariant(["aabb"], () => {
      const got = session.ask("findClashes", parts, options);
      const kinds = got.clashes.map(({ a, b, kind }) => `${a} ${b} ${kind}`).sort();
      if (String(kinds) !== String(expected.sort()))
        throw new WrongAnswer("findClashes differs", kinds, expected);
      plain = JSON.stringify(got.clashes);
    });
    // Threads take a tenth of a second to start.
    if (!random.chance(0.05)) return;
    for (const threads of [1, 2]) {
      const got = await findClashesOnThreads(parts, { ...options, threads });
      session.counts.forced++;
      if (plain !== "" && JSON.stringify(got.clashes) !== plain)
        throw new WrongAnswer(`findClashesOnThreads on ${threads} differs`, got.clashes, plain);
    }
  },
};
