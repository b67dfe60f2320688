import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { ENTRIES } from "../../scripts/entries.mjs";
import { DEMOS } from "../demos/list.mjs";

const SITE = fileURLToPath(new URL("../", import.meta.url));
const ROOT = join(SITE, "..");

/** Demos import the package by its name, as users do; here that means its sources. */
const alias = Object.entries(ENTRIES)
  .map(([path, [source]]) => ({ find: path.replace(".", "abut"), replacement: join(ROOT, source) }))
  .map(({ find, replacement }) => ({ find: new RegExp(`^${find}$`), replacement }));

export async function buildDemoScripts(folder) {
  await build({
    configFile: false,
    root: SITE,
    base: "./",
    logLevel: "warn",
    resolve: { alias },
    worker: { format: "es" },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: "es2022",
      modulePreload: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2000,
      rollupOptions: {
        input: Object.fromEntries(DEMOS.map(({ name }) => [name, join(SITE, "demos", name, "main.ts")])),
        output: {
          entryFileNames: "demos/assets/[name].js",
          chunkFileNames: "demos/assets/[name]-[hash].js",
          assetFileNames: "demos/assets/[name]-[hash][extname]",
        },
      },
    },
  });
}
