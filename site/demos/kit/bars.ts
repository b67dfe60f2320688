import { createChart, type Series } from "./chart.ts";

/** Bars side by side, a group for each name: elements of the page, so that they follow the theme and can be read aloud. */
export interface Bars {
  show(names: readonly string[], series: readonly ArrayLike<number>[]): void;
}

export function createBars(parent: HTMLElement, title: string, series: readonly Series[]): Bars {
  const plot = document.createElement("div");
  plot.className = "plot";
  plot.setAttribute("role", "img");
  createChart(parent, "bars", title, series).append(plot);
  let groups: HTMLElement[] = [];

  return {
    show(names, values) {
      if (groups.length !== names.length) {
        groups = names.map((name) => {
          const group = document.createElement("div");
          group.title = name;
          group.append(
            ...series.map(({ colour }) => {
              const bar = document.createElement("i");
              bar.style.background = `var(--${colour})`;
              return bar;
            }),
          );
          return group;
        });
        plot.replaceChildren(...groups);
      }
      // Square roots: rare exits stay visible beside frequent ones.
      const most = Math.max(1, ...values.flatMap((list) => Array.from(list)));
      groups.forEach((group, i) => {
        values.forEach((list, k) => {
          const share = Math.sqrt((list[i] ?? 0) / most);
          (group.children[k] as HTMLElement).style.height = `${(100 * share).toFixed(1)}%`;
        });
      });
      plot.setAttribute(
        "aria-label",
        names.map((name, i) => `${name}: ${values.map((list) => list[i] ?? 0).join(" and ")}`).join(", "),
      );
    },
  };
}
