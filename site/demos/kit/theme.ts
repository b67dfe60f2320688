import { Color } from "three";

/** The colours of a view; style.css defines each of them for light and dark as a custom property. */
const NAMES = ["background", "text", "muted", "a", "b", "hit", "box", "old-box", "mark", "ground"] as const;
export type ColourName = (typeof NAMES)[number];
export type Colours = Record<ColourName, Color>;

export function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    NAMES.map((name) => [name, new Color(style.getPropertyValue(`--${name}`).trim())]),
  ) as Colours;
}

export function onThemeChange(listener: () => void): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", listener);
}
