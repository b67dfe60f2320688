import type { Clash, ClashPart } from "../../../src/clash/index.ts";
import { findClashesOnThreads } from "../../../src/workers/index.ts";
import { type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { latticePose } from "../generators/poses.ts";
import { cellMesh, randomCells } from "../generators/solids.ts";
import { type Cell, relationOfCells } from "../oracles/cell-solids.ts";
import { createRandom } from "../random.ts";
import { makeMesh } from "../session.ts";

/** Worker threads run JavaScript: they can be asked where this file was compiled, as `npm run fuzz` does. */
const CAN_START_THREADS = import.meta.url.endsWith(".js");
/** Parts of a crowd, which worker threads are asked about as well: starting them takes as long as checking hundreds of pairs. */
const CROWD = [40, 100] as const;

export const clashes: FuzzQuery = {
  name: "clashes",
  unit: "partPairs",
  checks: "findClashes: the kind of every pair of solids of cells; crowds also on one and on two threads",
  generate(random) {
    const isCrowd = CAN_START_THREADS && random.chance(0.004);
    const count = isCrowd ? random.between(...CROWD) : random.between(2, 7);
    return {
      kind: isCrowd ? "a crowd of parts" : "parts of cells",
      meshes: [],
      poses: [latticePose(random)],
      numbers: { seed: [random.below(2 ** 30)], count: [count], reach: [isCrowd ? 8 : random.between(1, 3)] },
    };
  },
  async check({ poses, numbers }, session) {
    const [count, reach] = [numbers.count[0], numbers.reach[0]];
    const random = createRandom(`clashes ${numbers.seed}`);
    const cells: Cell[][] = [];
    const parts: ClashPart[] = [];
    const most = random.pick([1, 1, 2, 2, 4]);
    for (let i = 0; i < count; i++) {
      cells.push(random.chance(0.15) && i > 0 ? cells[i - 1] : randomCells(random, most, reach));
      const mesh = makeMesh(cellMesh(cells[i], random, random.chance(0.3)));
      // Clashes name parts in the order of their keys.
      parts.push({ key: `part ${String(i).padStart(3, "0")}`, mesh, toWorld: poses[0]! });
    }
    const expected: string[] = [];
    for (let i = 0; i < parts.length; i++)
      for (let j = i + 1; j < parts.length; j++) {
        const relation = relationOfCells(cells[i], cells[j]);
        if (relation !== "separate") expected.push(`${i} ${j} ${relation}`);
      }
    expected.sort();
    const judge = (what: string, found: readonly Clash[]) => {
      const kinds = found.map(({ a, b, kind }) => `${a} ${b} ${kind}`).sort();
      if (String(kinds) !== String(expected)) throw new WrongAnswer(`${what} differs`, kinds, expected);
      session.counts.partPairs += (count * (count - 1)) / 2;
    };
    const options = { touching: "report" } as const;
    let plain = "";
    session.eachVariant(["aabb"], () => {
      const got = session.ask("findClashes", parts, options);
      judge("findClashes", got.clashes);
      plain = JSON.stringify(got.clashes);
    });
    if (count < CROWD[0] || !CAN_START_THREADS) return;
    for (const threads of [1, 2]) {
      const got = await findClashesOnThreads(parts, { ...options, threads });
      session.counts.forced++;
      judge(`findClashesOnThreads on ${threads}`, got.clashes);
      session.counts.partPairsOnThreads += (count * (count - 1)) / 2;
      if (plain !== "" && JSON.stringify(got.clashes) !== plain)
        throw new WrongAnswer(`findClashesOnThreads on ${threads} differs in numbers`, got.clashes, plain);
    }
  },
};
