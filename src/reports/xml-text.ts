import { printable } from "./printable-text.ts";

const NAMED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text between tags. Parsers read a carriage return as a line feed, and ]]> is forbidden, so both are escaped. */
export function escapeXml(text: string): string {
  return printable(text).replace(/[&<>"\r]/g, reference);
}

/** The value of an attribute. Parsers turn tabs and line feeds there into spaces, so they are escaped, too. */
export function escapeAttribute(text: string): string {
  return escapeXml(text).replace(/[\t\n]/g, reference);
}

function reference(character: string): string {
  return NAMED[character] ?? `&#${character.charCodeAt(0)};`;
}
