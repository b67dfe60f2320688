import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { validateXML } from "xmllint-wasm";

// The schemas of buildingSMART are not in the repository. ABUT_BCF_SCHEMAS, or ../shared/data/schemas/bcf, is a folder with
// v2.1/markup.xsd, v3.0/visinfo.xsd and so on.

export type Version = "2.1" | "3.0";

const usual = resolve("../shared/data/schemas/bcf");
/** The folder of the schemas; null where they are absent. */
export const SCHEMAS = process.env.ABUT_BCF_SCHEMAS ?? (existsSync(usual) ? usual : null);
if (SCHEMAS === null)
  console.warn(
    "NOTICE: no schemas of buildingSMART, BCF files are judged by test/reports/bcf/grammar.ts alone",
  );

/** By root element. */
const FILES: Record<string, string> = {
  Markup: "markup.xsd",
  VisualizationInfo: "visinfo.xsd",
  Version: "version.xsd",
  Extensions: "extensions.xsd",
};

/** What the schemas say against each document, in the order of the documents. */
export async function schemaErrors(documents: readonly string[], version: Version): Promise<string[][]> {
  const folder = join(SCHEMAS!, `v${version}`);
  const schemas = readdirSync(folder).map((fileName) => ({
    fileName,
    contents: readFileSync(join(folder, fileName), "utf8"),
  }));
  const found: string[][] = documents.map(() => []);
  for (const [root, xsd] of Object.entries(FILES)) {
    const xml = documents
      .map((contents, i) => ({ fileName: `${i}.xml`, contents }))
      .filter(({ contents }) => new RegExp(`^(<\\?.*\\?>)?\\s*<${root}\\b`).test(contents));
    if (xml.length === 0) continue;
    const schema = schemas.filter(({ fileName }) => fileName === xsd);
    if (schema.length === 0) throw new Error(`${folder}: no ${xsd}`);
    const preload = schemas.filter(({ fileName }) => fileName !== xsd);
    const { errors } = await validateXML({ xml, schema, preload });
    for (const { rawMessage } of errors) {
      const document = Number.parseInt(rawMessage, 10); // "5.xml:1: …", "5.xml fails to validate"
      if (Number.isNaN(document)) throw new Error(`${folder}: ${rawMessage}`);
      found[document].push(rawMessage);
    }
  }
  return found;
}
