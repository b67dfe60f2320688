import { describe, expect, it } from "vitest";
import { random } from "../../meshes.ts";
import { DOCUMENTS } from "./documents.ts";
import { BCF_21, BCF_30, breaches } from "./grammar.ts";
import { SCHEMAS, schemaErrors } from "./schemas.ts";

const VERSIONS = ["2.1", "3.0"] as const;
const GRAMMARS = { "2.1": BCF_21, "3.0": BCF_30 };

/** Without NaN, which libxml2 takes for a number within any bounds. */
const TEXTS = [
  "",
  " ",
  "a",
  "\t ",
  "\u00a0",
  ...["0", "-1", "+7", "2147483647", "2147483648", "1.5", "1e400", "Infinity", "INF", ".5", "5.", "0x10"],
  ...["170", "170.5", "179.9", "180", "0.5", " 12 ", "true", "True", "png", "PNG"],
  ...[
    "2026-11-16",
    "2026-11-16T09:30:00",
    "2026-11-16T09:30:00Z",
    "2026-02-29T09:30:00Z",
    "2024-02-29T00:00:00Z",
  ],
  ...[
    "2026-11-16T24:00:00Z",
    "2026-11-16T24:00:01Z",
    "2026-11-16T09:30:00+14:00",
    "2026-11-16T09:30:00+14:01",
  ],
  ...["0000-01-01T00:00:00Z", "2026-11-16T09:30:60Z", "2026-11-16T09:30:00.25-05:00", "2026-13-01T00:00:00Z"],
  ...["0123abcd-4567-89ef-8abc-0123456789ab", "0123ABCD-4567-89ef-8abc-0123456789ab", "0123abcd-4567"],
  ...["2O2Fr$t4X7Zf8NOew3FNr2", "2O2Fr,t4X7Zf8NOew3FNr2", "2O2Fr$t4X7Zf8NOew3FNr", "2O2Fr-t4X7Zf8NOew3FNr2"],
  ...["FF00AA", "ff00aa99", "FF00A", "FF00A,", "#FF00AA"],
];

/** The tags, texts and elements of a document without entities and comments. */
interface Element {
  name: string;
  attributes: [string, string][];
  content: (Element | string)[];
}

function parse(xml: string): Element {
  const root: Element = { name: "", attributes: [], content: [] };
  const open = [root];
  for (const [, close, name, attributes, empty, text] of xml.matchAll(/<(\/?)(\w+)([^>]*?)(\/?)>|([^<]+)/g)) {
    const parent = open[open.length - 1];
    if (text !== undefined) parent.content.push(text);
    else if (close === "/") open.pop();
    else {
      const pairs = [...attributes.matchAll(/(\w+)="([^"]*)"/g)].map((match): [string, string] => [
        match[1],
        match[2],
      ]);
      const element: Element = { name, attributes: pairs, content: [] };
      parent.content.push(element);
      if (empty === "") open.push(element);
    }
  }
  return root.content[0] as Element;
}

function write({ name, attributes, content }: Element): string {
  const pairs = attributes.map(([key, value]) => ` ${key}="${value}"`).join("");
  return `<${name}${pairs}>${content.map((item) => (typeof item === "string" ? item : write(item))).join("")}</${name}>`;
}

function elementsOf(element: Element): Element[] {
  return [element, ...element.content.flatMap((item) => (typeof item === "string" ? [] : elementsOf(item)))];
}

/** A document with one or two changes. */
function mutant(xml: string, names: string[], next: () => number): string {
  const pick = <T>(items: readonly T[]) => items[Math.floor(next() * items.length)];
  const root = parse(xml);
  for (let changes = next() < 0.8 ? 1 : 2; changes > 0; changes--) {
    const element = pick(elementsOf(root));
    const { attributes, content } = element;
    const place = Math.floor(next() * content.length);
    const changed = [
      () => content.splice(place, 1),
      () => content.splice(place, 0, ...content.slice(place, place + 1).map((item) => structuredClone(item))),
      () => content.reverse(),
      () => content.push(...content.splice(place, 1)),
      () => content.push({ name: pick(names), attributes: [], content: [] }),
      () => content.push(pick(TEXTS)),
      () => {
        if (element !== root) element.name = pick(names);
      },
      () => attributes.splice(Math.floor(next() * attributes.length), 1),
      () => {
        const name = pick(["Guid", "IfcGuid", "Color", "isExternal", "IsExternal", "TopicType", "Odd"]);
        if (!attributes.some(([key]) => key === name)) attributes.push([name, pick(TEXTS)]);
      },
      () => {
        if (attributes.length > 0) pick(attributes)[1] = pick(TEXTS);
      },
      () => {
        const leaves = elementsOf(root).filter((leaf) =>
          leaf.content.every((item) => typeof item === "string"),
        );
        pick(leaves).content = [pick(TEXTS)];
      },
    ];
    (next() < 0.4 ? changed[10] : pick(changed))();
  }
  return write(root);
}

