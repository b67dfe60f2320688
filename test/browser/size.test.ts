import { brotliCompressSync, gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";
import { builtPath } from "../build-once.ts";

// What a page loads: a user's bundle of the built package, minified and compressed. Limits are a little above what it takes today, so
// that growth is noticed; docs/decisions/01-one-package.md says what it consists of.

const EVERYDAY = "createMesh, buildAabbTree, collide, castRay, findContacts";

it.each([
  [EVERYDAY, 52_800, 45_900],
  ["createMesh, buildAabbTree, collide", 38_450, 33_600],
  ["createMesh, buildAabbTree, castRay", 34_250, 30_350],
])("a page with %s loads at most %i bytes by gzip, %i by brotli", async (names, gzip, brotli) => {
  const program = `import { ${names} } from ${JSON.stringify(builtPath("index.js"))};\nglobalThis.used = [${names}];\n`;
  const build = await rolldown({
    input: "page",
    tsconfig: false,
    platform: "browser",
    plugins: [
      {
        name: "page",
        resolveId: (id) => (id === "page" ? id : null),
        load: (id) => (id === "page" ? program : null),
      },
    ],
  });
  // Vite drops comments for bundlers, too.
  const { output } = await build.generate({ minify: true, comments: { annotation: false } });
  await build.close();
  const text = output.map((file) => ("code" in file ? file.code : "")).join("\n");
  expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(gzip);
  expect(brotliCompressSync(text).length).toBeLessThanOrEqual(brotli);
});
