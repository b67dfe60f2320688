import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ClashReport } from "../../src/reports/clash-report.ts";
import { createStatus, readStatus, setStatus, writeStatus } from "../../src/reports/clash-status.ts";
import { writeCsv } from "../../src/reports/csv.ts";
import { mergeStatus } from "../../src/reports/merge-status.ts";
import { readClashReport } from "../../src/reports/read-clash-report.ts";
import { findChromium, launchChromium } from "../chromium.ts";
import { openReport, removeReports, rowsOf } from "./page.ts";
import { checkFiles, createRack } from "./scenes.ts";

const rack = checkFiles(createRack());
const [worst] = rack.report.clashes;
const group = rack.report.groups.find(({ count }) => count === 4)!;
const today = () => new Date().toISOString().slice(0, 10);

async function download(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}

describe.skipIf(findChromium() === null)("decisions in the report's page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium("none"); // decisions need no picture
  });
  afterAll(async () => {
    await browser?.close();
    removeReports();
  });

  it("are saved as a status file that abut reads", async () => {
    const run = mergeStatus(createStatus(), rack.report, { file: "dir/model.abut-status.json" });
    // An entry of a clash that this run did not find must survive.
    const old = { ...run.status.clashes[0], id: "00000000deadbeef", status: "resolved" as const };
    const status = { ...run.status, clashes: [old, ...run.status.clashes] };
    const { page, complaints } = await openReport(
      browser,
      { ...rack, report: run.report },
      { html: { status } },
    );
    expect(await page.locator("#unsaved").isVisible()).toBe(false);
    await page.fill("#review-author", "Ada");
    await page.selectOption("#review-status", "approved");
    await page.fill("#review-comment", "It is a press fit.");
    await page.click("#review-add");
    expect(await page.textContent(".comment")).toBe(`It is a press fit.Ada, ${today()}`);
    expect(await page.locator(".row .status").textContent()).toBe("approved");
    await page.locator(".row", { hasText: "slat 3" }).click();
    await page.check("#review-group");
    await page.fill("#review-assignee", "Bob");
    await page.selectOption("#review-status", "reviewed");
    expect(await page.locator(".row .status-reviewed").count()).toBe(4);
    expect(await page.textContent("#unsaved")).toBe("4 decisions not saved yet");
    await page.selectOption("#status-filter", "approved");
    expect(await rowsOf(page)).toHaveLength(1);
    await page.selectOption("#status-filter", "");

    const { name, text } = await download(page, "#save-download");
    expect(name).toBe("model.abut-status.json");
    const date = today();
    let expected = setStatus(status, [worst.id], { status: "approved", author: "Ada", date });
    expected = setStatus(expected, [worst.id], { comment: "It is a press fit.", author: "Ada", date });
    expected = setStatus(expected, [group.id], { assignee: "Bob", author: "Ada", date });
    expected = setStatus(expected, [group.id], { status: "reviewed", author: "Ada", date });
    expect(text).toBe(writeStatus(expected));
    const next = mergeStatus(readStatus(text, name), rack.report, { file: name }).report;
    expect(next.clashes[0].review?.status).toBe("approved");
    expect(next.clashes.filter(({ review }) => review?.assignee === "Bob")).toHaveLength(4);
    expect(await page.locator("#unsaved").isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });

  it("go into a chosen file, next to what others decided there since then", async () => {
    const { page } = await openReport(browser, rack, {
      before: `window.showOpenFilePicker = async () => [{
        name: "chosen.json",
        getFile: async () => new File([window.chosen], "chosen.json"),
        createWritable: async () => ({ write: async (text) => { window.chosen = text; }, close: async () => {} }),
      }]`,
    });
    const there = mergeStatus(createStatus(), rack.report, { file: "chosen.json" }).status;
    const theirs = setStatus(there, [rack.report.clashes[1].id], { assignee: "Eve" });
    await page.evaluate(`window.chosen = ${JSON.stringify(writeStatus(theirs))}`);
    await page.selectOption("#review-status", "approved");
    await page.click("#save-into");
    await expect.poll(() => page.textContent(".toast")).toBe("chosen.json is saved.");
    const ours = setStatus(theirs, [worst.id], { status: "approved", date: today() });
    expect(await page.evaluate("window.chosen")).toBe(writeStatus(ours));
    // A file of another kind stays as it is.
    await page.evaluate(`window.chosen = '{"format":"other"}'`);
    await page.selectOption("#review-status", "reviewed");
    await page.click("#save-into");
    await expect
      .poll(() => page.textContent(".toast"))
      .toContain("Not saved: chosen.json: not a status file");
    expect(await page.evaluate("window.chosen")).toBe('{"format":"other"}');
    expect(await page.textContent("#unsaved")).toBe("1 decision not saved yet");
  });

  it("without a status file begin one, with every clash of the report", async () => {
    const { page } = await openReport(browser, rack);
    await page.selectOption("#review-status", "approved");
    const { name, text } = await download(page, "#save-download");
    expect(name).toBe("abut-status.json");
    const { clashes } = readStatus(text, name);
    expect(clashes).toHaveLength(rack.report.clashes.length);
    expect(clashes.filter(({ status }) => status === "new")).toHaveLength(clashes.length - 1);
  });

  it("the filtered list is exported as CSV and as a report", async () => {
    const { page } = await openReport(browser, rack);
    await page.fill("#filter", "slat");
    await page.click('[data-sort="name"]');
    const csv = await download(page, "#export-csv");
    const json = await download(page, "#export-json");
    expect([csv.name, json.name]).toEqual(["a.ifc.clashes.csv", "a.ifc.clashes.json"]);
    const read = readClashReport(json.text, json.name);
    const slats = rack.report.clashes.filter(({ keyA, keyB }) => /slat/.test(keyA + keyB));
    expect(read.clashes.map(({ id }) => id).sort()).toEqual(slats.map(({ id }) => id).sort());
    expect(read.truncated).toEqual({ unlisted: 2, limit: 4 });
    expect(read.groups.map(({ clashes }) => clashes)).toEqual([[0, 1, 2, 3]]);
    const own = read.clashes.map(({ id }) => rack.report.clashes.find((clash) => clash.id === id)!);
    expect(csv.text).toBe(writeCsv({ ...rack.report, clashes: own } satisfies ClashReport));
  });
});
