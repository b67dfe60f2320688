import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";

// A real browser for tests. Where the machine has none: `describe.skipIf(findChromium() === null)("…")`.

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/** WebGL without a graphics card: CI machines have none. Pages are put together outside it, which takes half the time. */
const SOFTWARE = ["--disable-gpu", "--use-angle=swiftshader-webgl", "--enable-unsafe-swiftshader"];

let isNoticeGiven = false;

/** The program that ABUT_CHROMIUM or CHROME_PATH names, or the first in PATH; null, with a notice, where none is found. */
export function findChromium(): string | null {
  const { ABUT_CHROMIUM, CHROME_PATH, PATH = "" } = process.env;
  const inPath = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const found = [ABUT_CHROMIUM, CHROME_PATH, ...inPath].find((path) => path && isProgram(path));
  if (found !== undefined) return found;
  if (!isNoticeGiven)
    console.warn("NOTICE: no Chromium (set ABUT_CHROMIUM to its path), the tests in a browser are skipped");
  isNoticeGiven = true;
  return null;
}

export async function launchChromium(drawing: "software" | "none" = "software"): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium()!,
    // CI machines often run as root, where Chromium refuses to start with its sandbox. The pages are abut's own.
    args: ["--no-sandbox", ...(drawing === "software" ? SOFTWARE : ["--disable-gpu", "--disable-3d-apis"])],
  });
}

/** Lists what a page writes to the console and throws, as long as it is open. */
export function listComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    // A screenshot of a canvas that is drawn without a graphics card.
    if (!message.text().includes("GPU stall due to ReadPixels"))
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
