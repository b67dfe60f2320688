import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBox, createLattice, createTorus, createTorusKnot } from "../../src/mesh/primitives/index.ts";
import { findChromium, launchChromium } from "../chromium.ts";
import { bundle } from "./bundle.ts";
import { answersOf, hasKernels, type PlainMesh } from "./questions.ts";

// The library in a real browser, bundled as a web page would: the same answers as in Node, to the last bit.

const MESHES: PlainMesh[] = [createTorus(), createTorusKnot(), createBox(), createLattice()].map(
  ({ positions, indices }) => ({ positions: [...positions], indices: [...indices!] }),
);

describe.skipIf(findChromium() === null)("the library in a browser", () => {
  let browser: Browser;
  let script: string;
  beforeAll(async () => {
    [browser, script] = await Promise.all([launchChromium("none"), bundleQuestions()]);
  });
  afterAll(() => browser?.close());

  it("answers as in Node, in WebAssembly", async () => {
    expect(hasKernels()).toBe(true);
    expect(await askPage("")).toEqual({ hasKernels: true, answers: answersOf(MESHES) });
  });

  it("answers the same where a page's policy forbids WebAssembly", async () => {
    const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline'">`;
    expect(await askPage(policy)).toEqual({ hasKernels: false, answers: answersOf(MESHES) });
  });

  async function askPage(head: string): Promise<unknown> {
    const page = await browser.newPage();
    try {
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(error.message));
      const harmless = script.replaceAll("</script", "<\\/script");
      await page.setContent(
        `<!doctype html><head>${head}</head><body><script>${harmless}
        window.found = { hasKernels: questions.hasKernels(), answers: questions.answersOf(${JSON.stringify(MESHES)}) };</script>`,
      );
      expect(complaints).toEqual([]);
      return await page.evaluate("window.found");
    } finally {
      await page.close();
    }
  }
});

/** The questions and all of the library that they need, as one script that sets the global `questions`. */
async function bundleQuestions(): Promise<string> {
  const [file] = await bundle(fileURLToPath(new URL("questions.ts", import.meta.url)), "iife", "questions");
  return file.code!;
}
