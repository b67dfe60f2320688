import { type BroadPhase, createDynamicTree, createSegmentSort } from "../../../src/broadphase/index.ts";
import { createSweepAndPrune } from "../../../src/papers.ts";
import { type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { nudge } from "../generators/coordinates.ts";
import { pairsOfBoxes } from "../oracles/box-pairs.ts";
import { createRandom, type Random } from "../random.ts";

const METHODS = { createSegmentSort, createSweepAndPrune, createDynamicTree };
type Method = keyof typeof METHODS;

export const broadPhases: FuzzQuery = {
  name: "broadPhases",
  unit: "steps",
  goal: 1e5,
  checks:
    "segment sort, sweep and prune, dynamic tree and findBoxPairs: pairs, begun and ended, step by step",
  generate(random) {
    const count = random.pick([2, 5, 20, 40, 100]);
    return {
      kind: `${count} boxes`,
      meshes: [],
      poses: [],
      numbers: {
        seed: [random.below(2 ** 30)],
        count: [count],
        steps: [random.between(2, 12)],
        dimensions: [random.pick([2, 3, 3])],
      },
    };
  },
  check({ numbers }, session) {
    session.eachVariant(["aabb"], () => {
      const dimensions = numbers.dimensions[0] === 2 ? 2 : 3;
      const script = writeScript(
        createRandom(`boxes ${numbers.seed}`),
        numbers.count[0],
        numbers.steps[0],
        dimensions,
      );
      for (const method of Object.keys(METHODS) as Method[]) {
        const broad = session.step(
          () => `const ${method}1 = ${method}({ dimensions: ${dimensions} });`,
          () => METHODS[method]({ dimensions }),
        );
        playScript(broad, `${method}1`, script, dimensions, session);
      }
      const last = script[script.length - 1].boxes.filter((box) => box !== null);
      const expected = pairsOfBoxes(last, dimensions);
      const got = session.ask("findBoxPairs", Float64Array.from(last.flat()), { dimensions });
      if (String(got.pairs) !== String(expected.flat()))
        throw new WrongAnswer("findBoxPairs differs", got.pairs, expected);
      const half = Math.floor(last.length / 2);
      const between = session.ask(
        "findBoxPairsBetween",
        Float64Array.from(last.slice(0, half).flat()),
        Float64Array.from(last.slice(half).flat()),
        { dimensions },
      );
      const crossing = expected.filter(([i, j]) => i < half && j >= half).map(([i, j]) => [i, j - half]);
      if (String(between.pairs) !== String(crossing.flat()))
        throw new WrongAnswer("findBoxPairsBetween differs", between.pairs, crossing);
    });
  },
};

/** What happens between two updates, and which boxes there are then. */
interface Step {
  calls: { call: "add" | "move" | "remove" | "moveAll"; id: number; box: number[] }[];
  boxes: (number[] | null)[];
}

function writeScript(random: Random, count: number, steps: number, dimensions: 2 | 3): Step[] {
  const boxes: (number[] | null)[] = [];
  const script: Step[] = [];
  const style = random.below(5);
  for (let s = 0; s < steps; s++) {
    const calls: Step["calls"] = [];
    const add = () => {
      const free = boxes.indexOf(null);
      const id = free < 0 ? boxes.length : free;
      boxes[id] = makeBox(random, dimensions, style);
      calls.push({ call: "add", id, box: boxes[id] });
    };
    while (boxes.length < count) add();
    if (random.chance(0.3)) {
      const all: number[] = [];
      boxes.forEach((box, id) => {
        if (box !== null) boxes[id] = moveBox(random, box, dimensions, style);
        all.push(...(boxes[id] ?? new Array(2 * dimensions).fill(Number.NaN)));
      });
      calls.push({ call: "moveAll", id: -1, box: all });
    } else
      boxes.forEach((box, id) => {
        if (box === null) return;
        if (random.chance(0.08)) {
          calls.push({ call: "remove", id, box: [] });
          boxes[id] = null;
        } else if (random.chance(0.6)) {
          boxes[id] = moveBox(random, box, dimensions, style);
          calls.push({ call: "move", id, box: boxes[id] });
        }
      });
    for (let n = random.below(4); n > 0; n--) if (boxes.length < 2 * count || boxes.includes(null)) add();
    script.push({ calls, boxes: boxes.map((box) => box?.slice() ?? null) });
  }
  return script;
}

/** On a lattice, so that boxes touch; or as numbers come; sometimes flat, huge or without end. */
function makeBox(random: Random, dimensions: number, style: number): number[] {
  const low: number[] = [];
  const high: number[] = [];
  for (let k = 0; k < dimensions; k++) {
    const x =
      style < 2 ? random.between(-8, 8) : style === 2 ? 20 * random.next() : random.between(-9, 9) / 3;
    const size = style < 2 ? random.below(3) : random.next() * 3;
    low.push(x);
    high.push(x + size);
    if (random.chance(0.02)) {
      low[k] = -Infinity;
      if (random.chance(0.5)) high[k] = Infinity;
    }
    if (random.chance(0.02) && Number.isFinite(low[k])) high[k] = low[k] + 1e6;
  }
  return [...low, ...high];
}

/** A small step, a jump, a step of one unit in the last place, or to where another kind of number is. */
function moveBox(random: Random, box: number[], dimensions: number, style: number): number[] {
  const way = random.below(6);
  if (way === 0) return makeBox(random, dimensions, style);
  if (way === 1)
    return box.map((x, i) =>
      i < dimensions && Number.isFinite(x) ? nudge(x, x > 0 || x === 0 ? -1 : 1) : x,
    );
  const steps = Array.from({ length: dimensions }, () =>
    way < 4 ? random.between(-1, 1) : random.next() - 0.5,
  );
  return box.map((x, i) => x + steps[i % dimensions]);
}

function playScript(
  broad: BroadPhase,
  name: string,
  script: readonly Step[],
  dimensions: number,
  session: Parameters<FuzzQuery["check"]>[1],
): void {
  let before = new Set<string>();
  let replaced = new Set<number>();
  for (const { calls, boxes } of script) {
    replaced = new Set();
    for (const { call, id, box } of calls) {
      const text = () =>
        `${name}.${call}(${call === "add" || call === "moveAll" ? "" : `${id}, `}${call === "remove" ? "" : call === "moveAll" ? `new Float64Array([${box.join(", ")}])` : `[${box.join(", ")}]`});`;
      session.step(text, () => {
        if (call === "add") {
          const given = broad.add(box);
          if (given !== id) throw new Error(`add gave id ${given}, expected ${id}`);
        } else if (call === "move") broad.move(id, box);
        else if (call === "remove") broad.remove(id);
        else broad.moveAll(Float64Array.from(box));
      });
      if (call === "remove") replaced.add(id);
    }
    const expected = pairsOfBoxes(boxes, dimensions).map((pair) => pair.join());
    const got = session.step(
      () => `console.log(${name}.update());`,
      () => broad.update(),
    );
    session.counts.steps++;
    const read = (list: Uint32Array, count: number) =>
      Array.from({ length: count }, (_, i) => `${list[2 * i]},${list[2 * i + 1]}`);
    const pairs = read(got.pairs, got.count);
    if (pairs.join(" ") !== expected.join(" "))
      throw new WrongAnswer(`${name}: pairs differ`, pairs, expected);
    const now = new Set(expected);
    const touches = (pair: string) => pair.split(",").some((id) => replaced.has(Number(id)));
    const begun = expected.filter((pair) => !before.has(pair) || touches(pair));
    const ended = [...before].filter((pair) => !now.has(pair) || touches(pair));
    const sorted = (list: string[]) =>
      list.sort((p, q) => {
        const [[a, b], [c, d]] = [p.split(",").map(Number), q.split(",").map(Number)] as [number[], number[]];
        return a - c || b - d;
      });
    if (read(got.begun, got.begunCount).join(" ") !== sorted(begun).join(" "))
      throw new WrongAnswer(`${name}: begun differs`, read(got.begun, got.begunCount), begun);
    if (read(got.ended, got.endedCount).join(" ") !== sorted(ended).join(" "))
      throw new WrongAnswer(`${name}: ended differs`, read(got.ended, got.endedCount), ended);
    before = now;
  }
}
