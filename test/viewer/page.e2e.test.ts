import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBox, createPlaneGrid } from "../../src/mesh/primitives/index.ts";
import { createMesh } from "../../src/mesh/triangle-mesh.ts";
import type { ReportClash } from "../../src/reports/clash-report.ts";
import { createClashReport } from "../../src/reports/create-clash-report.ts";
import { printable } from "../../src/reports/printable-text.ts";
import { findChromium, launchChromium } from "../chromium.ts";
import { randomSource } from "../reports/reports.ts";
import {
  countColour,
  countDifferences,
  eyeOf,
  isStill,
  type OpenPage,
  openReport,
  pictureOf,
  removeReports,
  rowsOf,
} from "./page.ts";
import { check, createFrame, type Placed } from "./scenes.ts";

const frame = check(createFrame(), { clearance: 0.5 });
const YELLOW = [255, 233, 74] as const;

/** What a row says about depth or distance, to three digits. */
function measureOf({ depth, distance }: ReportClash): string {
  if (depth === null && distance === null) return "–"; // duplicates
  if (depth === null) return `${Number(distance!.distance.toPrecision(3))}\u00a0mm`;
  const sign = { exact: "=", "upper-bound": "≤", "lower-bound": "≥" }[depth.kind];
  return `${sign} ${Number(depth.depth.toPrecision(3))}\u00a0mm`;
}

