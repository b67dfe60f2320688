import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Fingerprint, takeClashFingerprint } from "../../trust/fingerprint/battery.ts";
import { hashOf } from "../../trust/fingerprint/hash.ts";
import { bundle } from "../browser/bundle.ts";
import { builtModule, builtUrl } from "../build-once.ts";
import { findChromium, launchChromium } from "../chromium.ts";

// The answers of the whole library as one hash, wherever it runs. A new hash means that some answer is another one than before: find
// out which by the groups (`npm run fingerprint -- --list`), and say why in the changelog.

const EXPECTED = "809fa3a72ee6b23f";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const execute = promisify(execFile);

describe("the fingerprint", () => {
  const run = async (options: string[], words: string[] = []): Promise<Fingerprint> => {
    const script = builtModule("trust/fingerprint/run.ts")!;
    return JSON.parse((await execute(process.execPath, [...options, script, "--json", ...words])).stdout);
  };
  let here: Fingerprint;
  beforeAll(async () => {
    here = await run([]);
  });

  it("is the one on record", () => {
    expect(here.groups).toMatchObject({ clashes: expect.stringMatching(/^[0-9a-f]{16}$/) });
    expect(here.hash).toBe(EXPECTED);
  });

  it("is the same in a process without WebAssembly", async () => {
    expect(await run(["--no-expose-wasm"], ["--rounds", "1"])).toEqual(here);
  });

  it.each([2, 4])("is the same on %i threads as on one", async (threads) => {
    const { findClashesOnThreads } = (await import(
      builtUrl("workers/index.js")
    )) as typeof import("../../src/workers/index.ts");
    const clashes = await takeClashFingerprint((parts) => findClashesOnThreads(parts, { threads }));
    expect(clashes).toBe(here.groups.clashes);
  });

  it("notices a single bit", () => {
    const answer = { point: [0.1, 0.2, 0.3], count: 3, stats: { boxTests: 1 } };
    const hash = hashOf(answer);
    expect(hashOf({ ...answer, stats: { boxTests: 2 } })).toBe(hash); // counters are no answers
    expect(hashOf({ ...answer, point: [0.1, 0.2, 0.3 + 2 ** -54] })).not.toBe(hash);
    expect(hashOf({ ...answer, point: [0.1, 0.3, 0.2] })).not.toBe(hash);
    expect(hashOf([0])).not.toBe(hashOf([-0]));
  });

  describe.skipIf(findChromium() === null)("in a browser", () => {
    let browser: Browser;
    let script: string;
    beforeAll(async () => {
      const entry = `${ROOT}trust/fingerprint/battery.ts`;
      const [started, files] = await Promise.all([launchChromium("none"), bundle(entry, "iife", "battery")]);
      browser = started;
      script = files[0].code!.replaceAll("</script", "<\\/script");
    });
    afterAll(() => browser?.close());

    it.each([
      ["with WebAssembly", "", 2],
      ["without it", `<meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline'">`, 1],
    ])("is the same, %s", async (_, head, rounds) => {
      const page = await browser.newPage();
      try {
        await page.setContent(`<!doctype html><head>${head}</head><body><script>${script}
          window.taken = battery.takeFingerprint(undefined, ${rounds});</script>`);
        expect(await page.evaluate("window.taken")).toEqual(here);
      } finally {
        await page.close();
      }
    });
  });
});
