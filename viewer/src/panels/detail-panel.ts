import { hasDepth } from "../../../src/clash/clash.ts";
import type { Bounds } from "../../../src/geometry/bounds.ts";
import type { ReportDepth } from "../../../src/reports/clash-report.ts";
import type { PageData } from "../../../src/reports/packed-scene.ts";
import { type Child, element } from "../dom.ts";
import { coordinate, integer, nameOfFile, precise, preciseLength, unitOf } from "../format.ts";
import { kindIcon, VERBS } from "../kinds.ts";
import { copyText } from "./copy-text.ts";

const DEPTH_WORDS: Record<ReportDepth["kind"], string> = {
  exact: "exactly",
  "upper-bound": "at most",
  "lower-bound": "at least",
};

export interface DetailPanel {
  root: HTMLElement;
  show(clash: number | null): void;
}

export function createDetailPanel(
  data: PageData,
  onPart: (part: number) => void,
  onClose: () => void,
): DetailPanel {
  const root = element("aside", { class: "detail", "aria-label": "The selected clash", hidden: true });
  return {
    root,
    show(clash) {
      root.hidden = clash === null;
      if (clash !== null) root.replaceChildren(...contents(data, clash, onPart, onClose));
      root.scrollTop = 0;
    },
  };
}

function contents(
  data: PageData,
  number: number,
  onPart: (part: number) => void,
  onClose: () => void,
): HTMLElement[] {
  const { report, scene } = data;
  const clash = report.clashes[number];
  const { kind, id, a, b } = clash;
  const head = element(
    "div",
    { class: "detail-head" },
    kindIcon(kind),
    element("h2", {}, kind),
    clash.change === undefined
      ? null
      : element("span", { class: `change change-${clash.change}` }, clash.change),
    element("button", { type: "button", class: "quiet close", "aria-label": "Close", click: onClose }, "×"),
  );
  const partOf = (part: number, side: string) => {
    const { name, key, input, triangles, closed, guid, type } = report.parts[part];
    const isBox = scene.meshOfPart[part] === -1;
    return element(
      "div",
      { class: `part part-${side}` },
      element(
        "button",
        {
          type: "button",
          class: "part-name",
          title: "Show all clashes of this part",
          click: () => onPart(part),
        },
        name,
      ),
      element("div", { class: "part-key" }, key),
      element(
        "div",
        { class: "part-facts" },
        [
          nameOfFile(report.inputs[input].file),
          type,
          guid,
          `${integer(triangles)} triangles`,
          closed ? "closed" : "open",
          isBox ? "shown as a box" : undefined,
        ]
          .filter((fact) => fact !== undefined)
          .join(" · "),
      ),
    );
  };
  const parts =
    kind === "self"
      ? [partOf(a, "a"), element("div", { class: "verb" }, VERBS[kind])]
      : [partOf(a, "a"), element("div", { class: "verb" }, VERBS[kind]), partOf(b, "b")];
  return [
    head,
    ...parts,
    element("dl", {}, ...numbers(data, number)),
    element(
      "div",
      { class: "detail-id" },
      element("code", { title: "The same in every report about these two parts" }, id),
      copyButton("Copy id", () => id),
      copyButton("Copy link", () => location.href),
    ),
  ];
}

function numbers({ report, scene }: PageData, number: number): HTMLElement[] {
  const clash = report.clashes[number];
  const curves = scene.curves[number];
  const unit = unitOf(report);
  const place = (values: number[]) => vector(values, decimalsFor(scene.box));
  const { kind, depth, distance, point, box, trianglePairs, curvesTruncated, exact } = clash;
  const rows: [string, Child][] = [];
  if (depth !== null) {
    rows.push(["depth", `${DEPTH_WORDS[depth.kind]} ${preciseLength(depth.depth, unit)}`]);
    if (depth.kind !== "exact" && depth.lowerBound > 0)
      rows.push(["depth is at least", preciseLength(depth.lowerBound, unit)]);
    rows.push(["direction, b to a", direction(depth.direction)]);
  } else if (hasDepth(kind)) rows.push(["depth", "not known"]);
  if (distance !== null) rows.push(["distance", preciseLength(distance.distance, unit)]);
  const nearest = depth ?? distance;
  rows.push(["at", place(point)]);
  if (nearest !== null)
    rows.push(["point of a", place(nearest.pointA)], ["point of b", place(nearest.pointB)]);
  rows.push([
    "extent",
    [3, 4, 5].map((k) => precise(Number((box[k] - box[k - 3]).toPrecision(5)))).join(" × ") + unit,
  ]);
  if (trianglePairs !== null) rows.push(["triangle pairs", integer(trianglePairs)]);
  const closed = curves.filter((points) => points < 0).length;
  rows.push([
    "contact curves",
    curves.length === 0
      ? "none"
      : `${integer(curves.length)}${curvesTruncated ? " and more" : ""}, ${integer(closed)} closed`,
  ]);
  rows.push(["kind decided", exact ? "exactly" : "with approximate steps"]);
  return rows.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);
}

/** A millionth of the scene's size is the last digit of a coordinate, wherever on earth the scene lies. */
function decimalsFor(box: Bounds): number {
  const size = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]) || 1;
  return Math.min(12, Math.max(0, Math.ceil(6 - Math.log10(size))));
}

function direction(values: number[]): HTMLElement {
  return vector(values, 5);
}

function vector(values: number[], decimals: number): HTMLElement {
  const texts = values.map((value) => coordinate(Number(value.toFixed(decimals)) + 0));
  return element("span", { class: "vector" }, ...texts.flatMap((text) => [element("span", {}, text), " "]));
}

function copyButton(label: string, text: () => string): HTMLElement {
  const button = element("button", { type: "button", class: "quiet" }, label);
  button.addEventListener("click", async () => {
    button.textContent = (await copyText(text())) ? "Copied" : "Not copied";
    setTimeout(() => (button.textContent = label), 1200);
  });
  return button;
}
