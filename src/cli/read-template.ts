import { readFile } from "node:fs/promises";
import { FormatError } from "../errors.ts";

/** The page without data, which `npm run build` puts next to the folder of the built command. */
export async function readTemplate(): Promise<string> {
  const template = new URL("../viewer/clash.html", import.meta.url);
  try {
    return await readFile(template, "utf8");
  } catch {
    throw new FormatError(`--format html: the page ${template.pathname} is missing; npm run build makes it`);
  }
}
