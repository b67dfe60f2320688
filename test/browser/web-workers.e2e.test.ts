import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findClashes } from "../../src/clash/index.ts";
import { createIcosphere } from "../../src/mesh/primitives/index.ts";
import { builtPath } from "../build-once.ts";
import { findChromium, launchChromium } from "../chromium.ts";
import { at, partOf } from "../clash/scenes.ts";
import { type BundledFile, bundle } from "./bundle.ts";

// Clashes on web workers, in a page whose server lets it share memory, and in one whose server does not.

const ISOLATED = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

const mesh = createIcosphere({ subdivisions: 3 });
const parts = Array.from({ length: 8 }, (_, i) => partOf(`ball ${i}`, mesh, at(1.7 * i, 0.1 * i)));
const expected = findClashes(parts);

/** What the page runs; `task` and `found` go through the window. */
const PAGE = `
import { createMesh } from ${JSON.stringify(builtPath("index.js"))};
import { findClashesOnThreads } from ${JSON.stringify(builtPath("workers/browser.js"))};
window.check = async ({ positions, indices, poses }, options) => {
  const mesh = createMesh({ positions: Float64Array.from(positions), indices: Uint32Array.from(indices) });
  const parts = poses.map((pose, i) => ({ key: "ball " + i, name: "ball " + i, group: 0, mesh, toWorld: Float64Array.from(pose) }));
  const progress = [];
  const result = await findClashesOnThreads(parts, { ...options, onProgress: (done, all) => progress.push([done, all]) });
  const plain = (_, value) => (ArrayBuffer.isView(value) ? [...value] : value);
  return { result: JSON.stringify(result, plain), progress };
};`;

describe.skipIf(findChromium() === null)("findClashesOnThreads in a browser", () => {
  const folder = mkdtempSync(join(tmpdir(), "abut-page-"));
  let browser: Browser;
  let files: BundledFile[];
  const servers: Server[] = [];
  beforeAll(async () => {
    const entry = join(folder, "page.js");
    writeFileSync(entry, PAGE);
    [browser, files] = await Promise.all([launchChromium("none"), bundle(entry, "es", "page")]);
  });
  afterAll(async () => {
    await browser?.close();
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("answers as findClashes does, bit for bit, on workers that share memory", async () => {
    expect(expected.clashes.length).toBeGreaterThan(5);
    expect(files.some(({ fileName }) => fileName.includes("clash-web-worker"))).toBe(true);
    const { found, workers } = await check(ISOLATED, { threads: 2 });
    expect(workers).toBe(2);
    expect(found).toMatchObject({ result: plainExpected() });
    expect((found as { progress: number[][] }).progress.at(-1)).toEqual([7, 7]);
  });

  it("answers the same on the page's own thread where memory may not be shared", async () => {
    const { found, workers } = await check({}, {});
    expect(workers).toBe(0);
    expect(found).toMatchObject({ result: plainExpected() });
  });

  it("says which headers are missing where several threads are asked for", async () => {
    await expect(check({}, { threads: 2 })).rejects.toThrow(
      /threads: 2 are not possible.*Cross-Origin-Opener-Policy/,
    );
  });

  async function check(headers: Record<string, string>, options: object) {
    const page = await browser.newPage();
    let workers = 0;
    page.on("worker", () => workers++);
    await page.goto(await serve(headers));
    const { positions, indices } = mesh;
    const task = {
      positions: [...positions],
      indices: [...indices!],
      poses: parts.map(({ toWorld }) => [...toWorld!]),
    };
    const found: unknown = await page.evaluate(
      ([given, chosen]) => (globalThis as unknown as PageGlobals).check(given, chosen),
      [task, options] as const,
    );
    await page.close();
    return { found, workers };
  }

  async function serve(headers: Record<string, string>): Promise<string> {
    const server = createServer(({ url }, response) => {
      const file = files.find(({ fileName }) => url!.endsWith(`/${fileName}`));
      const type = file === undefined ? "text/html" : "text/javascript";
      response.writeHead(200, { ...headers, "Content-Type": type });
      response.end(
        file?.code ?? file?.source ?? `<script type="module" src="/${files[0].fileName}"></script>`,
      );
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }
});

interface PageGlobals {
  check(task: unknown, options: unknown): unknown;
}

function plainExpected(): string {
  return JSON.stringify(expected, (_, value: unknown) =>
    ArrayBuffer.isView(value) ? [...(value as Float64Array)] : value,
  );
}
