// TypeScript as JavaScript, file by file, without checking types: for programs beside the package that import its insides.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ASSEMBLY = "kernels/assembly/"; // not TypeScript: build-kernels.mjs compiles it

/** The TypeScript files of one folder as JavaScript in another. */
export async function transpileFolder(source, folder) {
  const { transformWithOxc } = await import("vite");
  const sources = filesIn(source).filter((file) => file.endsWith(".ts") && !file.startsWith(ASSEMBLY));
  removeStale(folder, new Set(sources.map(outputOf)));
  for (const file of sources) {
    const path = join(source, file);
    const { code } = await transformWithOxc(readFileSync(path, "utf8"), path, {
      target: "es2022",
      sourcemap: false,
      typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: "rewrite" },
    });
    write(join(folder, outputOf(file)), code);
  }
}

function outputOf(source) {
  return source.replace(/\.ts$/, ".js");
}

/** What a removed source left behind must not be found. */
function removeStale(folder, expected) {
  if (!existsSync(folder)) return;
  for (const file of filesIn(folder))
    if (file.endsWith(".js") && !expected.has(file)) rmSync(join(folder, file), { force: true });
}

/** Under another name first: another process may be reading. */
function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
