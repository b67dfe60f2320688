import { hasDepth } from "../../../src/clash/clash.ts";
import type { Bounds } from "../../../src/geometry/bounds.ts";
import type { ReportDepth } from "../../../src/reports/clash-report.ts";
import type { Decision } from "../../../src/reports/clash-status.ts";
import type { PageData } from "../../../src/reports/packed-scene.ts";
import { type Child, element } from "../dom.ts";
import { coordinate, integer, nameOfFile, precise, preciseLength, unitOf } from "../format.ts";
import { kindIcon, VERBS } from "../kinds.ts";
import { createReviewEditor, type ReviewDesk } from "../review/review-editor.ts";
import type { ReviewStore } from "../review/review-store.ts";
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

export interface DetailEvents {
  onPart(part: number): void;
  onHide(part: number): void;
  onDecide(ids: string[], decision: Decision): void;
  onStep(by: number): void;
  /** Back to the list, where the panel is in its place. */
  onList(): void;
  onClose(): void;
}

export function createDetailPanel(
  data: PageData,
  reviews: ReviewStore,
  hidden: ReadonlySet<number>,
  desk: ReviewDesk,
  events: DetailEvents,
): DetailPanel {
  const root = element("aside", { class: "detail", "aria-label": "The selected clash", hidden: true });
  let shown: number | null = null;
  return {
    root,
    show(clash) {
      root.hidden = clash === null;
      const { activeElement } = document;
      const focused = activeElement !== null && root.contains(activeElement) ? activeElement.id : "";
      if (clash !== null) {
        const editor = createReviewEditor(data, reviews, desk, clash, events.onDecide);
        root.replaceChildren(...contents(data, clash, hidden, editor, events));
      }
      if (focused !== "") document.getElementById(focused)?.focus();
      if (clash !== shown) root.scrollTop = 0;
      shown = clash;
    },
  };
}

function contents(
  data: PageData,
  number: number,
  hidden: ReadonlySet<number>,
  editor: HTMLElement,
  { onPart, onHide, onStep, onList, onClose }: DetailEvents,
): HTMLElement[] {
  const { report, scene } = data;
  const clash = report.clashes[number];
  const { kind, id, a, b } = clash;
  const button = (label: string, text: string, click: () => void, name = "") =>
    element(
      "button",
      { type: "button", class: `quiet ${name}`, title: label, "aria-label": label, click },
      text,
    );
  const head = element(
    "div",
    { class: "detail-head" },
    button("Back to the list", "‹ List", onList, "to-list"),
    kindIcon(kind),
    element("h2", {}, kind),
    clash.change === undefined
      ? null
      : element("span", { class: `change change-${clash.change}` }, clash.change),
    element(
      "span",
      { class: "detail-buttons" },
      button("Previous clash (k)", "↑", () => onStep(-1)),
      button("Next clash (j)", "↓", () => onStep(1)),
      button("Close (Esc)", "×", onClose, "close"),
    ),
  );
  const partOf = (part: number, side: string) => {
    const { name, key, input, triangles, closed, guid, type, storey } = report.parts[part];
    const isHidden = hidden.has(part);
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
      element(
        "button",
        {
          type: "button",
          class: "quiet hide-part",
          id: `hide-${side}`,
          "aria-label": `${isHidden ? "Show" : "Hide"} ${name}`,
          click: () => onHide(part),
        },
        isHidden ? "show" : "hide",
      ),
      element("div", { class: "part-key" }, key),
      element(
        "div",
        { class: "part-facts" },
        [
          nameOfFile(report.inputs[input].file),
          type,
          storey,
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
    editor,
    element("dl", {}, ...numbers(data, number)),
    element(
      "div",
      { class: "detail-id" },
      element("code", { title: "Two parts have this id in every report" }, id),
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