describe.skipIf(findChromium() === null)("the page of the HTML report, opened from the disk", () => {
  let browser: Browser;
  /** For the tests that need nothing special. Escape leaves it as it was. */
  let shared: OpenPage;
  beforeAll(async () => {
    browser = await launchChromium();
    shared = await openReport(browser, frame);
  });
  afterAll(async () => {
    await browser?.close();
    removeReports();
  });

  it("lists the report's clashes, worst first, loads nothing and complains about nothing", async () => {
    const { page, complaints } = shared;
    const { clashes, parts } = frame.report;
    expect(clashes).toHaveLength(5);
    const named = clashes.map(({ a, b }) => `${parts[a].name} | ${parts[b].name}`);
    expect(await rowsOf(page)).toEqual(named);
    const measures = await page.locator(".row-measure").allTextContents();
    expect(measures.sort()).toEqual(clashes.map(measureOf).sort());
    expect(await page.textContent("#shown")).toBe("5 clashes");
    expect(await page.title()).toBe("5 clashes: frame.stl");
    expect(await page.textContent("#summary")).toContain("0123456789abcdef".repeat(4));
    expect(complaints).toEqual([]);
  });

  it("flies to the clash that is clicked and draws its curves over everything", async () => {
    const { page, complaints } = await openReport(browser, frame, { moves: true });
    const eye = await eyeOf(page);
    const before = await pictureOf(page);
    expect(await countColour(before, YELLOW)).toBe(0);
    await page.locator(".row", { has: page.getByText("ring", { exact: true }) }).click();
    await expect.poll(() => page.getAttribute("canvas", "data-eye")).not.toBe(eye.join(" "));
    const near = await eyeOf(page);
    expect(Math.hypot(...near.map((x, k) => x - eye[k]))).toBeGreaterThan(5);
    const after = await pictureOf(page);
    expect(await countDifferences(before, after)).toBeGreaterThan(10_000);
    expect(await countColour(after, YELLOW)).toBeGreaterThan(200);

    const clash = frame.report.clashes.find(({ keyB }) => keyB.endsWith("/ring"))!;
    const { id, kind, keyA, keyB } = clash;
    expect(await page.textContent(".detail")).toContain(id);
    for (const text of [kind, keyA, keyB]) expect(await page.textContent(".detail")).toContain(text);
    expect(await page.textContent(".measure-label")).toBe(measureOf(clash));
    expect(page.url()).toMatch(new RegExp(`#clash=${id}$`));
    expect(complaints).toEqual([]);
  });

  it("is steered by keys", async () => {
    const { page, complaints } = shared;
    const selected = async () => (await page.locator('.row[aria-selected="true"]').allTextContents()).join();
    expect(await selected()).toContain("bolt copy"); // the worst clash, when the page opens
    await page.keyboard.press("Escape");
    const first = await eyeOf(page);
    await page.keyboard.press("j");
    expect(await selected()).toContain("bolt copy");
    await page.keyboard.press("ArrowDown");
    expect(await selected()).toContain("chip");
    await page.keyboard.press("ArrowDown");
    const atRing = await eyeOf(page);
    await page.keyboard.press("f");
    const fitted = await eyeOf(page);
    expect(Math.hypot(...fitted)).toBeGreaterThan(Math.hypot(...atRing));
    const withGhosts = await pictureOf(page);
    await page.keyboard.press("g");
    expect(await countDifferences(withGhosts, await pictureOf(page))).toBeGreaterThan(500);
    await page.keyboard.press("g");
    expect(await countDifferences(withGhosts, await pictureOf(page))).toBe(0);
    await page.keyboard.press("Enter");
    const again = await eyeOf(page);
    expect(Math.hypot(...again)).toBeLessThan(Math.hypot(...fitted));
    await page.keyboard.press("k");
    expect(await selected()).toContain("chip");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    expect(await selected()).toContain("bolt copy");

    await page.keyboard.press("/");
    await page.keyboard.type("ring 2");
    expect(await rowsOf(page)).toEqual(["bar 2 | ring 2"]);
    await page.keyboard.press("Enter");
    expect(await selected()).toContain("ring 2");
    await page.keyboard.press("Escape");
    expect(await rowsOf(page)).toHaveLength(5);
    expect(await selected()).toBe("");
    expect(page.url()).not.toContain("#");
    expect(Math.hypot(...(await eyeOf(page)))).toBeCloseTo(Math.hypot(...first), 3);

    await page.keyboard.press("?");
    expect(await page.locator("#help").isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    expect(await page.locator("#help").isVisible()).toBe(false);
    const standing = await pictureOf(page);
    await page.keyboard.press("u");
    expect(await countDifferences(standing, await pictureOf(page))).toBeGreaterThan(1000);
    expect(complaints).toEqual([]);
  });

  it("sorts and filters, by text, kind and part", async () => {
    const { page, complaints } = shared;
    const count = () => page.textContent("#shown");
    await page.click('[data-sort="name"]');
    expect(await rowsOf(page)).toEqual([
      "bar | ring",
      "bar 2 | ring 2",
      "block | chip",
      "bolt | bolt copy",
      "post | post 2",
    ]);
    await page.click('[data-sort="name"]');
    expect((await rowsOf(page))[0]).toBe("post | post 2");
    await page.click('[data-sort="depth"]');
    expect((await rowsOf(page))[0]).toBe("block | chip");
    expect((await rowsOf(page))[4]).toBe("post | post 2");
    await page.click('[data-sort="distance"]');
    expect((await rowsOf(page))[0]).toBe("post | post 2");
    await page.click('[data-kind="overlapping"]');
    expect(await count()).toBe("2 of 5");
    await page.click('[data-kind="too-close"]');
    expect(await rowsOf(page)).toEqual(["post | post 2"]);
    await page.click('[data-kind="too-close"]');
    expect(await count()).toBe("5 clashes");
    await page.fill("#filter", "RING");
    expect(await count()).toBe("2 of 5");
    await page.fill("#filter", frame.report.clashes[4].id);
    expect(await rowsOf(page)).toEqual(["post | post 2"]);
    await page.fill("#filter", "nothing has this name");
    expect(await page.textContent("#list")).toBe("No clash matches the filter.");

    // A click on a part in the view: the chip, beside the label of its depth.
    await page.keyboard.press("Escape");
    await page.click('[data-sort="kind"]');
    await page.locator(".row", { hasText: "chip" }).click();
    await isStill(page);
    const spot = (await page.locator(".measure-label").first().boundingBox())!;
    await page.mouse.click(spot.x + spot.width + 30, spot.y + spot.height / 2);
    expect(await page.textContent(".part-chip")).toMatch(/^part: (block|chip)/);
    expect(await rowsOf(page)).toEqual(["block | chip"]);
    await page.click(".part-chip");
    expect(await rowsOf(page)).toHaveLength(5);
    expect(complaints).toEqual([]);
  });

  it("opens at the clash that the address names", async () => {
    const { id } = frame.report.clashes[4];
    const { page, complaints } = await openReport(browser, frame, { hash: `#clash=${id}` });
    expect(await page.textContent(".detail")).toContain("post 2");
    await page.evaluate('location.hash = "#clash=00000000deadbeef"');
    await expect.poll(() => page.textContent(".toast")).toContain("no clash 00000000deadbeef");
    expect(complaints).toEqual([]);
  });

  it("shows hostile names as they are and runs none of them", async () => {
    const hostile = [
      "<img src=x onerror=alert(1)>",
      "</script><script>alert(2)</script>",
      "<!--<script>",
      "javascript:alert(3)",
      '" onmouseover="alert(4)',
      "$& $` {{alert(5)}}",
      "exe\u202ejbo.bolt",
    ];
    const placed = createFrame().map(([name, ...rest], i): Placed => [hostile[i] ?? name, ...rest]);
    const file = "<svg onload=alert(7)>.stl";
    const { page, complaints } = await openReport(browser, check(placed, { clearance: 0.5 }, file));
    const rows = (await rowsOf(page)).join("\n");
    for (const name of hostile) expect(rows).toContain(printable(name));
    expect(rows).not.toContain("\u202e");
    await page.keyboard.press("j");
    await page.hover(".row >> nth=1");
    await isStill(page);
    expect(await page.textContent(".detail")).toContain(hostile[4]);
    expect(await page.textContent("h1")).toBe(file);
    expect(await page.locator("img, svg[onload], script").count()).toBe(1); // the page's own script
    expect(complaints).toEqual([]);
  });

  it("keeps few rows for 1,000 clashes, with names that trouble other formats (seed 7)", async () => {
    const source = randomSource(7, { parts: 300, clashes: 1000, unlisted: 234 });
    const checked = { report: createClashReport(source), parts: [...source.parts] };
    const { page, complaints } = await openReport(browser, checked);
    expect(await page.textContent("#shown")).toBe("1,000 clashes");
    expect(await page.textContent("#summary")).toContain("the worst 1,000 of 1,234 clashes are listed");
    expect(await page.locator(".row").count()).toBeLessThan(60);
    await page.click("#grouped");
    await page.keyboard.press("End");
    expect(await page.locator('.row[aria-selected="true"]').getAttribute("aria-posinset")).toBe("1000");
    const isSeen = await page.evaluate(`(() => {
      const { top, bottom } = document.querySelector('.row[aria-selected="true"]').getBoundingClientRect();
      const list = document.querySelector("#list").getBoundingClientRect();
      return top >= list.top - 1 && bottom <= list.bottom + 1;
    })()`);
    expect(isSeen).toBe(true);
    const own = checked.report.clashes.filter(({ kind }) => kind === "too-close").length;
    await page.fill("#filter", "too-close");
    expect(await page.textContent("#shown")).toBe(`${own} of 1,000`);
    expect(complaints).toEqual([]);
  });

  it("says what is partial, left out, new, or shown as a box", async () => {
    const report = structuredClone(frame.report);
    report.status = "partial";
    report.inputs[0].warnings.push("frame.stl: 3 triangles have no area");
    for (const clash of report.clashes) clash.change = clash.keyB.endsWith("/ring 2") ? "new" : "unchanged";
    const resolved = [{ id: "0123456789abcdef", kind: "self" as const, keyA: "old/a", keyB: "old/a" }];
    report.baseline = {
      file: "before.json",
      sha256: "f".repeat(64),
      new: 1,
      unchanged: 4,
      resolved,
      warnings: [],
    };
    const opened = await openReport(browser, { ...frame, report }, { html: { maxTriangles: 60 } });
    const { page, complaints } = opened;
    const summary = await page.textContent("#summary");
    for (const text of [
      "partial, 5 clashes so far",
      "stopped before all pairs",
      "shown as boxes: this page draws at most 60 triangles",
      "3 triangles have no area",
      "1 new, 4 unchanged, 1 resolved",
      "old/a",
    ])
      expect(summary).toContain(text);
    await page.click("text=only new");
    expect(await rowsOf(page)).toEqual(["bar 2 | ring 2"]);
    await page.keyboard.press("j");
    expect(await page.textContent(".detail")).toContain("shown as a box");
    expect(await countColour(await pictureOf(page), YELLOW)).toBeGreaterThan(100);
    expect(complaints).toEqual([]);
  });

  it("says that a depth is not known only where there is one", async () => {
    const box = createBox();
    const sheet = createPlaneGrid();
    const upright = createMesh({ positions: Float64Array.of(0, -1, 0, 0, 1, 0, 0.3, 1, 0.2) });
    const checked = check(
      [
        ["box", box, 0, 0, 0],
        ["copy", box, 0, 0, 0],
        ["next", box, 1, 0, 0],
        ["sheet", sheet, 9, 0, 0],
        ["upright", upright, 9, 0, 0],
      ],
      { touching: "report" },
    );
    const { page, complaints } = await openReport(browser, checked);
    await page.click("#grouped");
    for (const [i, { kind }] of checked.report.clashes.entries()) {
      if (i > 0) await page.keyboard.press("j");
      const detail = await page.textContent(".detail");
      expect(detail).toContain(kind);
      if (kind === "overlapping") expect(detail).toContain("depthnot known");
      else expect(detail).not.toContain("depth");
    }
    expect(new Set(checked.report.clashes.map(({ kind }) => kind)).size).toBe(3);
    expect(complaints).toEqual([]);
  });

  it("is calm when there is no clash", async () => {
    const clean = check([createFrame()[0], createFrame()[8]]);
    const { page, complaints } = await openReport(browser, clean);
    expect(await page.title()).toBe("no clashes: frame.stl");
    expect(await page.textContent("#clashes")).toBe("✓No clashesNo two parts overlap.");
    for (const key of ["j", "Enter", "/", "g", "f", "Escape"]) await page.keyboard.press(key);
    await isStill(page);
    expect(complaints).toEqual([]);
  });

  it("keeps list and numbers where WebGL is missing", async () => {
    const blind = await launchChromium("none");
    try {
      const { page, complaints } = await openReport(blind, frame);
      expect(await page.textContent("#view")).toContain("no WebGL");
      expect(await page.textContent(".detail")).toContain("bolt copy");
      expect(await rowsOf(page)).toHaveLength(5);
      expect(complaints).toEqual([]);
    } finally {
      await blind.close();
    }
  });
});
