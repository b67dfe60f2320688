import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Application } from "typedoc";
import { ENTRIES } from "../../scripts/entries.mjs";

/** Stands for the way to the site, which TypeDoc does not make relative to each page. */
const SITE_MARK = "SITE-MARK/";
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The API reference, from the types and their comments: a module for each entry of the package. */
export async function buildApi(folder) {
  const app = await Application.bootstrap({
    entryPoints: Object.values(ENTRIES).map(([source]) => join(ROOT, source)),
    tsconfig: join(ROOT, "tsconfig.build.json"),
    name: "The API of abut", // "abut" is a module
    readme: "none",
    includeVersion: true,
    hideGenerator: true,
    navigation: { includeFolders: false },
    // A module that opens in the menu would be a link inside a button. Its page lists what it has.
    navigationLeaves: Object.keys(ENTRIES).map(moduleName),
    disableSources: true,
    favicon: join(ROOT, "site/icon.svg"),
    excludeInternal: true,
    excludePrivate: true,
    skipErrorChecking: true,
    customCss: join(ROOT, "site/api.css"),
    navigationLinks: { Site: `${SITE_MARK}index.html`, Demos: `${SITE_MARK}demos/index.html` },
    logLevel: "Error",
  });
  const project = await app.convert();
  if (project === undefined) throw new Error("TypeDoc could not read the sources");
  nameModules(project);
  await app.generateDocs(project, folder);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith(".html")) continue;
    const file = join(entry.parentPath, entry.name);
    const way = `${relative(entry.parentPath, dirname(folder))}/`;
    writeFileSync(file, accessible(readFileSync(file, "utf8")).replaceAll(SITE_MARK, way));
  }
}

/** Modules by the names that users import. TypeDoc names them by their files. */
function nameModules(project) {
  for (const [path, [source]] of Object.entries(ENTRIES)) {
    const name = source.replace(/^src\//, "").replace(/(\/index)?\.ts$/, "");
    const found = project.children.find((child) => child.name === name);
    if (found === undefined)
      throw new Error(`TypeDoc has no module ${name}: ${project.children.map((child) => child.name)}`);
    found.name = moduleName(path);
  }
}

function moduleName(path) {
  return path.replace(".", "abut");
}

function accessible(html) {
  return withHeadingLevels(withPlainSummaries(withLandmarks(html)));
}

/** TypeDoc's theme has no main landmark, and two navigations without names. */
function withLandmarks(html) {
  return html
    .replace('<div class="col-content">', '<div class="col-content" role="main">')
    .replace('<div class="col-sidebar">', '<div class="col-sidebar" role="complementary">')
    .replace('<nav id="tsd-sidebar-links"', '<nav aria-label="Site" id="tsd-sidebar-links"');
}

/** A summary is a button, which may hold no links: headings in it lose theirs to themselves. */
function withPlainSummaries(html) {
  return html.replace(/<summary\b[\s\S]*?<\/summary>/g, (summary) =>
    summary.replace(/<a\b[^>]*class="tsd-anchor-icon"[\s\S]*?<\/a>/g, "").replace(/<\/?a\b[^>]*>/g, ""),
  );
}

/** TypeDoc goes from h1 to h4. Screen readers are told levels without gaps; the look stays. */
function withHeadingLevels(html) {
  let last = 0;
  return html.replace(/<h([1-6])(?=[\s>])/g, (tag, digit) => {
    const level = Math.min(Number(digit), last + 1);
    last = level;
    return level === Number(digit) ? tag : `${tag} aria-level="${level}"`;
  });
}
