import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ENTRIES } from "../../scripts/entries.mjs";
import { serve } from "../../site/serve.mjs";
import { findChromium, launchChromium, listComplaints } from "../chromium.ts";
import { CASES, loadClashDemo } from "./demos.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "abut-site-"));
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

beforeAll(() => {
  const { status, stderr } = spawnSync(process.execPath, ["site/build.mjs", FOLDER], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}, 240_000);
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe("the built site", () => {
  it("has no link that leads nowhere, and no address that needs a certain host", () => {
    const broken: string[] = [];
    const texts = new Map(pagesIn(FOLDER).map((file) => [file, readFileSync(join(FOLDER, file), "utf8")]));
    const ids = new Map([...texts].map(([file, text]) => [file, idsIn(text)]));
    for (const [file, text] of texts) {
      for (const target of new Set(linksOf(text))) {
        if (/^(https?:|data:|mailto:)/.test(target)) continue;
        if (target.startsWith("/")) broken.push(`${file}: ${target} is not relative`);
        else if (!leadsSomewhere(file, target, ids)) broken.push(`${file}: ${target}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it("has a page for every guide, paper and demo, and the API of every entry", () => {
    const pages = new Set(pagesIn(FOLDER));
    for (const page of [
      "index.html",
      "demos/index.html",
      "guides/benchmarks.html",
      "docs/trust.html",
      "api/index.html",
    ])
      expect(pages).toContain(page);
    for (const guide of ["assemblies", "robots", "simulation", "exactness", "performance", "workers"])
      expect(pages).toContain(`guides/${guide}.html`);
    for (const paper of readdirSync("docs/papers").filter((name) => name.endsWith(".md")))
      expect(pages).toContain(`docs/papers/${paper.replace(".md", ".html")}`);
    for (const { name } of CASES) expect(pages).toContain(`demos/${name}/index.html`);
    expect([...pages].filter((page) => page.startsWith("api/modules/"))).toHaveLength(
      Object.keys(ENTRIES).length,
    );
  });
});

describe.skipIf(findChromium() === null)("the site in a browser", () => {
  let browser: Browser;
  let server: Server;
  let address: string;
  /** One page for all addresses: a page for each would start a process for each. */
  let page: Page;
  let complaints: string[];
  const requests: string[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
    server = await serve(FOLDER);
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    // A quarter of the pixels in each direction. Layout and axe count in CSS pixels.
    const context = await browser.newContext({ viewport: DESKTOP, deviceScaleFactor: 0.25 });
    page = await context.newPage();
    complaints = listComplaints(page);
    page.on("request", (request) => {
      requests.push(request.url());
      if (!request.url().startsWith(address) && !/^(blob|data|about):/.test(request.url()))
        complaints.push(`request: ${request.url()}`);
    });
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });
  beforeEach(() => {
    complaints.length = 0;
  });

  describe("demos", () => {
    it.each(CASES)(
      "$name, $parameters: counts as Node does, moves, complains about nothing",
      async (test) => {
        const { name, parameters, frames, expected } = test;
        const query = new URLSearchParams({ ...parameters, frame: String(frames) } as Record<string, string>);
        await page.goto(`${address}demos/${name}/index.html?${query}`);
        await page.waitForSelector("html[data-ready]");
        const counts = await page.evaluate<Record<string, unknown>>("demo.counts()");
        expect(counts).toEqual(await expected());
        expect(Object.values(counts).some((value) => Number(value) > 0)).toBe(true);
        expect(await violationsOn(page)).toEqual([]);

        const before = await pictureOf(page);
        await page.evaluate("demo.advance(17)");
        expect((await pictureOf(page)).equals(before)).toBe(false);
        expect(await page.evaluate("demo.frame")).toBe(frames + 17);
        await page.click("#pause");
        await expect.poll(() => page.evaluate("demo.frame > " + (frames + 17))).toBe(true);
        expect(complaints).toEqual([]);
      },
    );

    it("clash: reports the example's and a dropped file's clashes as Node does, on the user's machine", async () => {
      const { checkFiles, countsOf } = await loadClashDemo();
      const template = readFileSync(join(FOLDER, "demos/clash-report.html"), "utf8");
      await page.goto(`${address}demos/clash/index.html`);
      await page.waitForSelector("html[data-ready]");
      const ask = { tolerance: 0, clearance: 0, template };
      const example = await checkFiles({ ...ask, files: "example" });
      expect(await page.evaluate("demo.counts()")).toEqual(countsOf(example.report));
      expect(example.report.clashes.length).toBeGreaterThan(5);
      await page.frameLocator("iframe").locator(".row").first().waitFor();
      expect(await violationsOn(page)).toEqual([]);

      const text =
        "solid s\n" +
        facet(0, 0) +
        facet(0.25, 0.25) +
        "endsolid s\nsolid t\n" +
        facet(0.1, 0.2) +
        "endsolid t\n";
      const sent = requests.length;
      await page.setInputFiles("input[type=file]", {
        name: "two.stl",
        mimeType: "model/stl",
        buffer: Buffer.from(text),
      });
      await page.waitForFunction("demo.counts().parts === 2");
      const own = await checkFiles({
        ...ask,
        files: [{ name: "two.stl", bytes: new TextEncoder().encode(text) }],
      });
      expect(await page.evaluate("demo.counts()")).toEqual(countsOf(own.report));
      // Only the page's own files are fetched: the template of the report and the worker.
      for (const url of requests.slice(sent)) expect(url).toMatch(/clash-report\.html$|\.js$|^blob:|^data:/);
      expect(complaints).toEqual([]);
    });
  });

  describe("pages of text", () => {
    it("open without complaints and scroll sideways nowhere, on a phone", async () => {
      await page.setViewportSize(PHONE);
      await page.emulateMedia({ colorScheme: "dark" });
      const wide: string[] = [];
      for (const file of [...pagesIn(FOLDER).filter(isText), "api/index.html", "api/modules/abut.html"]) {
        await page.goto(address + file);
        if (await page.evaluate("document.documentElement.scrollWidth > innerWidth + 1")) wide.push(file);
      }
      expect(wide.filter((file) => !file.startsWith("api/"))).toEqual([]);
      expect(complaints).toEqual([]);
    });

    it.each([
      "index.html",
      "demos/index.html",
      "docs/api.html",
      "docs/trust.html",
      "docs/papers/2010-xing-liu-xu.html",
      "guides/index.html",
      "guides/benchmarks.html",
      "api/index.html",
      "api/modules/abut.html",
      "api/functions/abut.collide.html",
      "api/interfaces/abut.AabbTree.html",
      "api/interfaces/abut.AabbTreeOptions.html",
    ])("axe finds no violation on %s", async (file) => {
      await page.goto(address + file);
      expect(await violationsOn(page)).toEqual([]);
    });
  });
});

function isText(file: string): boolean {
  return !file.startsWith("api/") && !/^demos\/(?!index)/.test(file);
}

/** What axe finds on a page, on a light desktop and on a dark phone. */
async function violationsOn(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(axe.source);
  for (const [name, viewport, colorScheme] of [
    ["dark phone", PHONE, "dark"],
    ["light desktop", DESKTOP, "light"],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate<{
      violations: { id: string; nodes: { html: string }[] }[];
    }>("axe.run(document, { iframes: false, resultTypes: ['violations'], preload: false })");
    for (const { id, nodes } of violations)
      found.push(`${name}: ${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }
  return found;
}

async function pictureOf(page: Page): Promise<Buffer> {
  await page.evaluate(
    "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))",
  );
  return page.locator("#view").screenshot();
}

function pagesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".html"))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

function linksOf(html: string): string[] {
  return [...html.matchAll(/<(?:a|link|img|script|iframe)\b[^>]*?\s(?:href|src)="([^"]*)"/g)].map(
    ([, target]) => target.replaceAll("&amp;", "&"),
  );
}

function idsIn(html: string): Set<string> {
  return new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id));
}

function leadsSomewhere(file: string, target: string, ids: ReadonlyMap<string, Set<string>>): boolean {
  const [path, hash] = target.split("#");
  const found = path === "" ? file : join(dirname(file), decodeURIComponent(path.split("?")[0]));
  if (hash === undefined || hash === "" || !found.endsWith(".html")) return existsSync(join(FOLDER, found));
  return ids.get(found)?.has(decodeURIComponent(hash)) ?? false;
}

function facet(x: number, z: number): string {
  return `facet normal 0 0 1\nouter loop\nvertex ${x} 0 ${z}\nvertex ${x + 1} 0 0\nvertex 0 1 ${x}\nendloop\nendfacet\n`;
}
