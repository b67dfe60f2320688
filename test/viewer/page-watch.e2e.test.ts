import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium, launchChromium } from "../chromium.ts";
import { createModelFolder, endAll, startWatch, writeBox } from "../cli/watch/watching.ts";
import { eyeOf, isStill } from "./page.ts";

// The page of abut clash --watch in a real browser, served by the built command.

describe.skipIf(findChromium() === null)("the page of a watch", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    endAll();
  });

  async function open(address: string, context: BrowserContextOptions = {}) {
    const page = await (
      await browser.newContext({ viewport: { width: 950, height: 550 }, reducedMotion: "reduce", ...context })
    ).newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      // The software renderer remarks that reading pixels takes time.
      if (!message.text().includes("GL Driver Message (OpenGL, Performance"))
        complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(address);
    await page.waitForSelector("html[data-ready]");
    await isStill(page);
    return { page, complaints };
  }

  /** Four boxes: a and b overlap, c and d overlap. */
  function createModel(): string {
    const folder = createModelFolder();
    for (const [name, x] of [
      ["a.glb", 0],
      ["b.glb", 0.5],
      ["c.glb", 5],
      ["d.glb", 5.8],
    ] as const)
      writeBox(folder, name, x);
    return folder;
  }

  const runOf = (page: Page, run: number) => page.waitForSelector(`html[data-run="${run}"]`);

  it("shows the new clashes, with camera, selection, filter and open panels as they were", async () => {
    const folder = createModel();
    const watch = startWatch([folder]);
    const { page, complaints } = await open(await watch.address());
    expect(await page.textContent("#live")).toBe("watching");
    expect(await page.textContent(".verdict")).toBe("2 clashes");
    await page.locator(".row", { has: page.locator('.row-name:text-is("d")') }).click();
    await page.fill("#filter", "glb");
    await page.click("text=Details");
    await page.click("text=Section");
    await page.fill("#review-comment", "half a sen");
    await page.mouse.move(300, 400);
    await page.mouse.down();
    await page.mouse.move(360, 430, { steps: 4 });
    await page.mouse.up();
    const id = new URL(page.url()).hash;
    const eye = await eyeOf(page);

    writeBox(folder, "e.glb", 5.2); // meets c and d, and makes the model's middle another one
    writeBox(folder, "f.glb", 40);
    await page.waitForSelector('.verdict:text-is("4 clashes")');
    expect(new URL(page.url()).hash).toBe(id);
    expect(await page.locator('.row[aria-selected="true"] .row-name').allTextContents()).toEqual(["c", "d"]);
    expect(await page.locator(".detail .part-name").allTextContents()).toEqual(["c", "d"]);
    expect(await page.inputValue("#filter")).toBe("glb");
    expect(await page.inputValue("#review-comment")).toBe("half a sen");
    expect(await page.locator("#details").isVisible()).toBe(true);
    expect(await page.locator("#section-offset").isVisible()).toBe(true);
    expect(await page.textContent(".toast")).toMatch(/^Updated: \d new, 0 gone\.$/);
    // The eye is where it was in the world; the space of the view begins in the middle of the model.
    const moved = await eyeOf(page);
    const middle = (boxes: number[]) => (Math.min(...boxes) + Math.max(...boxes)) / 2;
    const shift = middle([-0.5, 40.5]) - middle([-0.5, 6.3]);
    expect(moved[0]).toBeCloseTo(eye[0] - shift, 3);
    expect(moved[1]).toBeCloseTo(eye[1], 3);
    expect(moved[2]).toBeCloseTo(eye[2], 3);

    rmSync(join(folder, "d.glb"));
    await page.waitForSelector('.verdict:text-is("2 clashes")');
    expect(await page.textContent(".toast")).toMatch(/2 gone\. The selected clash is gone\.$/);
    expect(await page.locator(".detail").isVisible()).toBe(false);
    expect(await page.locator("canvas").count()).toBe(1);
    expect(complaints).toEqual([]);
    watch.child.kill("SIGTERM");
    await page.waitForSelector('#live:text-is("watch ended")');
    expect(await watch.ended).toBe(0);
  });

  it("saves decisions in the status file by itself", async () => {
    const folder = createModel();
    const watch = startWatch([folder, "--status", join(folder, "status.json")]);
    const { page, complaints } = await open(await watch.address());
    await page.selectOption("#review-status", "approved");
    await runOf(page, 2);
    const saved = readFileSync(join(folder, "status.json"), "utf8");
    expect(saved.match(/"status":"approved"/g)).toHaveLength(1);
    expect(saved.match(/"status":"new"/g)).toHaveLength(1);
    expect(await page.inputValue("#review-status")).toBe("approved");
    expect(await page.locator("#unsaved").isVisible()).toBe(false);
    // What another program decides arrives, too.
    writeFileSync(join(folder, "status.json"), saved.replace('"new"', '"reviewed"'));
    await runOf(page, 3);
    expect(await page.locator(".row .status-reviewed").count()).toBe(1);
    // Clashes that the watch found stay new: runs that are seconds apart are one run.
    writeBox(folder, "e.glb", 0.2);
    await runOf(page, 4);
    writeBox(folder, "e.glb", 0.3);
    await runOf(page, 5);
    expect(readFileSync(join(folder, "status.json"), "utf8").match(/"status":"new"/g)).toHaveLength(2);
    expect(complaints).toEqual([]);
    watch.child.kill("SIGTERM");
    await watch.ended;
  });

  it("says why it is not up to date, on a phone, too", async () => {
    const folder = createModel();
    const watch = startWatch([folder]);
    const { page, complaints } = await open(await watch.address(), { viewport: { width: 390, height: 780 } });
    const whole = readFileSync(join(folder, "c.glb"));
    writeFileSync(join(folder, "c.glb"), whole.subarray(0, 50));
    await page.waitForSelector("#trouble:not([hidden])");
    expect(await page.textContent("#trouble")).toMatch(
      /^Not up to date: .*c\.glb.*; the last report is kept$/,
    );
    expect(await page.textContent(".verdict")).toBe("2 clashes");
    writeFileSync(join(folder, "c.glb"), whole);
    await page.waitForSelector("#trouble[hidden]", { state: "attached" });
    expect(complaints).toEqual([]);
    watch.child.kill("SIGTERM");
    await watch.ended;
  });

  it("shows a lost connection, and connects again", async () => {
    const folder = createModel();
    const watch = startWatch([folder]);
    const address = await watch.address();
    const context = await browser.newContext({ viewport: { width: 950, height: 550 } });
    const page = await context.newPage();
    await page.route("**/events", (route) => route.abort());
    await page.goto(address);
    await page.waitForSelector('#live[data-state="lost"]');
    expect(await page.textContent("#live")).toBe("connection lost");
    expect(await page.textContent(".verdict")).toBe("2 clashes");
    await page.unroute("**/events");
    await page.waitForSelector('#live[data-state="watching"]');
    writeBox(folder, "d.glb", 9);
    await page.waitForSelector('.verdict:text-is("1 clash")');
    watch.child.kill("SIGKILL");
    await page.waitForSelector('#live[data-state="lost"]');
    await watch.ended;
  });
});
