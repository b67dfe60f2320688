import { mkdirSync, writeFileSync } from "node:fs";

const WIDTH = 720;
const HEIGHT = 360;
const MARGIN = { left: 50, right: 16, top: 56, bottom: 40 };
const COLOURS = ["#2f6f9f", "#d98032", "#6a9a3b", "#8a5fa8", "#b8433c", "#7a7a7a"];

/** Writes a bar chart with one group of bars per label, one bar per series, to bench/results/; returns its path. */
export function writeBarChart(fileName, { title, xTitle, yTitle, labels, series }) {
  const top = niceCeiling(Math.max(...series.flatMap(({ values }) => values)));
  const plotWidth = WIDTH - MARGIN.left - MARGIN.right;
  const plotHeight = HEIGHT - MARGIN.top - MARGIN.bottom;
  const group = plotWidth / labels.length;
  const bar = (0.8 * group) / series.length;
  const y = (value) => MARGIN.top + plotHeight * (1 - value / top);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    text(WIDTH / 2, 20, title, 'text-anchor="middle" font-size="15"'),
    text(WIDTH / 2, HEIGHT - 8, xTitle, 'text-anchor="middle"'),
    text(16, 44, yTitle),
  ];
  for (let step = 0; step <= 5; step++) {
    const value = (top * step) / 5;
    parts.push(
      `<path d="M${MARGIN.left} ${round(y(value))}H${WIDTH - MARGIN.right}" stroke="#ddd"/>`,
      text(MARGIN.left - 6, y(value) + 4, String(round(value)), 'text-anchor="end"'),
    );
  }
  labels.forEach((label, i) => {
    const left = MARGIN.left + group * i;
    parts.push(text(left + group / 2, HEIGHT - MARGIN.bottom + 16, label, 'text-anchor="middle"'));
    series.forEach(({ values }, s) => {
      const x = left + 0.1 * group + bar * s;
      const height = y(0) - y(values[i]);
      parts.push(
        `<rect x="${round(x)}" y="${round(y(values[i]))}" width="${round(bar)}" height="${round(height)}" fill="${COLOURS[s]}"/>`,
      );
    });
  });
  series.forEach(({ name }, s) => {
    const x = MARGIN.left + 160 + 150 * s;
    parts.push(`<rect x="${x}" y="34" width="12" height="12" fill="${COLOURS[s]}"/>`, text(x + 18, 44, name));
  });
  parts.push("</svg>\n");
  return save(fileName, parts);
}

/**
 * Writes a chart of lines, a series being a name and [x, y] points, with a logarithmic y axis and an x axis that is
 * logarithmic too unless `xScale` is "linear"; returns its path.
 */
export function writeLineChart(fileName, { title, xTitle, yTitle, xScale = "log", series }) {
  const points = series.flatMap(({ points }) => points);
  const x = (xScale === "log" ? logScale : linearScale)(
    points.map(([x]) => x),
    MARGIN.left,
    WIDTH - MARGIN.right,
  );
  const y = logScale(
    points.map(([, y]) => y),
    HEIGHT - MARGIN.bottom,
    MARGIN.top,
  );
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    text(WIDTH / 2, 20, title, 'text-anchor="middle" font-size="15"'),
    text(WIDTH / 2, HEIGHT - 8, xTitle, 'text-anchor="middle"'),
    text(16, 44, yTitle),
  ];
  for (const tick of x.ticks)
    parts.push(
      `<path d="M${round(x.at(tick))} ${MARGIN.top}V${HEIGHT - MARGIN.bottom}" stroke="#ddd"/>`,
      text(x.at(tick), HEIGHT - MARGIN.bottom + 16, tick.toLocaleString("en-US"), 'text-anchor="middle"'),
    );
  for (const tick of y.ticks)
    parts.push(
      `<path d="M${MARGIN.left} ${round(y.at(tick))}H${WIDTH - MARGIN.right}" stroke="#ddd"/>`,
      text(MARGIN.left - 6, y.at(tick) + 4, short(tick), 'text-anchor="end"'),
    );
  series.forEach(({ name, points }, s) => {
    const line = points.map(([px, py]) => `${round(x.at(px))} ${round(y.at(py))}`).join("L");
    parts.push(`<path d="M${line}" fill="none" stroke="${COLOURS[s]}" stroke-width="2"/>`);
    for (const [px, py] of points)
      parts.push(`<circle cx="${round(x.at(px))}" cy="${round(y.at(py))}" r="3" fill="${COLOURS[s]}"/>`);
    const left = MARGIN.left + (series.length > 3 ? 36 + 101 * s : 80 + 200 * s);
    parts.push(
      `<rect x="${left}" y="34" width="12" height="12" fill="${COLOURS[s]}"/>`,
      text(left + 18, 44, name),
    );
  });
  parts.push("</svg>\n");
  return save(fileName, parts);
}

/** Powers of ten around the values, spread evenly from `start` to `end`. */
function logScale(values, start, end) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    at: (value) => start + ((end - start) * (Math.log10(value) - low)) / (high - low),
    ticks: Array.from({ length: high - low + 1 }, (_, k) => Number(`1e${low + k}`)),
  };
}

/** Tenths of the range of the values, which begins at 0, spread evenly from `start` to `end`. */
function linearScale(values, start, end) {
  const high = Math.max(...values);
  return {
    at: (value) => start + ((end - start) * value) / high,
    ticks: Array.from({ length: 11 }, (_, k) => Number(((high * k) / 10).toPrecision(3))),
  };
}

function save(fileName, parts) {
  const folder = new URL("results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(fileName, folder), parts.join("\n"));
  return `bench/results/${fileName}`;
}

function text(x, y, words, attributes = "") {
  const safe = words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text x="${round(x)}" y="${round(y)}" ${attributes}>${safe}</text>`;
}

/** A million is 1M: there is room for six characters left of the axis. */
function short(value) {
  return value < 1e5 ? String(value) : value.toLocaleString("en-US", { notation: "compact" });
}

function round(value) {
  return Math.round(100 * value) / 100;
}

/** The next 1, 2 or 5 times a power of ten. */
function niceCeiling(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * [1, 2, 5, 10].find((step) => step * power >= value);
}
