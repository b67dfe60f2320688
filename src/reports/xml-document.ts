import { escapeAttribute, escapeXml } from "./xml-text.ts";

/** An element to write, with child elements or with text. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  content: (XmlElement | null)[] | string;
}

/** Shorthand for an element. Null children are left out. */
export function element(
  name: string,
  content: XmlElement["content"] = [],
  attributes: Record<string, string> = {},
): XmlElement {
  return { name, attributes, content };
}

/** The document as UTF-8 text, one line per element. */
export function xmlDocument(root: XmlElement): string {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>'];
  addLines(root, "", lines);
  lines.push("");
  return lines.join("\n");
}

function addLines({ name, attributes, content }: XmlElement, indent: string, lines: string[]): void {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`);
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
