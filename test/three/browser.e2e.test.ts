import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BundledFile, bundle } from "../browser/bundle.ts";
import { builtPath } from "../build-once.ts";
import { findChromium, launchChromium } from "../chromium.ts";

// abut/three and the example of React Three Fiber in docs/three.md, bundled for a page as users do, in a real browser.

/** React complains in its development build only. */
const HTML = `<!doctype html><body><script>process = { env: { NODE_ENV: "development" } }</script>`;
const quoted = (path: string) => JSON.stringify(path);

describe.skipIf(findChromium() === null)("abut/three in a browser", () => {
  // Below the project, where bundlers find its packages.
  const folder = mkdtempSync(builtPath("three-page-"));
  const complaints: string[] = [];
  let workers = 0;
  let browser: Browser;
  let server: Server;
  let page: Page;
  beforeAll(async () => {
    const [files, launched] = await Promise.all([bundlePage(folder), launchChromium()]);
    browser = launched;
    server = await serve(files);
    page = await browser.newPage();
    page.on("pageerror", ({ message }) => complaints.push(message));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("worker", () => workers++);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction("window.page !== undefined");
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
    rmSync(folder, { recursive: true, force: true });
    expect(complaints).toEqual([]);
  });

  it("hits what three.js hits: Mesh, InstancedMesh, SkinnedMesh and BatchedMesh", async () => {
    const { hits, different, kinds } = await page.evaluate<Record<string, number>>(
      "page.compareRays(abut, 300)",
    );
    expect({ different, kinds }).toEqual({ different: 0, kinds: 4 });
    expect(hits).toBeGreaterThan(300);
  });

  it("follows a scene, frame by frame", async () => {
    const { begun, ended, wrong } = await page.evaluate<{ begun: number; ended: number; wrong: number[] }>(
      "page.followScene(abut, 60)",
    );
    expect(wrong).toEqual([]);
    expect(begun).toBeGreaterThan(5);
    expect(ended).toBeGreaterThan(5);
  });

  it("builds a tree in a worker, keeps it and refits it", async () => {
    expect(workers).toBe(0);
    expect(await page.evaluate("page.buildInWorker(abut, buildTreeOnThread)")).toEqual({
      isEqual: true,
      isKept: true,
      isRefitted: true,
    });
    expect(workers).toBe(1);
  });

  it("draws helpers, and nothing of them when they have gone", async () => {
    const { left, ...changed } = await page.evaluate<Record<string, number>>(
      "page.drawHelpers(abut, queries)",
    );
    expect(left).toBe(0);
    for (const [name, pixels] of Object.entries(changed)) expect(pixels, name).toBeGreaterThan(20);
  });

  it("serves the example of React Three Fiber: contacts begin, events pick through abut", async () => {
    await page.evaluate("page.startExample(example).then((started) => { window.started = started })");
    await page.evaluate("started.frames(10).then(() => true)");
    expect(await page.evaluate("started.seen")).toEqual([]);
    await page.evaluate("started.move(0.8)");
    await page.waitForFunction("started.seen.length > 0");
    expect(await page.evaluate("started.seen")).toEqual(["begin moving picked"]);
    await page.evaluate("started.move(3)");
    await page.mouse.click(100, 100);
    await page.waitForFunction("started.seen.length > 1");
    expect(await page.evaluate("started.seen")).toEqual(["begin moving picked", "click picked"]);
  });
});

async function bundlePage(folder: string): Promise<BundledFile[]> {
  const three = builtPath("three.js");
  writeFileSync(join(folder, "example.jsx"), exampleOfDocs().replace('"abut/three"', quoted(three)));
  const entry = join(folder, "page.js");
  writeFileSync(
    entry,
    `import * as page from ${quoted(fileURLToPath(new URL("page.ts", import.meta.url)))};
import * as example from "./example.jsx";
import * as abut from ${quoted(three)};
import { findManifold, findNearPairs } from ${quoted(builtPath("index.js"))};
import { buildTreeOnThread } from ${quoted(builtPath("workers/browser.js"))};
Object.assign(window, { page, example, abut, buildTreeOnThread, queries: { findManifold, findNearPairs } });`,
  );
  return bundle(entry, "es", "page");
}

/** The block of docs/three.md as it stands. */
function exampleOfDocs(): string {
  return /```jsx\n([\s\S]*?)```/.exec(readFileSync("docs/three.md", "utf8"))![1];
}

async function serve(files: readonly BundledFile[]): Promise<Server> {
  const server = createServer(({ url }, response) => {
    const file = files.find(({ fileName }) => url!.endsWith(`/${fileName}`));
    response.writeHead(200, { "Content-Type": file === undefined ? "text/html" : "text/javascript" });
    response.end(
      file?.code ?? file?.source ?? `${HTML}<script type="module" src="/${files[0].fileName}"></script>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
