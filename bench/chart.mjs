import { mkdirSync, writeFileSync } from "node:fs";

// Charts as SVG files. Colours follow the reader's light or dark mode. Margins follow the longest labels, so that none is cut off.

const WIDTH = 720;
const PLOT_HEIGHT = 264;
const RIGHT = 18;
const LINE = 20;
/** A 12 px sans-serif character is at most about this wide, on average. */
const CHARACTER = 6.7;
/** Two shades each: on white and on black. */
const COLOURS = [
  ["#2f6f9f", "#6cb2e6"],
  ["#d98032", "#f0a060"],
  ["#5c8a2f", "#93c763"],
  ["#8a5fa8", "#c39be0"],
  ["#b8433c", "#f0837c"],
  ["#6f6f6f", "#b0b0b0"],
  ["#1f8a84", "#63cfc8"],
  ["#8a6a1f", "#d2b25e"],
];

/**
 * Writes a bar chart with one group of bars per label, one bar per series; returns its path. A value of null has no bar. Bars begin at
 * `from`, by default at the lowest tick: 0, or with `yScale: "log"` one below the smallest value. Ratios have `from: 1`.
 */
export function writeBarChart(
  fileName,
  { title, xTitle = "", yTitle, labels, series, yScale = "linear", from, folder },
) {
  const values = series.flatMap(({ values }) => values).filter((value) => value !== null);
  const frame = layOut({ title, xTitle, yTitle, names: series.map(({ name }) => name) });
  const y = (yScale === "log" ? logScale : linearScale)(values, frame.bottom, frame.top);
  const parts = open(frame, y, { title, xTitle, yTitle });
  const left = frame.left(y);
  const base = y.at(from ?? y.low);
  const group = (WIDTH - RIGHT - left) / labels.length;
  const bar = (0.84 * group) / series.length;
  labels.forEach((label, i) => {
    const start = left + group * i;
    const lines = wrap(label, group);
    lines.forEach((line, k) => {
      parts.push(text(start + group / 2, frame.bottom + 17 + 14 * k, line, 'text-anchor="middle"'));
    });
    series.forEach(({ values }, s) => {
      if (values[i] === null) return;
      const end = y.at(Math.max(values[i], y.low));
      const x = start + 0.08 * group + bar * s;
      const height = Math.max(1, Math.abs(base - end));
      parts.push(
        `<rect x="${round(x)}" y="${round(end < base ? base - height : base)}" width="${round(0.94 * bar)}" height="${round(height)}" class="f${s}"/>`,
      );
    });
  });
  if (from !== undefined) parts.push(`<path d="M${left} ${round(base)}H${WIDTH - RIGHT}" class="axis"/>`);
  parts.push(...legend(frame, series, left));
  parts.push("</svg>\n");
  return save(fileName, folder, parts);
}

/**
 * Writes a chart of lines, a series being { name, points: [x, y][], dashed?, like? }, with a logarithmic y axis unless `yScale` is "linear",
 * and an x axis that is logarithmic too unless `xScale` is "linear"; returns its path. A dashed series is one that was published; `like`
 * names the series whose colour it takes. A series with a `level` instead of points is a line across the chart at that y.
 */
export function writeLineChart(
  fileName,
  { title, xTitle, yTitle, xScale = "log", yScale = "log", series, folder },
) {
  const points = series.flatMap(({ points = [] }) => points);
  const levels = series.flatMap(({ level = [] }) => level);
  const frame = layOut({ title, xTitle, yTitle, names: series.map(({ name }) => name) });
  const y = (yScale === "log" ? logScale : linearScale)(
    [...points.map(([, value]) => value), ...levels],
    frame.bottom,
    frame.top,
  );
  const left = frame.left(y);
  const x = (xScale === "log" ? logScale : linearScale)(
    points.map(([value]) => value),
    left + 8,
    WIDTH - RIGHT - 14,
  );
  const parts = open(frame, y, { title, xTitle, yTitle });
  for (const tick of x.ticks)
    parts.push(
      `<path d="M${round(x.at(tick))} ${frame.top}V${frame.bottom}" class="grid"/>`,
      text(x.at(tick), frame.bottom + 17, tick.toLocaleString("en-US"), 'text-anchor="middle"'),
    );
  const colours = coloursOf(series);
  series.forEach(({ points = [], level, dashed }, s) => {
    const line =
      level === undefined
        ? points.map(([px, py]) => `${round(x.at(px))} ${round(y.at(py))}`).join("L")
        : `${left} ${round(y.at(level))}H${WIDTH - RIGHT}`;
    const dashes = dashed ? ' stroke-dasharray="6 4"' : "";
    parts.push(`<path d="M${line}" fill="none" class="s${colours[s]}" stroke-width="2"${dashes}/>`);
    for (const [px, py] of points)
      parts.push(`<circle cx="${round(x.at(px))}" cy="${round(y.at(py))}" r="3" class="f${colours[s]}"/>`);
  });
  parts.push(...legend(frame, series, left));
  parts.push("</svg>\n");
  return save(fileName, folder, parts);
}

/** Where everything stands: title, the y axis's title, rows of the legend, plot, labels, the x axis's title. */
function layOut({ xTitle, names }) {
  const rows = legendRows(names);
  const top = 30 + LINE + LINE * rows.length + 8;
  const bottom = top + PLOT_HEIGHT;
  const height = bottom + 34 + (xTitle === "" ? 0 : LINE) + 8;
  const left = (y) => 16 + Math.ceil(CHARACTER * Math.max(...shortTicks(y).map((tick) => tick.length)));
  return { rows, top, bottom, height, left };
}

