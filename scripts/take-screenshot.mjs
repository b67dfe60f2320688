// node scripts/take-screenshot.mjs report.html docs/images/clash-report.png [#clash=id | place in the list]: a picture of an HTML report
// for the README, with a clash selected (the first, unless told otherwise). Needs Chromium in PATH or ABUT_CHROMIUM.
import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [html, image, choice = "1"] = process.argv.slice(2);
if (image === undefined) {
  console.error("usage: node scripts/take-screenshot.mjs report.html image.png [#clash=id | row]");
  process.exit(2);
}
const browser = await chromium.launch({
  executablePath: process.env.ABUT_CHROMIUM ?? process.env.CHROME_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 700 }, reducedMotion: "reduce" });
  const hash = choice.startsWith("#") ? choice : "";
  await page.goto(pathToFileURL(resolve(html)).href + hash);
  await page.waitForSelector("html[data-ready]");
  if (hash === "") await page.locator(`[data-place="${choice - 1}"]`).click();
  await page.evaluate(
    "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))",
  );
  await page.locator("canvas[data-state=still]").waitFor();
  mkdirSync(dirname(resolve(image)), { recursive: true });
  await page.screenshot({ path: image });
  console.log(`${image}: ${Math.round(statSync(image).size / 1000)} kB`);
} finally {
  await browser.close();
}
