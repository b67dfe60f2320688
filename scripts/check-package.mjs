// node scripts/check-package.mjs: packs the package, unpacks it where a user would have it, imports everything it exports
// in plain Node, and type-checks a small user of it, strictly, declarations included. For releases: it builds first.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const USER = `import { type AabbTree, buildAabbTree, findPairs } from "abut";
import { createTorus } from "abut/primitives";
import { findPairsByBruteForce } from "abut/reference";
const tree: AabbTree = buildAabbTree(createTorus());
export const pairs: Uint32Array = findPairs(tree, tree, { bToWorld: null }).pairs;
export const twin = findPairsByBruteForce(tree.mesh, tree.mesh);
// @ts-expect-error: types are there, and no "any"
export const wrong: string = findPairs(tree, tree).count;
`;
const RESOLUTIONS = [
  ["nodenext", "nodenext"],
  ["esnext", "bundler"],
];

const { exports: paths, dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "abut-package-"));
try {
  const run = (command, args, cwd) => execFileSync(command, args, { cwd, encoding: "utf8" });
  const packed = run("npm", ["pack", "--silent", "--pack-destination", folder], ROOT)
    .trim()
    .split("\n")
    .at(-1);
  const home = join(folder, "node_modules", "abut");
  mkdirSync(home, { recursive: true });
  run("tar", ["-xzf", join(folder, packed), "-C", home, "--strip-components=1"], folder);
  for (const name of Object.keys(dependencies))
    symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));

  const names = Object.keys(paths)
    .filter((path) => !path.endsWith(".json"))
    .map((path) => join("abut", path));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(folder, "use.mjs"),
    `for (const name of ${JSON.stringify(names)}) console.log(name, Object.keys(await import(name)).length);`,
  );
  console.log(run("node", ["use.mjs"], folder).trim());

  writeFileSync(join(folder, "use.ts"), USER);
  for (const [module, moduleResolution] of RESOLUTIONS) {
    const compilerOptions = { strict: true, noEmit: true, skipLibCheck: false, target: "es2022", types: [] };
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
} catch (error) {
  console.error(error.stdout || error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
