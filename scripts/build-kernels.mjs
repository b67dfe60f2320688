// npm run kernels: compiles the AssemblyScript in src/kernels/assembly/ and writes the bytes, as text, into
// src/kernels/generated/, with the compiler's version and a hash of the sources. What it writes is committed, so users need no
// compiler. test/kernels/build-kernels.test.ts compiles again and compares.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
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
  "lines",
  "near",
  "pairs",
  "rays",
  "self",
  "sweeps",
  "trees",
];
/** No garbage collector, no start function, memory from the caller; a failed check traps. */
const FLAGS =
  "-O3 --runtime stub --enable simd --importMemory --noExportMemory --use abort= --noColors".split(" ");

/** What every file of src/kernels/generated/ must contain, by its path. Throws with the compiler's messages where it complains. */
export async function generateKernels() {
  const { default: asc } = await import("assemblyscript/asc");
  const hash = hashSources();
  const modules = [];
  for (const entry of ENTRIES) modules.push(await compile(asc, `${ASSEMBLY}/${entry}.ts`));
  const { texts, opcodes } = encodeKernels(modules);
  const files = ENTRIES.map((entry, i) => [
    `${GENERATED}/${entry}.ts`,
    moduleText(texts[i], asc.version, hash),
  ]);
  return new Map([...files, [`${GENERATED}/opcodes.ts`, opcodesText(opcodes)]]);
}

/** A hash of all sources: it changes with them, whatever the compiler makes of it. */
export function hashSources() {
  const names = readdirSync(join(ROOT, ASSEMBLY))
    .map((name) => `${ASSEMBLY}/${name}`)
    .sort();
  const hash = createHash("sha256");
  for (const name of [...names, ...SHARED])
    hash.update(`${name}\n${readFileSync(join(ROOT, name), "utf8")}\n`);
  return hash.digest("hex");
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
  for (const name of readdirSync(join(ROOT, GENERATED)))
    if (!files.has(`${GENERATED}/${name}`)) rmSync(join(ROOT, GENERATED, name));
  for (const [path, text] of files) {
    writeFileSync(join(ROOT, path), text);
    console.log(`${basename(path)}: ${text.length} characters`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await write();
