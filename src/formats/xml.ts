import { FormatError, OptionError } from "../errors.ts";
import { MAX_COORDINATE } from "../mesh/triangle-mesh.ts";
import { isArrayOf } from "../typed-arrays.ts";
import { type Budget, checkDepth, checkSource, limitOf, spendFile } from "./budget.ts";

// The part of XML that robots and Collada need: elements, attributes, text. fast-xml-parser reads it; entities and depth
// are handled here, so that no file can define its own entities and expand without limit.

export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text between the tags, without that of children. */
  readonly text: string;
}

/** Far beyond any robot; a text of this size still parses within a minute. V8 has no strings above 2^29. */
const LONGEST_TEXT = 2 ** 26;
const LONGEST_REASON = 200;
const ATTRIBUTE = "@";
const TEXT = "#text";
const CDATA = "#cdata";
const GROUP = ":@";
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

type Parsed = Record<string, Parsed[] | Record<string, string> | string>;

/** The root element of a document. Throws `FormatError` with file and line, also for entities other than XML's own five. */
export async function parseXml(
  document: string | Uint8Array,
  source: string,
  budget: Budget,
): Promise<XmlElement> {
  checkSource(source);
  const text = typeof document === "string" ? document : decodeBytes(document, source);
  if (text.length > LONGEST_TEXT)
    throw new FormatError(`${source}: ${text.length} characters of XML, more than ${LONGEST_TEXT}`);
  spendFile(budget, typeof document === "string" ? text.length : document.length, source);
  const { XMLParser, XMLValidator } = await import("fast-xml-parser"); // on demand: most files are not XML
  const validity = XMLValidator.validate(text);
  if (validity !== true) {
    const { line, msg } = validity.err;
    throw new FormatError(`${source}, line ${line}: ${shorten(msg)}`);
  }
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: ATTRIBUTE,
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    cdataPropName: CDATA, // apart from other text: "&" is no entity there
    ignoreDeclaration: true,
    ignorePiTags: true,
    maxNestedTags: limitOf(budget, "depth") + 1, // one more than ours, so that our error comes first
  });
  let roots: XmlElement[];
  try {
    roots = elementsOf(parser.parse(text) as Parsed[], source, budget, 1);
  } catch (error) {
    if (error instanceof FormatError) throw error;
    throw new FormatError(`${source}: ${shorten((error as Error).message)}`);
  }
  if (roots.length !== 1)
    throw new FormatError(`${source}: expected one root element, got ${roots.length || "none"}`);
  return roots[0];
}

function decodeBytes(bytes: Uint8Array, source: string): string {
  if (!isArrayOf(bytes, "Uint8Array"))
    throw new OptionError(`${source}: expected text or bytes, got ${bytes === null ? "null" : typeof bytes}`);
  const isUtf16 = bytes.length > 1 && bytes[0] + bytes[1] === 0xfe + 0xff;
  if (isUtf16) throw new FormatError(`${source}: UTF-16 is not read, save it as UTF-8`);
  return new TextDecoder().decode(bytes);
}

function shorten(reason: string): string {
  return reason.length > LONGEST_REASON ? `${reason.slice(0, LONGEST_REASON)} …` : reason;
}

/** Recursion is bounded by the depth limit, which the parser enforces as well. */
function elementsOf(nodes: readonly Parsed[], source: string, budget: Budget, depth: number): XmlElement[] {
  const elements: XmlElement[] = [];
  for (const node of nodes) {
    const name = Object.keys(node).find((key) => key !== GROUP && key !== TEXT && key !== CDATA);
    if (name === undefined) continue;
    checkDepth(budget, depth, `${source}, <${name}>`);
    const content = node[name] as Parsed[];
    const attributes = new Map<string, string>();
    for (const [key, value] of Object.entries((node[GROUP] as Record<string, string>) ?? {}))
      attributes.set(key.slice(ATTRIBUTE.length), decodeEntities(value, source));
    elements.push({
      name,
      attributes,
      children: elementsOf(content, source, budget, depth + 1),
      text: content.map((child) => textOf(child, source)).join(""),
    });
  }
  return elements;
}

/** The text of a node that is no element. */
function textOf(node: Parsed, source: string): string {
  if (node[CDATA] !== undefined) return ((node[CDATA] as Parsed[])[0]?.[TEXT] as string) ?? "";
  return decodeEntities((node[TEXT] as string) ?? "", source);
}

function decodeEntities(text: string, source: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&([^;&\s]{0,40};?)/g, (whole, inner: string) => {
    const name = inner.slice(0, -1);
    if (inner.endsWith(";")) {
      if (Object.hasOwn(ENTITIES, name)) return ENTITIES[name];
      const code = /^#x[\da-f]{1,6}$/i.test(name)
        ? Number.parseInt(name.slice(2), 16)
        : /^#\d{1,7}$/.test(name)
          ? Number(name.slice(1))
          : Number.NaN;
      if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
    }
    throw new FormatError(`${source}: entity "${whole}" is not one of XML's own, and no others are expanded`);
  });
}

/** The children of that name. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** The first child of that name, if any. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/** A required, nonempty attribute; `where` begins the error message. */
export function attributeOf(element: XmlElement, name: string, where: string): string {
  const value = element.attributes.get(name);
  if (value === undefined || value === "")
    throw new FormatError(`${where}: <${element.name}> has no ${name}`);
  return value;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Exactly `count` finite numbers of an attribute, or the fallback if it is absent; without a fallback it is required. */
export function numbersOf(
  element: XmlElement,
  name: string,
  count: number,
  where: string,
  fallback?: readonly number[],
): readonly number[] {
  if (!element.attributes.has(name) && fallback !== undefined) return fallback;
  const text = attributeOf(element, name, where);
  const words = text.trim().split(/\s+/);
  if (words.length !== count)
    throw new FormatError(
      `${where}: ${name} of <${element.name}> needs ${count} numbers, got "${shorten(text)}"`,
    );
  return words.map((word) => {
    const value = NUMBER.test(word) ? Number(word) : Number.NaN;
    if (Number.isFinite(value)) return value;
    const hint = text.includes("${") ? ", which xacro would have to expand first" : "";
    throw new FormatError(
      `${where}: ${name} of <${element.name}> has "${shorten(word)}", not a finite number${hint}`,
    );
  });
}

/** `numbersOf` for lengths and angles, within ±2^100: beyond, lengths are no coordinates, and sines are not computed. */
export function boundedNumbersOf(
  ...[element, name, count, where, fallback]: Parameters<typeof numbersOf>
): readonly number[] {
  const values = numbersOf(element, name, count, where, fallback);
  if (values.every((value) => Math.abs(value) <= MAX_COORDINATE)) return values;
  throw new FormatError(`${where}: ${name} ${values.join(" ")} of <${element.name}> is not within ±2^100`);
}
