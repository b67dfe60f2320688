import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Clash, ClashKind } from "../../src/clash/clash.ts";
import { keyParts } from "../../src/clash/key-parts.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { createClashReport } from "../../src/reports/create-clash-report.ts";
import { findChromium, launchChromium } from "../chromium.ts";
import { SETTINGS } from "../reports/reports.ts";
import { openReport, removeReports } from "./page.ts";
import type { Checked } from "./scenes.ts";

const COUNT = 100_000;
const SIDE = 40;
const KINDS: ClashKind[] = ["overlapping", "too-close", "touching"];

/** 1,600 boxes in a square, and 100,000 clashes between boxes next to each other in the list of parts. */
function createLarge(): Checked {
  const mesh = createBox({ size: 1.2 });
  const placed = Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    return {
      name: `box ${i}`,
      mesh,
      toWorld: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, 0, 1),
    };
  });
  const parts = keyParts([{ label: "large.stl", parts: placed }]);
  const clashes = Array.from({ length: COUNT }, (_, i): Clash => {
    const a = i % (parts.length - 1);
    const [x, y] = [a % SIDE, Math.floor(a / SIDE)];
    return {
      id: i.toString(16).padStart(16, "0"),
      kind: KINDS[Math.floor((KINDS.length * i) / COUNT)],
      a,
      b: a + 1,
      depth: null,
      distance: null,
      trianglePairs: 1,
      point: [x, y, 0],
      box: [x, y, 0, x + 1, y + 1, 1],
      curves: [],
      curvesTruncated: false,
      exact: true,
    };
  });
  const byKind = {
    duplicate: 0,
    contains: 0,
    inside: 0,
    overlapping: 0,
    self: 0,
    "too-close": 0,
    touching: 0,
  };
  for (const { kind } of clashes) byKind[kind]++;
  const counts = {
    parts: parts.length,
    meshes: 1,
    triangles: 12 * parts.length,
    candidates: COUNT,
    ignored: 0,
    checked: COUNT,
    tolerated: 0,
    touchingIgnored: 0,
    byKind,
  };
  const report = createClashReport({
    result: { status: "complete", clashes, unlisted: 0, unchecked: [], counts },
    parts,
    inputs: [{ file: "large.stl", bytes: 1, sha256: "0".repeat(64), warnings: [] }],
    unit: { name: "mm", metres: 0.001, perSceneUnit: 1 },
    settings: { ...SETTINGS, group: "part" },
    toolVersion: "0.0.0",
  });
  return { report, parts };
}

describe.skipIf(findChromium() === null)("a page with 100,000 clashes", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    removeReports();
  });

  it("selects in under 200 ms, keeps few rows, and scrolls without long frames", async () => {
    const { page, complaints } = await openReport(browser, createLarge());
    expect(await page.textContent("#shown")).toBe("100,000 clashes");
    // From the key to the picture that shows the clash: median of 15 selections, groups opened on the way among them.
    const times = await page.evaluate<number[]>(`(async () => {
      const times = [];
      for (let i = 0; i < 15; i++) {
        const start = performance.now();
        dispatchEvent(new KeyboardEvent("keydown", { key: "j" }));
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        times.push(performance.now() - start);
      }
      return times;
    })()`);
    expect(median(times)).toBeLessThan(200);
    await page.click("#grouped");
    expect(await page.locator(".row").count()).toBeLessThan(60);
    // What scrolling costs, without waiting for frames: 50 jumps over the whole length.
    const scrolling = await page.evaluate<number[]>(`(async () => {
      const list = document.querySelector("#list");
      const times = [];
      for (let i = 0; i < 50; i++) {
        list.scrollTop = ((i * 37) % 50) / 50 * list.scrollHeight;
        const start = performance.now();
        list.dispatchEvent(new Event("scroll"));
        list.getBoundingClientRect();
        times.push(performance.now() - start);
      }
      return times;
    })()`);
    expect(median(scrolling)).toBeLessThan(16);
    await page.keyboard.press("End");
    expect(await page.textContent(".detail")).toContain((COUNT - 1).toString(16).padStart(16, "0"));
    console.log(
      `100,000 clashes: select ${median(times).toFixed(0)} ms, scroll ${median(scrolling).toFixed(1)} ms`,
    );
    expect(complaints).toEqual([]);
  });
});

function median(values: number[]): number {
  return [...values].sort((x, y) => x - y)[values.length >> 1];
}
