// node viewer/build.mjs [file]: bundles the page of the HTML report, script and style inside, into one file
// (dist/viewer/clash.html), which `writeHtml` fills with data. The page may load nothing: its policy allows only the
// one script and the one style, by their hashes, so not even a script in a part's name could run.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const HERE = fileURLToPath(new URL("./", import.meta.url));
const TARGET = join(HERE, "../dist/viewer/clash.html");
// Minifying drops comments; the licence must stay.
const [LICENCE] = /\/\*\*(?:(?!\*\/).)*@license.*?\*\//s.exec(
  readFileSync(createRequire(import.meta.url).resolve("three"), "utf8"),
);

export async function buildPage(file = TARGET) {
  const { output } = await build({
    configFile: false,
    root: HERE,
    logLevel: "warn",
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2000,
      rollupOptions: { input: join(HERE, "src/main.ts"), output: { format: "iife" } },
    },
  });
  // `</script` in a string of the bundle would end the element that holds it; `<\/` is the same to JavaScript.
  const script = `${LICENCE}\n` + output[0].code.replaceAll("</script", "<\\/script");
  const style = readFileSync(join(HERE, "src/style.css"), "utf8");
  const policy = `default-src 'none'; img-src data:; script-src ${hashOf(script)}; style-src ${hashOf(style)}`;
  const page = readFileSync(join(HERE, "clash.html"), "utf8")
    .replace('content="policy"', () => `content="${policy}"`)
    .replace("<!--style-->", () => `<style>${style}</style>`)
    .replace("<!--script-->", () => `<script>${script}</script>`);
  mkdirSync(dirname(file), { recursive: true });
  // Under another name first: tests of another run may be reading.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, page);
  renameSync(draft, file);
}

function hashOf(text) {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPage(process.argv[2]);
