// node site/build.mjs [folder] [--no-api]: the whole site in a folder (site/dist), for any static host.
import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildPage } from "../viewer/build.mjs";
import { buildApi } from "./generator/api.mjs";
import { writeDemoPages } from "./generator/demo-pages.mjs";
import { buildDemoScripts } from "./generator/demo-scripts.mjs";
import { SIDE } from "./generator/frame.mjs";
import { outputOf, writePages } from "./generator/pages.mjs";

const SITE = fileURLToPath(new URL("./", import.meta.url));
const ROOT = join(SITE, "..");
export const FOLDER = join(SITE, "dist");

/** Markdown files that become the pages of the menus; what they link to follows. */
const STARTS = SIDE.flatMap(([, pages]) => pages.map(([, target]) => target))
  .filter((target) => !target.startsWith("api/"))
  .map((target) => fileOf(target));

export async function buildSite(folder = FOLDER, { api = true } = {}) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of ["style.css", "icon.svg"]) copyFileSync(join(SITE, file), join(folder, file));
  if (existsSync(join(SITE, "demos/pictures")))
    cpSync(join(SITE, "demos/pictures"), join(folder, "demos/pictures"), { recursive: true });
  const pages = [...writePages(ROOT, folder, STARTS), ...writeDemoPages(folder)];
  await Promise.all([
    buildDemoScripts(folder),
    buildPage(join(folder, "demos/clash-report.html")),
    api && buildApi(join(folder, "api")),
  ]);
  return pages.sort();
}

/** The Markdown file behind a page. */
function fileOf(target) {
  const path = target.replace(/\.html$/, ".md");
  const candidates = [
    path,
    `site/${path}`,
    path.replace(/index\.md$/, "README.md"),
    `site/${path.replace(/index\.md$/, "README.md")}`,
  ];
  const found = candidates.find((file) => existsSync(join(ROOT, file)) && outputOf(file) === target);
  if (found === undefined) throw new Error(`no Markdown file for ${target}`);
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "no-api": { type: "boolean" } },
  });
  const pages = await buildSite(positionals[0], { api: !values["no-api"] });
  console.log(`${positionals[0] ?? FOLDER}: ${pages.length} pages`);
}
