import { existsSync } from "node:fs";
import { dirname, relative } from "node:path";
import { OptionError } from "../../errors.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { countOf } from "../output/format-number.ts";
import { replaceFile } from "../output/replace-file.ts";
import type { Scene } from "../scene/load-scene.ts";
import { type OpenOptions, openScene, warn, warningsOf } from "../scene/open-scene.ts";
import { say, type Terminal } from "../terminal.ts";

export interface InitCommandOptions extends OpenOptions {
  output: string;
  force?: boolean;
}

/** `abut init`: writes a rules file for some models. */
export async function runInit(
  paths: readonly string[],
  options: InitCommandOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { output, force, quiet } = options;
  if (existsSync(output) && force !== true)
    throw new OptionError(`-o ${output}: the file is there already; --force replaces it`);
  const { scene } = await openScene(paths, options, terminal);
  warn(warningsOf(scene), options, terminal);
  const config = suggestConfig(
    scene,
    paths.map((path) => relativeTo(output, path)),
  );
  await replaceFile(output, `${JSON.stringify(config, null, 2)}\n`, scene.files);
  if (quiet !== true)
    say(terminal, `wrote ${output}: ${countOf(Object.keys(config.sets).length, "set")}; abut clash uses it`);
  return EXIT.clean;
}

function relativeTo(output: string, path: string): string {
  return relative(dirname(output), path).replaceAll("\\", "/") || ".";
}

interface SuggestedSet {
  description: string;
  file?: string;
  class?: string;
  name?: string;
}

/** The largest number of sets of one sort; the most frequent are kept. */
const MOST_SETS = 30;

function suggestConfig(scene: Scene, files: string[]) {
  const sets: Record<string, SuggestedSet> = {};
  const add = (name: string, set: SuggestedSet) => {
    let distinct = name;
    for (let n = 2; Object.hasOwn(sets, distinct); n++) distinct = `${name} ${n}`;
    sets[distinct] = set;
    return distinct;
  };
  const { parts, partInfo, labels } = scene;
  const ofFiles =
    labels.length < 2
      ? []
      : labels.map((label, i) => {
          const count = parts.filter(({ group }) => group === i).length;
          return add(label.replace(/\.[^.]*$/, ""), {
            description: `The ${countOf(count, "part")} of ${label}`,
            file: quote(label),
          });
        });
  const classes = frequent(partInfo.map(({ type }) => type ?? ""));
  for (const [type, count] of classes)
    add(type, { description: countOf(count, "element"), class: quote(type) });
  if (classes.length === 0)
    for (const [stem, count] of frequent(parts.map(({ name }) => stemOf(name))))
      if (count > 1)
        add(stem, { description: `${countOf(count, "part")} named alike`, name: `${quote(stem)}*` });
  const isIfc = classes.length > 0;
  const checks = ofFiles.flatMap((a, i) =>
    ofFiles.slice(i + 1).map((b) => ({ description: `${a} against ${b}`, a, b })),
  );
  return {
    $schema: "node_modules/abut/docs/config.schema.json",
    description:
      "Rules of abut clash. Flags of the command override them; docs/config.md describes all members.",
    files,
    ...(isIfc && { tolerance: "1mm" }),
    touching: "ignore",
    group: "cause",
    failOn: "any",
    sets,
    checks: checks.length > 0 ? checks : [{ description: "Every part against every other", a: "*", b: "*" }],
    allow: [],
  };
}

function frequent(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const name of names) if (name !== "") counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([p, m], [q, n]) => n - m || (p < q ? -1 : 1))
    .slice(0, MOST_SETS)
    .sort(([p], [q]) => (p < q ? -1 : 1));
}

/** "bolt" for "bolt#2", "bolt.001" and "Bolt 17"; empty for names without a common beginning. */
function stemOf(name: string): string {
  const stem = name.replace(/[\s_.#:-]*\d*$/, "");
  return stem.length >= 2 ? stem : "";
}

/** A pattern that stands for itself. */
function quote(text: string): string {
  return text.replace(/[*?\\]/g, "\\$&");
}
