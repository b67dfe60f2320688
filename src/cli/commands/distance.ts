import { distance } from "../../queries/distance/distance.ts";
import { createTrees } from "../../trees/trees-of-meshes.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { choosePaint } from "../output/colours.ts";
import { countOf, formatCount, formatNumber, formatPoint } from "../output/format-number.ts";
import { printJson } from "../output/json-answer.ts";
import { createProgress } from "../output/progress.ts";
import { layOutTable } from "../output/text-table.ts";
import type { OpenOptions } from "../scene/open-scene.ts";
import { inUnit, type Length } from "../scene/scene-unit.ts";
import { say, type Terminal, widthOf } from "../terminal.ts";
import { nearestBoxes } from "./nearest-boxes.ts";
import { emptySide, openTwoSides, type Side } from "./two-sides.ts";

export interface DistanceCommandOptions extends OpenOptions {
  json?: boolean;
  clearance?: Length;
  limit: number;
}

/** `abut distance`: how far apart two files are, and which of their parts are nearest to each other. */
export async function runDistance(
  paths: readonly [string, string],
  options: DistanceCommandOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { scene, a, b } = await openTwoSides(paths, options, terminal);
  const empty = emptySide(a, b, paths);
  if (empty !== null) {
    say(terminal, `abut: nothing was measured: ${empty}`);
    return EXIT.unchecked;
  }
  const { unit } = scene;
  const clearance = options.clearance === undefined ? null : inUnit(options.clearance, unit, "--clearance");
  const progress = createProgress(terminal.err, options.quiet !== true);
  const pairs = findNearest(a, b, options.limit, unit.perSceneUnit, (done, total) =>
    progress.show("measuring", done, total),
  );
  progress.end();
  const nearest = pairs[0].distance;
  const isTooClose = clearance === null ? null : nearest < clearance;
  const unlisted = a.parts.length * b.parts.length - pairs.length;
  if (options.json === true) {
    const listed = pairs.map(({ a: i, b: j, ...gap }) => ({
      a: a.parts[i].key,
      b: b.parts[j].key,
      ...gap,
    }));
    const answer = { distance: nearest, clearance, tooClose: isTooClose, pairs: listed, unlisted };
    printJson("distance", scene, answer, terminal);
  } else {
    const length = (value: number) => `${formatNumber(value)}${unit.name === "unit" ? "" : ` ${unit.name}`}`;
    printNearest(pairs, unlisted, a, b, length, options, terminal);
    if (isTooClose) terminal.out.write(`Closer than ${length(clearance!)}.\n`);
  }
  return isTooClose ? EXIT.found : EXIT.clean;
}

interface Gap {
  a: number;
  b: number;
  distance: number;
  pointA: number[];
  pointB: number[];
}

/** The nearest pairs of parts, at most `limit`, in the report's unit. */
function findNearest(
  a: Side,
  b: Side,
  limit: number,
  perSceneUnit: number,
  onProgress: (done: number, total: number) => void,
): Gap[] {
  const treeOf = createTrees();
  const found: Gap[] = [];
  let farthest = Infinity; // the largest distance listed, once `limit` pairs are listed
  const candidates = nearestBoxes(a.boxes, b.boxes, limit);
  for (const [done, { a: i, b: j, least }] of candidates.entries()) {
    if (least > farthest) break;
    onProgress(done, candidates.length);
    const [partA, partB] = [a.parts[i], b.parts[j]];
    const gap = distance(treeOf(partA.mesh), treeOf(partB.mesh), {
      aToWorld: partA.toWorld,
      bToWorld: partB.toWorld,
      maxDistance: farthest,
    });
    if (gap === null) continue;
    found.push({ a: i, b: j, distance: gap.distance, pointA: [...gap.pointA], pointB: [...gap.pointB] });
    found.sort((p, q) => p.distance - q.distance || p.a - q.a || p.b - q.b);
    if (found.length > limit) found.pop();
    if (found.length === limit) farthest = found.at(-1)!.distance;
  }
  const scaled = (value: number) => value * perSceneUnit;
  return found.map((gap) => ({
    ...gap,
    distance: scaled(gap.distance),
    pointA: gap.pointA.map(scaled),
    pointB: gap.pointB.map(scaled),
  }));
}

function printNearest(
  pairs: readonly Gap[],
  unlisted: number,
  a: Side,
  b: Side,
  length: (value: number) => string,
  { color }: DistanceCommandOptions,
  terminal: Terminal,
): void {
  const { out } = terminal;
  const paint = choosePaint(out, terminal, color);
  const columns = [
    { title: "distance", align: "right", shrinks: false },
    { title: "a", align: "left", shrinks: true },
    { title: "b", align: "left", shrinks: true },
    { title: "point of a", align: "left", shrinks: false },
    { title: "point of b", align: "left", shrinks: false },
  ] as const;
  const rows = pairs.map(({ a: i, b: j, distance: gap, pointA, pointB }) => [
    length(gap),
    a.names[i],
    b.names[j],
    formatPoint(pointA),
    formatPoint(pointB),
  ]);
  out.write(`${layOutTable(columns, rows, widthOf(out), paint).join("\n")}\n\n`);
  if (unlisted > 0)
    out.write(
      `The nearest ${formatCount(pairs.length)} of ${countOf(pairs.length + unlisted, "pair")} of parts (--limit).\n`,
    );
  const nearest = pairs[0].distance;
  out.write(
    `${paint(nearest === 0 ? "They meet: the distance is 0." : `They are ${length(nearest)} apart.`, "bold")}\n`,
  );
}
