/** An element that is to be written: with elements inside, or with text. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  content: (XmlElement | null)[] | string;
}

/** Shorthand for an element; what is null in `content` is left out. */
export function element(
  name: string,
  content: XmlElement["content"] = [],
  attributes: Record<string, string> = {},
): XmlElement {
  return { name, attributes, content };
}

/** The document as UTF-8 text, one line an element. */
export function xmlDocument(root: XmlElement): string {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>'];
  addLines(root, "", lines);
  lines.push("");
  return lines.join("\n");
}

function addLines({ name, attributes, content }: XmlElement, indent: string, lines: string[]): void {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const start = `${indent}<${name}${pairs.join("")}`;
  if (typeof content === "string") {
    lines.push(`${start}>${escapeXml(content)}</${name}>`);
    return;
  }
  const children = content.filter((child) => child !== null);
  if (children.length === 0) {
    lines.push(`${start}/>`);
    return;
  }
  lines.push(`${start}>`);
  for (const child of children) addLines(child, `${indent}  `, lines);
  lines.push(`${indent}</${name}>`);
}

/** What XML 1.0 has no way to write, lone halves of surrogate pairs among it. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
/** A carriage return is escaped because readers make a line feed of it. */
const SPECIAL = /[&<>"\r]/g;
const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};

/** Text for XML, inside elements and attributes; forbidden characters become U+FFFD. */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, "\ufffd").replace(SPECIAL, (character) => ENTITIES[character]!);
}
