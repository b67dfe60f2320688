import { findBoxPairsBetween } from "../../broadphase/one-shot/find-box-pairs.ts";
import { classify } from "../../queries/classify/classify.ts";
import { findPairs } from "../../queries/pairs/find-pairs.ts";
import { addStats, createStats } from "../../queries/stats.ts";
import { createTrees } from "../../trees/trees-of-meshes.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { choosePaint } from "../output/colours.ts";
import { countOf, formatCount } from "../output/format-number.ts";
import { printJson } from "../output/json-answer.ts";
import { createProgress } from "../output/progress.ts";
import { layOutTable } from "../output/text-table.ts";
import type { OpenOptions } from "../scene/open-scene.ts";
import { say, type Terminal, widthOf } from "../terminal.ts";
import { emptySide, openTwoSides, type Side } from "./two-sides.ts";

export interface CollideCommandOptions extends OpenOptions {
  json?: boolean;
}

/** `abut collide`: whether two files meet, and which of their parts do and how. */
export async function runCollide(
  paths: readonly [string, string],
  options: CollideCommandOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { scene, a, b } = await openTwoSides(paths, options, terminal);
  const empty = emptySide(a, b, paths);
  if (empty !== null) {
    say(terminal, `abut: nothing was checked: ${empty}`);
    return EXIT.unchecked;
  }
  const progress = createProgress(terminal.err, options.quiet !== true);
  const { pairs, counts } = findMeetings(a, b, (done, total) => progress.show("checking", done, total));
  progress.end();
  const collides = pairs.length > 0;
  if (options.json === true) {
    const listed = pairs.map(({ a: i, b: j, ...meeting }) => ({
      a: a.parts[i].key,
      b: b.parts[j].key,
      ...meeting,
    }));
    printJson("collide", scene, { collides, pairs: listed, counts }, terminal);
  } else printMeetings(pairs, a, b, options, terminal);
  return collides ? EXIT.found : EXIT.clean;
}

interface Meeting {
  a: number;
  b: number;
  relation: "touching" | "overlapping" | "contains" | "inside" | "duplicate";
  surfacesMeet: boolean;
  trianglePairs: number;
  exact: boolean;
}

function findMeetings(
  a: Side,
  b: Side,
  onProgress: (done: number, total: number) => void,
): { pairs: Meeting[]; counts: Record<string, number> } {
  const candidates = findBoxPairsBetween(a.boxes, b.boxes).pairs;
  const treeOf = createTrees();
  const sum = createStats();
  const pairs: Meeting[] = [];
  for (let k = 0; k < candidates.length; k += 2) {
    onProgress(k / 2, candidates.length / 2);
    const [i, j] = [candidates[k], candidates[k + 1]];
    const [partA, partB] = [a.parts[i], b.parts[j]];
    const [treeA, treeB] = [treeOf(partA.mesh), treeOf(partB.mesh)];
    const poses = { aToWorld: partA.toWorld, bToWorld: partB.toWorld };
    const { relation, surfacesMeet, exact, stats } = classify(treeA, treeB, poses);
    addStats(sum, stats);
    if (relation === "separate") continue;
    let trianglePairs = 0;
    if (surfacesMeet) {
      const found = findPairs(treeA, treeB, poses);
      trianglePairs = found.count;
      addStats(sum, found.stats);
    }
    pairs.push({ a: i, b: j, relation, surfacesMeet, trianglePairs, exact });
  }
  const { boxTests, triangleTests, exactTests } = sum;
  const counts = { candidates: candidates.length / 2, boxTests, triangleTests, exactTests };
  return { pairs, counts };
}

function printMeetings(
  pairs: readonly Meeting[],
  a: Side,
  b: Side,
  { color }: CollideCommandOptions,
  terminal: Terminal,
): void {
  const { out } = terminal;
  const paint = choosePaint(out, terminal, color);
  if (pairs.length > 0) {
    const columns = [
      { title: "relation", align: "left", shrinks: false },
      { title: "a", align: "left", shrinks: true },
      { title: "b", align: "left", shrinks: true },
      { title: "pairs of triangles", align: "right", shrinks: false },
    ] as const;
    const rows = pairs.map(({ a: i, b: j, relation, trianglePairs }) => [
      { text: relation, colour: relation === "touching" ? ("cyan" as const) : ("red" as const) },
      a.names[i],
      b.names[j],
      formatCount(trianglePairs),
    ]);
    out.write(`${layOutTable(columns, rows, widthOf(out), paint).join("\n")}\n\n`);
  }
  const total = a.parts.length * b.parts.length;
  const which = total === 1 ? "" : `: ${formatCount(pairs.length)} of ${countOf(total, "pair")} of parts`;
  out.write(
    `${pairs.length > 0 ? paint(`They meet${which}.`, "bold") : paint("They do not meet.", "green")}\n`,
  );
}
