// node scripts/take-demo-pictures.mjs [name …]: pictures of the demos for the site's cards (site/demos/pictures) and, of some, moving ones for the
// README (docs/images). Needs the built site (npm run site) and Chromium in PATH or ABUT_CHROMIUM.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { FOLDER } from "../site/build.mjs";
import { serve } from "../site/serve.mjs";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** The frame that shows most, and how a moving picture goes on from it: pictures, frames between them. */
const PICTURES = [
  { name: "bergen", query: "frame=60", moving: { pictures: 40, frames: 3 } },
  { name: "boxes", query: "frame=30&count=6000&speed=4" },
  { name: "tissue", query: "frame=150" },
  { name: "figueiredo", query: "frame=190" },
  { name: "hand", query: "frame=50", moving: { pictures: 40, frames: 2 } },
  { name: "level", query: "frame=140" },
  { name: "robot", query: "frame=110" },
  { name: "cloth", query: "frame=80" },
  { name: "clash", query: "" },
  { name: "exact", query: "frame=90" },
];
const [WIDTH, HEIGHT] = [480, 300];

const wanted = process.argv.slice(2);
const server = await serve(FOLDER);
const browser = await chromium.launch({
  executablePath: process.env.ABUT_CHROMIUM ?? process.env.CHROME_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
try {
  mkdirSync(`${ROOT}site/demos/pictures`, { recursive: true });
  for (const { name, query, moving } of PICTURES)
    for (const colorScheme of ["light", "dark"]) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      const context = await browser.newContext({ viewport: { width: 800, height: 500 }, colorScheme });
      const page = await context.newPage();
      await page.goto(
        `http://127.0.0.1:${server.address().port}/demos/${name}/index.html?embed=picture&${query}`,
      );
      await page.waitForSelector("html[data-ready]");
      if (name === "clash") await page.frameLocator("iframe").locator(".row").nth(1).click();
      await page.waitForTimeout(name === "clash" ? 2500 : 0);
      const suffix = colorScheme === "dark" ? "-dark" : "";
      const still = await pictureOf(page, WIDTH, HEIGHT, 0.8);
      save(`site/demos/pictures/${name}${suffix}.webp`, still);
      if (moving && colorScheme === "light") {
        const pictures = [];
        for (let i = 0; i < moving.pictures; i++) {
          pictures.push(await pictureOf(page, WIDTH, HEIGHT, 0.7));
          await page.evaluate(`demo.advance(${moving.frames})`);
        }
        save(
          `docs/images/demo-${name}.webp`,
          joinFrames([...pictures, ...pictures.slice(1, -1).reverse()], 66),
        );
      }
      await context.close();
    }
} finally {
  await browser.close();
  server.close();
}

function save(path, bytes) {
  writeFileSync(ROOT + path, bytes);
  console.log(`${path}: ${Math.round(bytes.length / 1000)} kB`);
}

/** A WebP of the page: Chromium encodes its own screenshot. */
async function pictureOf(page, width, height, quality) {
  await page.evaluate(
    "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))",
  );
  const png = (await page.screenshot()).toString("base64");
  const url = await page.evaluate(`(async () => {
    const image = new Image();
    image.src = "data:image/png;base64,${png}";
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [${width}, ${height}];
    const pen = canvas.getContext("2d");
    pen.imageSmoothingQuality = "high";
    pen.drawImage(image, 0, 0, ${width}, ${height});
    return canvas.toDataURL("image/webp", ${quality});
  })()`);
  return Buffer.from(url.split(",")[1], "base64");
}

/** An animated WebP of still ones: RIFF chunks VP8X, ANIM, and an ANMF around the image chunk of each frame. */
function joinFrames(stills, milliseconds) {
  const size = Buffer.alloc(6);
  size.writeUIntLE(WIDTH - 1, 0, 3);
  size.writeUIntLE(HEIGHT - 1, 3, 3);
  const frames = stills.map((still) => {
    const head = Buffer.alloc(16);
    size.copy(head, 6);
    head.writeUIntLE(milliseconds, 12, 3);
    return chunk("ANMF", Buffer.concat([head, imageChunkOf(still)]));
  });
  const body = Buffer.concat([
    Buffer.from("WEBP"),
    chunk("VP8X", Buffer.concat([Buffer.from([2, 0, 0, 0]), size])), // 2: has an animation
    chunk("ANIM", Buffer.alloc(6)), // no background, endless
    ...frames,
  ]);
  return chunk("RIFF", body);
}

function imageChunkOf(still) {
  for (let at = 12; at < still.length; ) {
    const length = still.readUInt32LE(at + 4);
    const end = at + 8 + length + (length & 1);
    if (still.toString("latin1", at, at + 3) === "VP8" && still[at + 3] !== 0x58)
      return still.subarray(at, end);
    at = end;
  }
  throw new Error("no image in the picture");
}

function chunk(name, data) {
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)]);
}
