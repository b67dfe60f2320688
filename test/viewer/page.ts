import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { type HtmlOptions, writeHtml } from "../../src/reports/html.ts";
import { listComplaints } from "../chromium.ts";
import { type Checked, readTemplate } from "./scenes.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "abut-page-"));
let files = 0;

/** What `openReport` left on the disk. */
export function removeReports(): void {
  rmSync(FOLDER, { recursive: true, force: true });
}

export interface OpenPage {
  page: Page;
  /** What the page wrote to the console, threw, or tried to load. */
  complaints: string[];
}

/** Writes the report as a user would have it, and opens it from the disk. */
export async function openReport(
  browser: Browser,
  { report, parts }: Checked,
  options: {
    hash?: string;
    moves?: boolean;
    html?: Omit<HtmlOptions, "template">;
    context?: BrowserContextOptions;
    /** Runs in the page before its own script. */
    before?: string;
  } = {},
): Promise<OpenPage> {
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `${files++}.html`);
  writeFileSync(file, writeHtml(report, parts, { template: readTemplate(), ...options.html }));
  const context = await browser.newContext({
    viewport: { width: 950, height: 550 },
    reducedMotion: options.moves ? "no-preference" : "reduce",
    ...options.context,
  });
  const page = await context.newPage();
  if (options.before !== undefined) await page.addInitScript(options.before);
  const complaints = listComplaints(page);
  page.on("dialog", (dialog) => complaints.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => {
    if (!request.url().startsWith("file:") && !request.url().startsWith("data:"))
      complaints.push(`request: ${request.url()}`);
  });
  await page.goto(`${pathToFileURL(file).href}${options.hash ?? ""}`);
  await page.waitForSelector("html[data-ready]");
  await isStill(page);
  return { page, complaints };
}

/** Waits until the picture no longer changes. */
export async function isStill(page: Page): Promise<void> {
  // A frame that is due has been drawn two frames later. The page allows no `eval`, which `waitForFunction` needs.
  await page.evaluate(
    "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))",
  );
  await page.locator("canvas:not([data-state=still])").waitFor({ state: "detached" });
}

/** Where the camera is. */
export async function eyeOf(page: Page): Promise<number[]> {
  await isStill(page);
  return (await page.getAttribute("canvas", "data-eye"))!.split(" ").map(Number);
}

/** Where a point of the view's space, which has y up, is in the window. */
export async function pixelOf(page: Page, [x, y, z]: readonly number[]): Promise<{ x: number; y: number }> {
  await isStill(page);
  const m = (await page.getAttribute("canvas", "data-projection"))!.split(" ").map(Number);
  const row = (k: number) => m[k] * x + m[k + 4] * y + m[k + 8] * z + m[k + 12];
  const bounds = (await page.locator("canvas").boundingBox())!;
  return {
    x: bounds.x + ((row(0) / row(3) + 1) / 2) * bounds.width,
    y: bounds.y + ((1 - row(1) / row(3)) / 2) * bounds.height,
  };
}

export interface Picture {
  page: Page;
  png: Buffer;
}

/** The 3D view alone, without the panels over it. */
export async function pictureOf(page: Page): Promise<Picture> {
  await isStill(page);
  await showPanels(page, false);
  const png = await page.locator("canvas").screenshot();
  await showPanels(page, true);
  return { page, png };
}

/** How many pixels have nearly this colour. */
export async function countColour({ page, png }: Picture, colour: readonly number[]): Promise<number> {
  return page.evaluate(`(async () => {
    ${PIXELS}
    const data = await pixels("${png.toString("base64")}");
    const colour = ${JSON.stringify(colour)};
    let found = 0;
    for (let i = 0; i < data.length; i += 4) if (colour.every((c, k) => Math.abs(data[i + k] - c) < 16)) found++;
    return found;
  })()`);
}

/** How many pixels differ visibly: the same frame may come out a level lighter or darker when shown again. */
export async function countDifferences(p: Picture, q: Picture): Promise<number> {
  return p.page.evaluate(`(async () => {
    ${PIXELS}
    const [p, q] = [await pixels("${p.png.toString("base64")}"), await pixels("${q.png.toString("base64")}")];
    let found = 0;
    for (let i = 0; i < p.length; i += 4) if ([0, 1, 2].some((k) => Math.abs(p[i + k] - q[i + k]) > 3)) found++;
    return found;
  })()`);
}

/** Browsers can decode their own screenshots. */
const PIXELS = `async function pixels(png) {
  const image = new Image();
  image.src = "data:image/png;base64," + png;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width;
  canvas.height = image.height;
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  return pen.getImageData(0, 0, image.width, image.height).data;
}`;

/** By the elements' own style: the page's policy refuses style sheets that are not its own. */
async function showPanels(page: Page, areShown: boolean): Promise<void> {
  await page.evaluate(`
    for (const panel of document.querySelectorAll("#view > :not(canvas)"))
      panel.style.visibility = ${areShown ? '""' : '"hidden"'}`);
}

/** The names in the list, row by row, as a reader sees them. */
export async function rowsOf(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll(".row")]
    .sort((p, q) => p.ariaPosInSet - q.ariaPosInSet)
    .map((row) => [...row.querySelectorAll(".row-name")].map((name) => name.textContent).join(" | "))`);
}
