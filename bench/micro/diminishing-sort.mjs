import { sortEntries } from "../../dist/internals.js";
import { describeEnvironment } from "../environment.mjs";
import { interleave } from "../measure.mjs";
import { createRandom } from "../random.mjs";
import { printTable, significant, whole } from "../table.mjs";

export const description =
  "the increments of the diminishing-increment sort, on lists that are almost sorted";

const WHOLE = [44842, 19930, 8858, 3937, 1750, 701, 301, 132, 57, 23, 10, 4, 1];
const SEQUENCES = { 1: [1], "4, 1": [4, 1], "10, 4, 1": [10, 4, 1], "57 … 1": WHOLE.slice(8), whole: WHOLE };
/** How many others an end passes on average, and the share that goes anywhere at all. */
const MOTIONS = [
  { title: "nothing moves", passed: 0 },
  { title: "1 passed in 3", passed: 0.3 },
  { title: "1 passed", passed: 1 },
  { title: "3 passed", passed: 3 },
  { title: "10 passed", passed: 10 },
  { title: "100 passed", passed: 100 },
  { title: "1 passed, 1 % anywhere", passed: 1, anywhere: 0.01 },
];

export async function run({ quick, seed, progress }) {
  console.log(describeEnvironment(seed));
  for (const [length, lists] of [
    [128, quick ? 100 : 400],
    [100_000, 1],
  ]) {
    const rows = [];
    for (const motion of MOTIONS) {
      if (motion.passed >= length / 4) continue;
      progress.show(`${length} ends, ${motion.title}`);
      rows.push([motion.title, ...measure(motion, length, lists, seed, quick ? 3 : 9)]);
    }
    progress.clear();
    printTable(
      `ns an end, lists of ${whole(length)}`,
      ["<motion", ...Object.keys(SEQUENCES), "abut: 1, and whole if that is dear"],
      rows,
    );
  }
}

function measure({ passed, anywhere = 0 }, length, lists, seed, rounds) {
  const random = createRandom(seed);
  const count = length * lists;
  const keys = Float64Array.from({ length: count }, (_, i) => {
    const place = i % length;
    if (random() < anywhere) return length * random();
    return place + 3 * passed * (random() - 0.5) * 2;
  });
  const ids = Uint32Array.from({ length: count }, (_, i) => i);
  // Each way gets the same disorder anew.
  const prepare = () => ({ keys: keys.slice(), ids: ids.slice() });
  const ways = { abut: { prepare, run: (input) => sortAll(input, length, null) } };
  for (const [name, gaps] of Object.entries(SEQUENCES))
    ways[`gaps ${name}`] = { prepare, run: (input) => sortAll(input, length, gaps) };
  const times = interleave(ways, { rounds, leastMs: 20, warmUpMs: 100 });
  const { abut, ...others } = times;
  return [...Object.values(others), abut].map((time) => significant((1e6 * time) / count));
}

function sortAll({ keys, ids }, length, gaps) {
  const work = { comparisons: 0, swaps: 0 };
  for (let from = 0; from < keys.length; from += length) {
    if (gaps === null) sortEntries(keys, ids, from, from + length, work);
    else for (const gap of gaps) if (2 * gap < length) insertByGap(keys, ids, from, from + length, gap);
  }
  return keys[0];
}

function insertByGap(keys, ids, from, to, gap) {
  const first = from + gap;
  for (let i = first; i < to; i++) {
    const key = keys[i];
    if (keys[i - gap] <= key) continue;
    const id = ids[i];
    let j = i;
    do {
      keys[j] = keys[j - gap];
      ids[j] = ids[j - gap];
      j -= gap;
    } while (j >= first && keys[j - gap] > key);
    keys[j] = key;
    ids[j] = id;
  }
}
