import { printable } from "../../src/reports/printable-text.ts";

export type Child = Node | string | null;

/**
 * An element with properties and children. Strings become text, never markup, with invisible characters as their codes: names
 * of parts and files come from strangers.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Record<string, string | number | boolean | null | ((event: never) => void)> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === false) continue;
    if (typeof value === "function") made.addEventListener(name, value as EventListener);
    else made.setAttribute(name, value === true ? "" : printable(String(value)));
  }
  for (const child of children)
    if (child !== null) made.append(typeof child === "string" ? printable(child) : child);
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

export function svgElement(
  tag: string,
  attributes: Record<string, string | number>,
  ...children: Node[]
): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** Whether a key pressed there is text, or moves a control of its own. */
export function takesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}
