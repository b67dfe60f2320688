import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Plugin } from "vite";

// Vitest reads every import through a getter. The package is bundled, so that a constant costs nothing there; in tests, hot loops would
// take up to six times as long. This plugin writes imported numbers into the module that imports them, as the bundler does.

const IMPORT = /^import \{([^}]*)\} from "(\.[^"]+\.ts)";$/gm;
const EXPORTED = /^export const ([A-Z][A-Z0-9_]*) = ([^;]+);/gm;
const REEXPORTED = /^export \{([^}]*)\} from "(\.[^"]+\.ts)";$/gm;
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;
/** Numbers, sums and products of numbers and of other constants, and nothing else. */
const ARITHMETIC = /^[\s\w.+\-*/()]+$/;

const known = new Map<string, ReadonlyMap<string, number>>();

/** The exported constants of a file that are numbers. */
function constantsOf(file: string): ReadonlyMap<string, number> {
  const found = known.get(file);
  if (found !== undefined) return found;
  const constants = new Map<string, number>();
  known.set(file, constants);
  const text = readFileSync(file, "utf8");
  const scope = new Map<string, number>();
  for (const [, names, path] of text.matchAll(IMPORT))
    for (const [name, value] of valuesOf(names, resolve(dirname(file), path))) scope.set(name, value);
  for (const [, names, path] of text.matchAll(REEXPORTED))
    for (const [name, value] of valuesOf(names, resolve(dirname(file), path))) constants.set(name, value);
  for (const [, name, expression] of text.matchAll(EXPORTED)) {
    const value = evaluate(expression, scope);
    if (value === null) continue;
    scope.set(name, value);
    constants.set(name, value);
  }
  return constants;
}

/** Those of some imported names that are constants, by their local names. */
function valuesOf(names: string, file: string): Map<string, number> {
  const values = new Map<string, number>();
  for (const specifier of names.split(",")) {
    const [name, local = name] = specifier.trim().split(" as ");
    const value = CONSTANT.test(name) ? constantsOf(file).get(name) : undefined;
    if (value !== undefined) values.set(local, value);
  }
  return values;
}

function evaluate(expression: string, scope: ReadonlyMap<string, number>): number | null {
  if (!ARITHMETIC.test(expression)) return null;
  const names = expression.match(/\b[A-Za-z_]\w*\b/g)?.filter((name) => !/^0x|^e\d/.test(name)) ?? [];
  if (!names.every((name) => scope.has(name))) return null;
  const value: unknown = new Function(...names, `return (${expression});`)(...names.map((n) => scope.get(n)));
  return typeof value === "number" ? value : null;
}

/** A module with the numbers that it imports written into it. */
export function inlineConstants(code: string, file: string): string {
  const written: string[] = [];
  const text = code.replaceAll(IMPORT, (whole, names: string, path: string) => {
    const values = valuesOf(names, resolve(dirname(file), path));
    if (values.size === 0) return whole;
    for (const [name, value] of values)
      written.push(`const ${name} = ${Object.is(value, -0) ? "-0" : value};`);
    const rest = names.split(",").filter((specifier) => !values.has(specifier.trim().split(" as ").at(-1)!));
    const kept = rest.join(",").trim();
    // As many lines as before: stack traces name the right ones.
    const lines = "\n".repeat(whole.split("\n").length - 1);
    return kept === "" ? lines : `import { ${kept.replaceAll("\n", " ")} } from "${path}";${lines}`;
  });
  // In front, on the first line: values of the module may need them.
  return written.length === 0 ? code : `${written.join(" ")} ${text}`;
}

export function inlineConstantsPlugin(source: string): Plugin {
  return {
    name: "inline-constants",
    enforce: "pre",
    transform(code, id) {
      if (!id.startsWith(source) || !id.endsWith(".ts")) return null;
      return { code: inlineConstants(code, id), map: null };
    },
  };
}
