import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";

const ROOT = resolve(import.meta.dirname, "../..");

export function readText(path: string): string {
  return readFileSync(resolve(ROOT, path), "utf8");
}

/** Whether a value is valid for docs/clash-report.schema.json. */
export const fitsSchema = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: false }).compile(
  JSON.parse(readText("docs/clash-report.schema.json")),
);