/** Names of series, as many in a row as there is room for. */
function legendRows(names) {
  const rows = [[]];
  let used = 0;
  names.forEach((name, s) => {
    const width = 18 + CHARACTER * name.length + 16;
    if (used + width > WIDTH - 76 && rows.at(-1).length > 0) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1).push({ s, name, x: used });
    used += width;
  });
  return rows;
}

/** The number of each series' colour: its own, or that of the series it is like. */
function coloursOf(series) {
  return series.map(({ like }, s) =>
    like === undefined ? s : series.findIndex(({ name }) => name === like),
  );
}

function legend({ rows }, series, left) {
  const colours = coloursOf(series);
  return rows.flatMap((row, r) =>
    row.flatMap(({ s, name, x }) => {
      const y = 30 + LINE + LINE * r;
      const mark = series[s].dashed
        ? `<path d="M${round(left + x)} ${y + 8}h12" class="s${colours[s]}" stroke-width="2" stroke-dasharray="4 3"/>`
        : `<rect x="${round(left + x)}" y="${y + 2}" width="12" height="12" class="f${colours[s]}"/>`;
      return [mark, text(left + x + 18, y + 12, name)];
    }),
  );
}

/** The file's head, its title, and the y axis. */
function open(frame, y, { title, xTitle, yTitle }) {
  const { top, bottom, height } = frame;
  const left = frame.left(y);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${round(height)}" width="${WIDTH}" height="${round(height)}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    styles(),
    `<rect width="${WIDTH}" height="${round(height)}" class="paper"/>`,
    text(WIDTH / 2, 20, title, 'text-anchor="middle" font-size="15"'),
    text(8, 42, yTitle),
  ];
  if (xTitle !== "")
    parts.push(text((left + WIDTH - RIGHT) / 2, height - 10, xTitle, 'text-anchor="middle"'));
  const labels = shortTicks(y);
  y.ticks.forEach((tick, k) => {
    parts.push(
      `<path d="M${left} ${round(y.at(tick))}H${WIDTH - RIGHT}" class="grid"/>`,
      text(left - 6, y.at(tick) + 4, labels[k], 'text-anchor="end"'),
    );
  });
  parts.push(`<path d="M${left} ${top}V${bottom}H${WIDTH - RIGHT}" class="axis"/>`);
  return parts;
}

function styles() {
  const shade = (k) => COLOURS.map((pair, s) => `.f${s}{fill:${pair[k]}}.s${s}{stroke:${pair[k]}}`).join("");
  return `<style>text{fill:#222}.paper{fill:#fff}.grid{stroke:#e2e2e2;fill:none}.axis{stroke:#888;fill:none}${shade(0)}@media(prefers-color-scheme:dark){text{fill:#ddd}.paper{fill:#0d1117}.grid{stroke:#2b3138}.axis{stroke:#7d8590}${shade(1)}}</style>`;
}

/** At most two lines of a label, by words. */
function wrap(label, width) {
  if (CHARACTER * label.length <= width) return [label];
  const words = label.split(" ");
  let best = [label];
  let least = Infinity;
  for (let k = 1; k < words.length; k++) {
    const lines = [words.slice(0, k).join(" "), words.slice(k).join(" ")];
    const longest = Math.max(lines[0].length, lines[1].length);
    if (longest < least) [best, least] = [lines, longest];
  }
  return best;
}

/**
 * From one, two or five times a power of ten to another, spread evenly from `start` to `end`; ticks at all of these, or, over more than two
 * powers of ten, at powers of ten.
 */
function logScale(values, start, end) {
  const least = Math.min(...values.filter((value) => value > 0));
  const most = Math.max(...values, least);
  const steps = [];
  for (let k = Math.floor(Math.log10(least)); steps.at(-1) === undefined || steps.at(-1) < most; k++)
    steps.push(Number(`1e${k}`), Number(`2e${k}`), Number(`5e${k}`), Number(`1e${k + 1}`));
  const all = [...new Set(steps)];
  const low = all.findLast((step) => step <= least);
  const high = all.find((step) => step >= most && step > low);
  const isWide = high / low > 100;
  return {
    low,
    at: (value) =>
      start + ((end - start) * Math.log10(Math.max(value, least / 10) / low)) / Math.log10(high / low),
    ticks: all.filter((step) => step >= low && step <= high && (!isWide || isPowerOfTen(step))),
  };
}

function isPowerOfTen(value) {
  return Number.isInteger(Math.round(1e9 * Math.log10(value)) / 1e9);
}

/** From 0 to a round number, in four to six steps, spread evenly from `start` to `end`. */
function linearScale(values, start, end) {
  const most = Math.max(...values);
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [0.2, 0.25, 0.5, 1, 2].find((size) => Math.ceil(most / (size * power)) <= 6) * power;
  const count = Math.ceil(most / step - 1e-9);
  return {
    low: 0,
    at: (value) => start + ((end - start) * value) / (count * step),
    ticks: Array.from({ length: count + 1 }, (_, k) => Number((step * k).toPrecision(6))),
  };
}

function save(fileName, folder = new URL("results/", import.meta.url), parts) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(fileName, folder), parts.join("\n"));
  return `${folder.pathname.endsWith("/docs/papers/images/") ? "docs/papers/images" : "bench/results"}/${fileName}`;
}

function text(x, y, words, attributes = "") {
  return `<text x="${round(x)}" y="${round(y)}" ${attributes}>${escaped(words)}</text>`;
}

function escaped(words) {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** The labels of an axis, in one notation: if one of them is long, 1K and 1M, to keep the margin narrow. */
function shortTicks({ ticks }) {
  const notation = ticks.at(-1) < 1e5 ? "standard" : "compact";
  return ticks.map((tick) => tick.toLocaleString("en-US", { notation, maximumFractionDigits: 9 }));
}

function round(value) {
  return Math.round(100 * value) / 100;
}
