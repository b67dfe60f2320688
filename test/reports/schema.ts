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

/** The faults of a value by another schema of docs/; empty if it is valid. */
export function createValidator(schema: string): (value: unknown) => string[] {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
    JSON.parse(readText(`docs/${schema}`)),
  );
  return (value) =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
