import type { ColourName } from "./theme.ts";

/** What a chart compares: each in a colour of the theme. */
export interface Series {
  readonly name: string;
  readonly colour: ColourName;
}

/** A figure with a caption and a legend; what is drawn goes below them. */
export function createChart(
  parent: HTMLElement,
  kind: "bars" | "scatter",
  title: string,
  series: readonly Series[],
): HTMLElement {
  const figure = document.createElement("figure");
  figure.className = kind;
  const caption = document.createElement("figcaption");
  caption.textContent = title;
  const legend = document.createElement("p");
  legend.className = "legend";
  for (const { name, colour } of series) {
    const entry = document.createElement("span");
    entry.textContent = name;
    entry.style.setProperty("--swatch", `var(--${colour})`);
    legend.append(entry);
  }
  figure.append(caption, legend);
  parent.append(figure);
  return figure;
}
