import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Application } from "typedoc";
import { ENTRIES } from "../../scripts/entries.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The API reference, from the types and their comments: a module for each entry of the package. */
export async function buildApi(folder) {
  const app = await Application.bootstrap({
    entryPoints: Object.values(ENTRIES).map(([source]) => join(ROOT, source)),
    tsconfig: join(ROOT, "tsconfig.build.json"),
    name: "abut",
    readme: "none",
    includeVersion: true,
    hideGenerator: true,
    disableSources: true,
    favicon: join(ROOT, "site/icon.svg"),
    excludeInternal: true,
    excludePrivate: true,
    skipErrorChecking: true,
    customCss: join(ROOT, "site/api.css"),
    navigationLinks: { Site: "../index.html", Demos: "../demos/index.html" },
    logLevel: "Error",
  });
  const project = await app.convert();
  if (project === undefined) throw new Error("TypeDoc could not read the sources");
  await app.generateDocs(project, folder);
}
