import { findSelfPairs } from "../../queries/self/find-self-pairs.ts";
import { createTrees } from "../../trees/trees-of-meshes.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { choosePaint } from "../output/colours.ts";
import { countOf, formatCount } from "../output/format-number.ts";
import { printJson } from "../output/json-answer.ts";
import { createProgress } from "../output/progress.ts";
import { layOutTable } from "../output/text-table.ts";
import { type OpenOptions, openScene, warn, warningsOf } from "../scene/open-scene.ts";
import { say, type Terminal, widthOf } from "../terminal.ts";

export interface SelfCommandOptions extends OpenOptions {
  json?: boolean;
}

/** `abut self`: which parts have a surface that meets itself. */
export async function runSelf(
  paths: readonly string[],
  options: SelfCommandOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { scene } = await openScene(paths, options, terminal);
  warn(warningsOf(scene), options, terminal);
  if (scene.parts.length === 0) {
    say(terminal, "abut: nothing was checked: there are no triangles");
    return EXIT.unchecked;
  }
  const progress = createProgress(terminal.err, options.quiet !== true);
  const treeOf = createTrees();
  const parts = scene.parts.map(({ key, name, mesh, toWorld }, i) => {
    progress.show("checking", i, scene.parts.length);
    // By position, like `clash --self`: triangles in files are often not welded.
    const found = findSelfPairs(treeOf(mesh), { toWorld, topology: "position" });
    const { count, degenerateTriangles } = found;
    return {
      part: key,
      name,
      triangles: mesh.triangleCount,
      trianglePairs: count,
      degenerateTriangles: degenerateTriangles.length,
    };
  });
  progress.end();
  const meeting = parts.filter(({ trianglePairs }) => trianglePairs > 0);
  const meetsItself = meeting.length > 0;
  if (options.json === true) printJson("self", scene, { meetsItself, parts }, terminal);
  else {
    const { out } = terminal;
    const paint = choosePaint(out, terminal, options.color);
    const columns = [
      { title: "part", align: "left", shrinks: true },
      { title: "pairs of triangles", align: "right", shrinks: false },
      { title: "triangles", align: "right", shrinks: false },
    ] as const;
    const rows = parts.flatMap(({ trianglePairs, triangles }, i) =>
      trianglePairs === 0 ? [] : [[scene.partNames[i], formatCount(trianglePairs), formatCount(triangles)]],
    );
    if (meetsItself) out.write(`${layOutTable(columns, rows, widthOf(out), paint).join("\n")}\n\n`);
    const flat = parts.reduce((sum, { degenerateTriangles }) => sum + degenerateTriangles, 0);
    if (flat > 0) out.write(`${countOf(flat, "triangle")} without area left out.\n`);
    const of = `of ${countOf(parts.length, "part")}`;
    out.write(
      `${meetsItself ? paint(`${formatCount(meeting.length)} ${of} meet themselves.`, "bold") : paint(`None ${of} meets itself.`, "green")}\n`,
    );
  }
  return meetsItself ? EXIT.found : EXIT.clean;
}
