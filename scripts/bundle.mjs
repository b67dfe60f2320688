// node scripts/bundle.mjs [--fast] [--internals]: src/ as a few JavaScript files in dist/, with declarations, and the page of the HTML report.
// --fast leaves declarations and the check of types out: a second instead of ten, for `npm start` and the tests. --internals adds
// dist/internals.js, which benchmarks read.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { rolldown } from "rolldown";
import { parseSync } from "rolldown/experimental";
import { ENTRIES, PROGRAMS } from "./entries.mjs";
import { markPure } from "./mark-pure.mjs";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const published = Object.fromEntries(Object.values(ENTRIES).map(([source, name]) => [name, source]));

// Queries and trees are one file, so that V8 sees their constants and helpers in one module. Below it, geometry, which readers need
// without queries; and what small programs need, or the command before it knows its subcommand: it imports no package, since bundlers
// keep what a package does when it is loaded. The texts of kernels are one file, so that they are side by side in what users bundle of it:
// gzip finds repeats only 32 kB back.
const CHUNKS = [
  { name: "kernels", test: /src\/kernels\/generated\//, priority: 4 },
  {
    name: "base",
    test: /src\/(errors|option-names|typed-arrays|mesh\/triangle-mesh|clash\/clash|clash\/clash-group|formats\/budget|reports\/printable-text)\.ts$/,
    priority: 3,
  },
  { name: "geometry", test: /src\/(numerics|geometry|mesh\/(?!primitives))/, priority: 2 },
  { name: "queries", test: /src\/(kernels|trees|broadphase|queries)\/(?!index)/, priority: 1 },
  // Rooms of many small files, most of which are needed together.
  { name: "clash", test: /src\/clash\/(?!index)/ },
  // The command names statuses before it knows its subcommand.
  { name: "status", test: /src\/reports\/clash-status\.ts$/, priority: 1 },
  { name: "reports", test: /src\/reports\/(?!index)/ },
];

/** Fills `folder` with the built package; files there that it did not write are removed. */
export async function bundle(folder, { declarations = true, internals = false } = {}) {
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}.`);
  try {
    const { buildPage } = await import("../viewer/build.mjs");
    const inputs = { ...published, ...PROGRAMS, ...(internals && { internals: "bench/internals.ts" }) };
    await Promise.all([
      bundleCode(inputs, draft),
      declarations && bundleDeclarations(draft),
      buildPage(join(draft, "viewer/clash.html")),
    ]);
    chmodSync(join(draft, "cli/main.js"), 0o755); // `npx abut` in a clone needs it
    replace(folder, draft);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Fills `folder` with a file per source, under its own name, for tests that import the insides of the package. All files export from one
 * chunk, in which V8 sees constants and helpers as it does in the package. `programs` are more files to bundle over that chunk.
 */
export async function bundleModules(folder, programs) {
  const started = new Set(Object.values(PROGRAMS).filter((source) => source !== "src/workers/browser.ts"));
  const sources = filesIn(join(ROOT, "src"))
    .filter((file) => file.endsWith(".ts") && !file.startsWith("kernels/assembly/"))
    .map((file) => `src/${file}`)
    .filter((source) => !started.has(source));
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}.`);
  try {
    const input = Object.fromEntries(
      [...sources, ...programs].map((path) => [path.replace(/\.ts$/, ""), path]),
    );
    const build = await rolldown({ ...shared, ...code, input, checks: { ineffectiveDynamicImport: false } });
    await build.write({
      dir: draft,
      chunkFileNames: "src/[name].js", // as deep as src/cli is in the package: files beside it are found
      codeSplitting: { groups: [{ name: "all-sources", test: /\/src\// }] },
      sourcemap: true,
    });
    await build.close();
    replace(folder, draft);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function bundleCode(input, folder) {
  const build = await rolldown({
    ...shared,
    ...code,
    input,
    plugins: [kernelsFirst(), markPure(), statementPerLine()],
  });
  const { output } = await build.write({
    dir: folder,
    chunkFileNames: ({ moduleIds }) => `${folderOf(moduleIds)}/[name].js`,
    codeSplitting: { groups: CHUNKS },
    // Declarations carry the documentation.
    comments: { legal: true, annotation: true, jsdoc: false },
    minify: SHORT,
  });
  await build.close();
  checkUrls(output);
}

/**
 * Entries that need kernels import them first, so that their texts begin what users bundle, and do not come between other code: gzip looks
 * for repeats no farther back than 32 kB, and codes text and code that it meets together worse. It saves 0.8 kB of a page.
 */
function kernelsFirst() {
  return {
    name: "kernels-first",
    renderChunk(code, { isEntry, imports, fileName }) {
      if (!isEntry || !imports.includes("chunks/queries.js")) return null;
      return `import "${"../".repeat(fileName.split("/").length - 1) || "./"}chunks/kernels.js";\n${code}`;
    },
  };
}

/**
 * A line for each statement of a module: Node prints the whole line that threw, and a stack trace tells functions apart by their lines.
 * Functions come after all values, which changes nothing, because functions are hoisted; together they compress better (0.2 kB of a page).
 */
function statementPerLine() {
  return {
    name: "statement-per-line",
    generateBundle(_, files) {
      for (const chunk of Object.values(files)) {
        if (chunk.type !== "chunk") continue;
        const { body } = parseSync(chunk.fileName, chunk.code).program;
        const head = chunk.code.slice(0, body[0]?.start); // #! of the command
        const lines = body.map(({ type, start, end }) => ({ type, text: chunk.code.slice(start, end) }));
        const isFunction = ({ type }) => type === "FunctionDeclaration";
        const sorted = [...lines.filter((line) => !isFunction(line)), ...lines.filter(isFunction)];
        chunk.code = `${head}${sorted.map(({ text }) => text).join("\n")}\n`;
      }
    },
  };
}

async function bundleDeclarations(folder) {
  const { dts } = await import("rolldown-plugin-dts");
  const build = await rolldown({
    ...shared,
    input: published,
    plugins: [dts({ emitDtsOnly: true, sourcemap: false, tsconfig: join(ROOT, "tsconfig.build.json") })],
  });
  await build.write({ dir: folder, chunkFileNames: "types/[name].js" });
  await build.close();
}

const shared = {
  cwd: ROOT,
  platform: "neutral",
  tsconfig: false,
  checks: { bundlerTimings: false, pluginTimings: false }, // a slow machine is no fault of the sources
  // Dependencies and node: modules. robust-predicates comes in: its package does not say that it has no side effects, so users' bundlers
  // would keep what two predicates do not need.
  external: /^(?![./]|src\/|bench\/|robust-predicates$)/,
  onLog(level, log, print) {
    if (level === "warn") throw new Error(log.message);
    print(level, log);
  },
};

const code = {
  treeshake: { moduleSideEffects: false },
  // Also across chunks: V8 folds no imported constant.
  optimization: { inlineConst: { mode: "all", pass: 3 } },
  transform: { target: "es2022" },
};

// Without spaces, and with short names for variables within functions: a fifth less to install. Functions and classes keep their names, for
// stack traces and profiles. Syntax is left alone: it would save 0.1 MB more, but take calls that markPure wrote apart, so that a page with
// five functions would load 56 kB instead of 52.
const NAMED = { function: true, class: true };
const SHORT = {
  compress: false,
  mangle: { toplevel: false, keepNames: NAMED },
  codegen: { removeWhitespace: true },
};

/** Threads and the page are named relative to the file that starts them, so that file must lie where its source lies. */
function folderOf(sources) {
  for (const folder of ["cli", "cluster", "store", "workers"])
    if (sources.some((source) => source.startsWith(join(ROOT, "src", folder)))) return folder;
  return "chunks";
}

function checkUrls(output) {
  const files = new Set([...output.map(({ fileName }) => fileName), "viewer/clash.html", "../package.json"]);
  for (const { code, fileName } of output)
    for (const [, target] of code.matchAll(/new URL\("(\.[^"]+)", import\.meta\.url\)/g)) {
      const path = join(dirname(fileName), target);
      if (!files.has(path)) throw new Error(`${fileName}: ${target} is not there`);
    }
}

/** File by file, each in one step: another process may be reading. */
function replace(folder, draft) {
  const made = new Set(filesIn(draft));
  for (const file of made) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    renameSync(join(draft, file), join(folder, file));
  }
  for (const file of filesIn(folder)) if (!made.has(file)) rmSync(join(folder, file), { force: true });
}

function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { fast: { type: "boolean" }, internals: { type: "boolean" } } });
  await bundle(resolve(ROOT, "dist"), { declarations: !values.fast, internals: values.internals });
}
