import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBox, createLattice, createTorus, createTorusKnot } from "../../src/mesh/primitives/index.ts";
import { findChromium, launchChromium } from "../chromium.ts";
import { EXPECTED } from "../trust/expected-fingerprint.ts";
import { bundle } from "./bundle.ts";
import { answersOf, hasKernels, type PlainMesh } from "./questions.ts";

// The library in a real browser, bundled as a web page would: the same answers as in Node, to the last bit.

const MESHES: PlainMesh[] = [createTorus(), createTorusKnot(), createBox(), createLattice()].map(
  ({ positions, indices }) => ({ positions: [...positions], indices: [...indices!] }),
);

describe.skipIf(findChromium() === null)("the library in a browser", () => {
  let browser: Browser;
  let script: string;
  let battery: string;
  beforeAll(async () => {
    [browser, script, battery] = await Promise.all([
      launchChromium("none"),
      bundleScript("questions.ts", "questions"),
      bundleScript("../../trust/fingerprint/battery.ts", "battery"),
    ]);
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

  it("has the fingerprint on record", async () => {
    const page = await browser.newPage();
    await page.setContent(`<!doctype html><body><script>${battery}
      window.taken = battery.takeFingerprint();</script>`);
    expect(await page.evaluate("window.taken")).toMatchObject({ hash: EXPECTED });
  });

  async function askPage(head: string): Promise<unknown> {
    const page = await browser.newPage();
    try {
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(error.message));
      await page.setContent(
        `<!doctype html><head>${head}</head><body><script>${script}
        window.found = { hasKernels: questions.hasKernels(), answers: questions.answersOf(${JSON.stringify(MESHES)}) };</script>`,
      );
      expect(complaints).toEqual([]);
      return await page.evaluate("window.found");
    } finally {
      await page.close();
    }
  }
});

/** A module and all of the library that it needs, as one script that sets a global of the given name. */
async function bundleScript(path: string, name: string): Promise<string> {
  const [file] = await bundle(fileURLToPath(new URL(path, import.meta.url)), "iife", name);
  return file.code!.replaceAll("</script", "<\\/script");
}