function mutants(version: (typeof VERSIONS)[number], seed: number, count: number): string[] {
  const next = random(seed);
  const documents = DOCUMENTS[version];
  const names = [...new Set(documents.flatMap((xml) => elementsOf(parse(xml)).map(({ name }) => name)))];
  const weighted = documents.flatMap((xml) => Array<string>(xml.length > 200 ? 5 : 1).fill(xml));
  return Array.from({ length: count }, () =>
    mutant(weighted[Math.floor(next() * weighted.length)], names, next),
  );
}

describe.each(VERSIONS)("the grammar of BCF %s", (version) => {
  const grammar = GRAMMARS[version];

  it("accepts documents with every element", () => {
    for (const xml of DOCUMENTS[version]) expect(breaches(xml, grammar)).toEqual([]);
    const named = new Set(
      DOCUMENTS[version].flatMap((xml) => elementsOf(parse(xml)).map(({ name }) => name)),
    );
    for (const path of Object.keys(grammar.elements)) expect(named).toContain(path.replace(/^.*\//, ""));
  });

  it.each([
    ["a zone beyond 14 hours", /<CreationDate>.*?</, "<CreationDate>2026-11-16T09:30:00+14:01<"],
    ["the year 0", /<CreationDate>.*?</, "<CreationDate>0000-01-01T00:00:00Z<"],
    ["a number that overflowed", /<X>1</, "<X>Infinity<"],
    ["a field of view of 0", /<FieldOfView>60</, "<FieldOfView>0<"],
    ["a short guid", /Guid="0123abcd-/, 'Guid="'],
    ["a short IfcGuid", /IfcGuid="2/, 'IfcGuid="'],
    ["a colour with its #", /Color="FF/, 'Color="#FF'],
    ["a fraction as an index", /<Index>\d/, "<Index>0.5"],
    ["an unknown root", /^<(\w+)(.*)\1>$/, "<Else$2Else>"],
    ["a missing title", /<Title>t<\/Title>/, ""],
    ["text between elements", /<Title>/, "text<Title>"],
  ])("refuses %s", (_, pattern, replacement) => {
    const changed = DOCUMENTS[version].filter((xml) => pattern.test(xml));
    expect(changed.length).toBeGreaterThan(0);
    for (const xml of changed) expect(breaches(xml.replace(pattern, replacement), grammar)).not.toEqual([]);
  });

  it.skipIf(SCHEMAS === null)(
    "agrees with the schemas on 2,000 changed documents (seed 1997)",
    async () => {
      expect(await schemaErrors(DOCUMENTS[version], version)).toEqual(DOCUMENTS[version].map(() => []));
      const documents = mutants(version, 1997, 2000);
      const errors: string[][] = [];
      for (let i = 0; i < documents.length; i += 500)
        errors.push(...(await schemaErrors(documents.slice(i, i + 500), version)));
      const valid = errors.filter((list) => list.length === 0).length;
      expect(valid).toBeGreaterThan(200);
      expect(valid).toBeLessThan(1800);
      const differing = documents.flatMap((xml, i) => {
        const ours = breaches(xml, grammar);
        return (ours.length === 0) === (errors[i].length === 0)
          ? []
          : [{ document: i, ours, theirs: errors[i] }];
      });
      expect(differing.slice(0, 5)).toEqual([]);
    },
    120_000,
  );
});

describe("the grammar of BCF 3.0", () => {
  it("refuses blank names and guids with capitals", () => {
    const markup = DOCUMENTS["3.0"].find((xml) => xml.startsWith("<Markup"))!;
    const blank = markup.replace("<Filename>a.ifc<", "<Filename> <");
    expect(breaches(blank, BCF_30)).toEqual(['File/Filename: the text " "']);
    expect(breaches(markup.replace('Guid="0123abcd', 'Guid="0123ABCD'), BCF_30)).toHaveLength(1);
  });
});
