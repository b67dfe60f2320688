// npm run kernels [-- --check]: compiles the AssemblyScript in src/kernels/assembly/ and writes the bytes, as text, into
// src/kernels/generated/, with the compiler's version and a hash of the sources. What it writes is committed, so users need no
// compiler. --check compiles and writes nothing: where a committed byte differs, it prints the file and exits with 1. It takes ten seconds,
// so the tests compare one hash instead, of what was written and what it was made of; CI checks the bytes.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { encodeKernels } from "./encode-kernels.mjs";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const ASSEMBLY = "src/kernels/assembly";
const SHARED = [
  "src/geometry/relative-pose-layout.ts",
  "src/kernels/broadphase-memory-map.ts",
  "src/kernels/convex-memory-map.ts",
  "src/kernels/cover-memory-map.ts",
  "src/kernels/depth-memory-map.ts",
  "src/kernels/descent-constants.ts",
  "src/kernels/distance-memory-map.ts",
  "src/kernels/impact-memory-map.ts",
  "src/kernels/lines-memory-map.ts",
  "src/kernels/memory-map.ts",
  "src/kernels/near-memory-map.ts",
  "src/kernels/pair-memory-map.ts",
  "src/kernels/ray-memory-map.ts",
  "src/kernels/self-memory-map.ts",
  "src/kernels/split-constants.ts",
];
const GENERATED = "src/kernels/generated";
/** One hash of the files in GENERATED and of everything they were made of. */
const RECORD = `${GENERATED}.sha256`;

const SCRIPTS = ["scripts/build-kernels.mjs", "scripts/encode-kernels.mjs"];
const COMPILER = "node_modules/assemblyscript/package.json";

/** One WebAssembly module each: what is used together is compiled together. */
const ENTRIES = [
  "batch",
  "broadphase",
  "convex",
  "cover",
  "depth",
  "distance",
  "fits",
  "impact",
  "leaf-pairs",
  "manifold",
  "near",
  "pairs",
  "rays",
  "self",
  "sort-found-pairs",
  "sweeps",
  "trees",
];
/** No garbage collector, no start function, memory from the caller; a failed check traps. */
const FLAGS =
  "-O3 --runtime stub --enable simd --importMemory --noExportMemory --use abort= --noColors".split(" ");

/** What every committed file must contain, by its path. Throws with the compiler's messages where it complains. */
async function generateKernels() {
  const { default: asc } = await import("assemblyscript/asc");
  const hash = hashSources();
  const modules = [];
  for (const entry of ENTRIES) modules.push(await compile(asc, `${ASSEMBLY}/${entry}.ts`));
  const { texts, opcodes } = encodeKernels(modules);
  const files = ENTRIES.map((entry, i) => [
    `${GENERATED}/${entry}.ts`,
    moduleText(texts[i], asc.version, hash),
  ]);
  files.push([`${GENERATED}/opcodes.ts`, opcodesText(opcodes)]);
  return new Map([...files, [RECORD, recordText(asc.version, files)]]);
}

/** A hash of all sources: it changes with them, whatever the compiler makes of it. */
export function hashSources() {
  const names = readdirSync(join(ROOT, ASSEMBLY))
    .map((name) => `${ASSEMBLY}/${name}`)
    .sort();
  const hash = createHash("sha256");
  for (const name of [...names, ...SHARED]) hash.update(`${name}\n${textOf(name)}\n`);
  return hash.digest("hex");
}

/** Whether the record is that of the committed files, their sources, the scripts that make them and the installed compiler. */
export function isRecordCurrent() {
  const files = committedNames().map((name) => [name, textOf(name)]);
  return textOf(RECORD) === recordText(JSON.parse(textOf(COMPILER)).version, files);
}

function recordText(compiler, files) {
  const hash = createHash("sha256").update(`${compiler}\n${hashSources()}\n`);
  for (const name of SCRIPTS) hash.update(`${name}\n${textOf(name)}\n`);
  for (const [name, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${name}\n${text}\n`);
  return `${hash.digest("hex")}\n`;
}

function committedNames() {
  return readdirSync(join(ROOT, GENERATED)).map((name) => `${GENERATED}/${name}`);
}

function textOf(name) {
  return readFileSync(join(ROOT, name), "utf8");
}

async function compile(asc, entry) {
  let bytes = null;
  const messages = asc.createMemoryStream();
  const { error } = await asc.main([entry, ...FLAGS, "--outFile", "kernels.wasm"], {
    stdout: messages,
    stderr: messages,
    readFile: (name, folder) => readText(join(ROOT, folder, name)),
    writeFile: (_, contents) => {
      bytes = contents;
    },
    listFiles: () => [],
  });
  const said = messages.toString().trim();
  if (error !== null || bytes === null || said !== "") throw new Error(`asc ${entry}:\n${said || error}`);
  return bytes;
}

function readText(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

const HEADER = `// Made by \`npm run kernels\`. Do not edit: change ${ASSEMBLY}/ and run it again.`;

function moduleText(text, compiler, hash) {
  return `${HEADER}
import type { KernelModule } from "../load-kernels.ts";

/** The compiler, and SHA-256 of the sources. */
export const MADE_OF = {
  compiler: "assemblyscript ${compiler}",
  sources: "${hash}",
};

export const KERNELS: KernelModule = {
  text: "${text}",
  compiled: null,
};
`;
}

function opcodesText(text) {
  return `${HEADER}

/** The opcodes that the modules use: see scripts/encode-kernels.mjs. */
export const OPCODES =
  "${text}";
`;
}

async function write() {
  const files = await generateKernels();
  mkdirSync(join(ROOT, GENERATED), { recursive: true });
  for (const name of committedNames()) if (!files.has(name)) rmSync(join(ROOT, name));
  for (const [path, text] of files) {
    writeFileSync(join(ROOT, path), text);
    console.log(`${basename(path)}: ${text.length} characters`);
  }
}

async function check() {
  const files = await generateKernels();
  const offences = committedNames().filter((name) => !files.has(name));
  for (const [path, text] of files) if (readText(join(ROOT, path)) !== text) offences.push(path);
  for (const path of offences)
    console.error(`${path}: not what the compiler makes of the sources; run: npm run kernels`);
  if (offences.length > 0) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { check: { type: "boolean" } } });
  await (values.check ? check() : write());
}
