import { createChart, type Series } from "./chart.ts";
import { onThemeChange, readColours } from "./theme.ts";

/** Points (x, y) of several series from the origin, one y for an x: a small chart on a canvas. */
export interface Scatter {
  set(series: number, x: number, y: number): void;
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [300, 130, 34, 18];

export function createScatter(parent: HTMLElement, title: string, series: readonly Series[]): Scatter {
  const canvas = document.createElement("canvas");
  canvas.width = 2 * WIDTH;
  canvas.height = 2 * HEIGHT;
  canvas.setAttribute("role", "img");
  createChart(parent, "scatter", title, series).append(canvas);
  const values = series.map(() => new Map<number, number>());
  const pen = canvas.getContext("2d")!;
  pen.scale(2, 2);

  function draw(): void {
    const colours = readColours();
    const all = values.flatMap((list) => [...list]);
    const mostX = niceCeiling(Math.max(1, ...all.map(([x]) => x)));
    const mostY = niceCeiling(Math.max(0.1, ...all.map(([, y]) => y)));
    const atX = (x: number) => LEFT + (x / mostX) * (WIDTH - LEFT - 8);
    const atY = (y: number) => HEIGHT - BOTTOM - (y / mostY) * (HEIGHT - BOTTOM - 10);
    pen.clearRect(0, 0, WIDTH, HEIGHT);
    pen.strokeStyle = pen.fillStyle = colours.muted.getStyle();
    pen.font = "11px system-ui, sans-serif";
    pen.beginPath();
    pen.moveTo(LEFT, 8);
    pen.lineTo(LEFT, HEIGHT - BOTTOM);
    pen.lineTo(WIDTH - 6, HEIGHT - BOTTOM);
    pen.stroke();
    pen.textAlign = "right";
    pen.fillText(String(mostY), LEFT - 4, 14);
    pen.fillText(mostX.toLocaleString("en"), WIDTH - 6, HEIGHT - 4);
    pen.fillText("0", LEFT - 4, HEIGHT - BOTTOM + 4);
    series.forEach(({ colour }, k) => {
      pen.fillStyle = pen.strokeStyle = colours[colour].getStyle();
      const points = [...values[k]].sort(([p], [q]) => p - q);
      pen.beginPath();
      for (const [x, y] of points) pen.lineTo(atX(x), atY(y));
      pen.stroke();
      for (const [x, y] of points) {
        pen.beginPath();
        pen.arc(atX(x), atY(y), 3, 0, 7);
        pen.fill();
      }
    });
    const spoken = series.map(
      ({ name }, k) =>
        `${name}: ${[...values[k]].map(([x, y]) => `${x} in ${y.toFixed(2)}`).join(", ") || "no points yet"}`,
    );
    canvas.setAttribute("aria-label", spoken.join("; "));
  }
  draw();
  onThemeChange(draw);
  return {
    set(k, x, y) {
      if (!Number.isFinite(y)) return;
      values[k].set(x, y);
      draw();
    },
  };
}

/** 1, 2 or 5 times a power of ten. */
function niceCeiling(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  return power * ([1, 2, 5, 10].find((step) => step * power >= x * 0.999) ?? 10);
}
