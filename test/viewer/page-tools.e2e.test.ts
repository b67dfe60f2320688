import axe from "axe-core";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium, launchChromium } from "../chromium.ts";
import {
  countColour,
  countDifferences,
  eyeOf,
  isStill,
  type OpenPage,
  openReport,
  pictureOf,
  pixelOf,
  removeReports,
  rowsOf,
} from "./page.ts";
import { checkFiles, createRack } from "./scenes.ts";

const files = createRack();
const rack = checkFiles(
  files,
  {},
  Object.values(files)
    .flat()
    .map(([name]) => ({ type: name === "wall" ? "IfcWall" : "IfcMember" })),
);
const COLOURS = { green: [0, 1, 0], none: null } as const;

describe.skipIf(findChromium() === null)("tools of the report's page", () => {
  let browser: Browser;
  let shared: OpenPage;
  beforeAll(async () => {
    browser = await launchChromium();
    shared = await openReport(browser, rack, {
      html: {
        colors: rack.parts.map(({ name }) => (name?.startsWith("slat") ? COLOURS.green : COLOURS.none)),
      },
    });
  });
  afterAll(async () => {
    await browser?.close();
    removeReports();
  });

  it("opens on the worst clash, with its parts in their colours, and leaves the address as it is", async () => {
    const { page } = shared;
    const [worst] = rack.report.clashes;
    expect(await page.textContent(".detail")).toContain(worst.id);
    expect(page.url()).not.toContain("#");
    const picture = await pictureOf(page);
    expect(await countColour(picture, [47, 125, 225])).toBeGreaterThan(0);
    const near = await eyeOf(page);
    await page.keyboard.press("Escape");
    expect(Math.hypot(...near)).toBeLessThan(Math.hypot(...(await eyeOf(page))));
    // The overview has the colours of the file.
    const greens = await page.evaluate<number>(GREEN_PIXELS((await pictureOf(page)).png.toString("base64")));
    expect(greens).toBeGreaterThan(50);
  });

  it("lists clashes of one cause under a heading, which keys and clicks close and open", async () => {
    const { page } = shared;
    const group = rack.report.groups.find(({ count }) => count === 4)!;
    const heading = page.locator(".heading");
    expect(await heading.count()).toBe(1);
    expect(await heading.textContent()).toBe(`›${group.name}4 clashes`);
    expect(await page.locator('.row[aria-level="2"]').count()).toBe(4);
    const all = await rowsOf(page);
    expect(all).toHaveLength(6);
    await heading.click();
    expect(await heading.getAttribute("aria-expanded")).toBe("false");
    expect(await rowsOf(page)).toHaveLength(2);
    await page.keyboard.press("ArrowRight");
    expect(await rowsOf(page)).toHaveLength(6);
    // From a clash of the group to its heading, which closes it.
    await page.locator('.row[aria-level="2"]').nth(2).click();
    await page.keyboard.press("ArrowLeft");
    expect(await rowsOf(page)).toHaveLength(2);
    expect(await page.getAttribute("#list", "aria-activedescendant")).toBe(await heading.getAttribute("id"));
    await page.keyboard.press("Enter");
    expect(await rowsOf(page)).toHaveLength(6);
    // The next clash opens the group that hides it.
    await heading.click();
    await page.keyboard.press("Home");
    for (let i = 0; i < 2; i++) await page.keyboard.press("j");
    expect(await rowsOf(page)).toHaveLength(6);
    await page.click("#grouped");
    expect(await heading.count()).toBe(0);
    expect((await rowsOf(page)).sort()).toEqual(all.sort());
    await page.click("#grouped");
  });

  it("names file and class where two parts have one name", async () => {
    const walls = (await rowsOf(shared.page)).find((row) => row.startsWith("wall"));
    expect(walls).toBe("wall a.ifc · IfcWall | wall b.ifc · IfcWall");
  });

  it("isolates, hides, and shows what is near", async () => {
    const { page } = shared;
    await page.locator(".row", { hasText: "slat 2" }).click();
    const all = await pictureOf(page);
    await page.keyboard.press("i");
    const alone = await pictureOf(page);
    expect(await countDifferences(all, alone)).toBeGreaterThan(500);
    await page.keyboard.press("i");
    await page.fill("#context", "0");
    expect(await page.textContent(".tools output")).toMatch(/^within 0/);
    expect(await countDifferences(alone, await pictureOf(page))).toBe(0);
    await page.fill("#context", "60"); // within 2 mm or so of a scene of 40: no neighbour yet
    expect(await countDifferences(alone, await pictureOf(page))).toBe(0);
    await page.fill("#context", "100");
    expect(await page.textContent(".tools output")).toBe("all");
    expect(await countDifferences(all, await pictureOf(page))).toBe(0);

    await page.click("#hide-b");
    expect(await countDifferences(all, await pictureOf(page))).toBeGreaterThan(500);
    expect(await page.textContent("#show-hidden")).toBe("Show 1 hidden part");
    await page.click("#show-hidden");
    expect(await countDifferences(all, await pictureOf(page))).toBe(0);
  });

  it("cuts through the clash, and Escape closes the cut, the details and the clash, one by one", async () => {
    const { page } = shared;
    await page.locator(".row", { hasText: "crate" }).first().click();
    const whole = await pictureOf(page);
    await page.keyboard.press("s");
    const cut = await pictureOf(page);
    expect(await countDifferences(whole, cut)).toBeGreaterThan(1000);
    await page.click("text=Flip");
    expect(await countDifferences(cut, await pictureOf(page))).toBeGreaterThan(1000);
    await page.fill("#section-offset", "100");
    await page.click("text=Details");
    expect(await page.locator("#details").isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    expect(await page.locator("#details").isVisible()).toBe(false);
    expect(await page.locator("#section-offset").isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    expect(await page.locator("#section-offset").isVisible()).toBe(false);
    expect(await countDifferences(whole, await pictureOf(page))).toBe(0);
    await page.focus("#review-comment");
    await page.keyboard.press("Escape");
    expect(await page.locator(".detail").isVisible()).toBe(false);
  });

  it("measures between two points; a click near a corner takes the corner", async () => {
    const { page, complaints } = shared;
    await page.locator(".row", { hasText: "crate" }).first().click();
    await page.keyboard.press("m");
    const { parts } = rack.report;
    const crate = parts.find(({ name }) => name === "crate 1")!.box;
    const eye = await eyeOf(page);
    const origin = originOf(parts.map(({ box }) => box));
    // Two ends of the upright edge of the crate that is nearest to the eye; z of the model is up in the view.
    const edges = [0, 3].flatMap((i) => [1, 4].map((j) => [crate[i] - origin[0], -(crate[j] - origin[1])]));
    const away = ([x, z]: number[]) => Math.hypot(x - eye[0], z - eye[2]);
    const [x, z] = edges.sort((p, q) => away(p) - away(q))[0];
    for (const height of [crate[2], crate[5]]) {
      const inwards = height === crate[2] ? 0.05 : -0.05;
      const pixel = await pixelOf(page, [x, height - origin[2] + inwards, z]);
      await page.mouse.click(pixel.x, pixel.y);
    }
    expect(await page.textContent(".ruler-label")).toBe("4\u00a0mm");
    expect(await page.textContent("#way")).toBe("4\u00a0mm: x 0, y 0, z 4");
    await page.keyboard.press("Escape");
    await isStill(page);
    expect(await page.locator(".ruler-label").isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });

  it("on a phone the list is a sheet that leaves the clash in sight", async () => {
    const { page, complaints } = await openReport(browser, rack, {
      context: { viewport: { width: 390, height: 844 }, hasTouch: true },
    });
    const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!;
    const label = await boxOf(".measure-label:not(.ruler-label)");
    const sheet = await boxOf("#clashes");
    expect(sheet.y).toBeGreaterThan(label.y + label.height);
    expect(sheet.y + sheet.height).toBeLessThanOrEqual(845);
    expect(await page.locator(".detail").isVisible()).toBe(true);
    expect(await page.locator(".list").isVisible()).toBe(false);
    await page.tap(".to-list");
    expect(await page.locator(".list").isVisible()).toBe(true);
    await page.tap(".row >> nth=1");
    await isStill(page);
    expect(await page.locator(".detail").isVisible()).toBe(true);
    // The highest sheet still leaves the clash.
    await page.tap(".sheet-handle");
    await isStill(page);
    const higher = await boxOf("#clashes");
    expect(higher.height).toBeGreaterThan(sheet.height + 100);
    expect(higher.y).toBeGreaterThan((await boxOf(".measure-label:not(.ruler-label)")).y);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    expect(complaints).toEqual([]);
  });

  it("axe finds nothing, light and dark, large and small", async () => {
    const { page } = await openReport(browser, rack);
    await page.evaluate(axe.source);
    const found = async () =>
      page.evaluate<
        string[]
      >(`axe.run({ resultTypes: ["violations"], preload: false }).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html)))`);
    expect(await found()).toEqual([]);
    await page.keyboard.press("s");
    await page.keyboard.press("m");
    await page.selectOption("#review-status", "approved");
    await page.click("text=Details");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await found()).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await found()).toEqual([]);
    }
    await page.click(".to-list");
    expect(await found()).toEqual([]);
    await page.keyboard.press("?");
    expect(await found()).toEqual([]);
  });
});

function originOf(boxes: readonly (readonly number[])[]): number[] {
  return [0, 1, 2].map(
    (k) => (Math.min(...boxes.map((box) => box[k])) + Math.max(...boxes.map((box) => box[k + 3]))) / 2,
  );
}

const GREEN_PIXELS = (png: string) => `(async () => {
  const image = new Image();
  image.src = "data:image/png;base64,${png}";
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width;
  canvas.height = image.height;
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const data = pen.getImageData(0, 0, image.width, image.height).data;
  let found = 0;
  for (let i = 0; i < data.length; i += 4) if (data[i + 1] > 100 && data[i] < 60 && data[i + 2] < 60) found++;
  return found;
})()`;
