import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { print } from "./session.ts";
import type { Failure } from "./shrink.ts";

/** Writes a failure as a script that runs against .trust-build/ on its own, and returns its path. */
export function writeReproducer(folder: string, query: string, name: string, failure: Failure): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${query}-${name}.mjs`);
  writeFileSync(path, reproducerText(query, failure));
  return path;
}

export function reproducerText(query: string, { fuzzCase, error, script }: Failure): string {
  const answers = `got ${print(error.got, new Map())}; expected ${print(error.expected, new Map())}`;
  return [
    `// ${query}: ${error.message}`,
    `// made by ${fuzzCase.kind}, seed ${fuzzCase.seed}, then made smaller`,
    "// Run from the project's root after `npm run fuzz`, which builds .trust-build/.",
    'const load = (file) => import(process.cwd() + "/.trust-build/" + file);',
    `const { ${importsOf(script)} } = await load("trust/library.js");`,
    'const { withKernels, withoutKernels } = await load("src/kernels/kernel-choice.js");',
    ...script,
    `console.log(${JSON.stringify(answers.length > 4000 ? `${answers.slice(0, 4000)} …` : answers)});`,
    "",
  ].join("\n");
}

function importsOf(script: readonly string[]): string {
  const names = new Set<string>();
  for (const line of script)
    for (const [, name] of line.matchAll(
      /\b((?:build|create|find|cast|cull|overlap|sweep|is|locate|set|collide|self|time|closest|distance|classify|penetration|refit|insert|remove|rest)[A-Za-z]*)\(/g,
    ))
      if (!line.includes(`.${name}(`)) names.add(name);
  return [...names].filter((name) => name !== "setTimeout").join(", ");
}
