import { printable } from "./printable-text.ts";

const NAMED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text between tags. A carriage return would be read as a line feed, and the two in ]]> must not stand together. */
export function escapeXml(text: string): string {
  return printable(text).replace(/[&<>"\r]/g, reference);
}

/** The value of an attribute, where readers make a space of every tab and line feed as well. */
export function escapeAttribute(text: string): string {
  return escapeXml(text).replace(/[\t\n]/g, reference);
}

function reference(character: string): string {
  return NAMED[character] ?? `&#${character.charCodeAt(0)};`;
}
