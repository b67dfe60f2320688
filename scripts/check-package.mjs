// node scripts/check-package.mjs: packs the package, unpacks it where a user would have it, and looks at it as users do: imports everything
// it exports in plain Node, type-checks a small user of it, strictly, declarations included, bundles a user of one function, and asks
// publint and attw. It builds first. CI runs it.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { rolldown } from "rolldown";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MAX_FILES = 152;
const MAX_BYTES = 3e6;
const MAX_GZIPPED = 1400; // of a program that imports createMesh alone
const USER = `import { type AabbTree, buildAabbTree, findPairs } from "abut";
import { createArticulatedBody } from "abut/articulated";
import { createSegmentSort } from "abut/broadphase";
import { type ClashResult, findClashes } from "abut/clash";
import { createSweepAndPrune } from "abut/papers";
import { createTorus } from "abut/primitives";
import { findPairsByBruteForce } from "abut/reference";
import { createClashReport } from "abut/reports";
import { findClashesOnThreads } from "abut/workers";
import { createDeformableModel } from "abut/world";
const tree: AabbTree = buildAabbTree(createTorus());
export const pairs: Uint32Array = findPairs(tree, tree, { bToWorld: null }).pairs;
export const twin = findPairsByBruteForce(tree.mesh, tree.mesh);
export const body = createArticulatedBody([{ name: "a", mesh: tree.mesh }]);
export const phases = [createSegmentSort(), createSweepAndPrune()];
export const result: ClashResult = findClashes([{ key: "a", mesh: createDeformableModel(tree.mesh).mesh }]);
export const threaded: Promise<ClashResult> = findClashesOnThreads([]);
export const report: typeof createClashReport = createClashReport;
// @ts-expect-error: types are there, and no "any"
export const wrong: string = findPairs(tree, tree).count;
`;
/** What users of abut/three have installed. */
const FOR_THREE = ["three"];
const RESOLUTIONS = [
  ["nodenext", "nodenext"],
  ["esnext", "bundler"],
];
// The package is ESM, with subpaths: what cannot read either is not served.
const NOT_SERVED = new Set(["node10", "node16-cjs"]);

const { exports: paths, dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "abut-package-"));
const home = join(folder, "node_modules", "abut");
const offences = [];
try {
  const tarball = packAndInstall();
  importEverything();
  checkTypes();
  await checkTreeShaking();
  await askPublint(tarball);
  await askAttw(tarball);
} catch (error) {
  offences.push(error.stdout || error.stack);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const offence of offences) console.error(offence);
if (offences.length > 0) process.exitCode = 1;

function run(command, args, cwd) {
  return execFileSync(command, args, { cwd, encoding: "utf8" });
}

function packAndInstall() {
  run("npm", ["run", "--silent", "build"], ROOT);
  const pack = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const [{ filename, unpackedSize, entryCount }] = JSON.parse(run("npm", pack, ROOT));
  console.log(`${entryCount} files, ${unpackedSize} bytes`);
  if (entryCount > MAX_FILES || unpackedSize > MAX_BYTES)
    offences.push(`the package: at most ${MAX_FILES} files and ${MAX_BYTES} bytes`);
  mkdirSync(home, { recursive: true });
  run("tar", ["-xzf", join(folder, filename), "-C", home, "--strip-components=1"], folder);
  for (const name of [...Object.keys(dependencies), ...FOR_THREE])
    symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  return readFileSync(join(folder, filename));
}

function importEverything() {
  const names = Object.keys(paths)
    .filter((path) => !path.endsWith(".json"))
    .map((path) => join("abut", path));
  writeFileSync(
    join(folder, "use.mjs"),
    `for (const name of ${JSON.stringify(names)}) console.log(name, Object.keys(await import(name)).length);`,
  );
  console.log(run("node", ["use.mjs"], folder).trim());
}

function checkTypes() {
  writeFileSync(join(folder, "use.ts"), USER);
  for (const [module, moduleResolution] of RESOLUTIONS) {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      target: "es2022",
      lib: ["es2022", "dom"],
      types: [],
    };
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: { ...compilerOptions, module, moduleResolution },
        files: ["use.ts"],
      }),
    );
    run(join(ROOT, "node_modules", ".bin", "tsc"), ["-p", "."], folder);
    console.log(`types: ${moduleResolution}`);
  }
}

/** A program that imports one small function must not carry the rest. */
async function checkTreeShaking() {
  const input = join(folder, "small.mjs");
  writeFileSync(input, 'import { createMesh } from "abut";\nglobalThis.createMesh = createMesh;\n');
  const build = await rolldown({ input, cwd: folder, tsconfig: false });
  const { output } = await build.generate({ minify: true });
  await build.close();
  const code = output.map((file) => file.code).join("\n");
  const gzipped = gzipSync(code).length;
  console.log(`createMesh alone: ${code.length} bytes, ${gzipped} gzipped`);
  if (gzipped > MAX_GZIPPED) offences.push(`createMesh alone: at most ${MAX_GZIPPED} bytes gzipped`);
}

async function askPublint(tarball) {
  const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
  for (const message of messages) offences.push(`publint: ${formatMessage(message, pkg, { color: false })}`);
  console.log(`publint: ${messages.length} complaints`);
}

async function askAttw(tarball) {
  const { problems = [] } = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
  const served = problems.filter(({ resolutionKind }) => !NOT_SERVED.has(resolutionKind));
  for (const problem of served) offences.push(`attw: ${JSON.stringify(problem)}`);
  console.log(`attw: ${served.length} complaints`);
}
