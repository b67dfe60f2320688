import type { ReportDepth } from "../../../src/reports/clash-report.ts";
import type { PageClash, PageData } from "../../../src/reports/packed-scene.ts";
import { type Child, element } from "../dom.ts";
import { integer, precise, preciseLength } from "../format.ts";
import { kindIcon, VERBS } from "../kinds.ts";
import { copyText } from "./copy-text.ts";

const DEPTH_WORDS: Record<ReportDepth["kind"], string> = {
  exact: "exactly",
  "upper-bound": "at most",
  "lower-bound": "at least",
  estimate: "about",
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
  { report, scene }: PageData,
  number: number,
  onPart: (part: number) => void,
  onClose: () => void,
): HTMLElement[] {
  const clash = report.clashes[number]!;
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
    const { name, key, input, triangles, closed, guid, type } = report.parts[part]!;
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
          report.inputs[input]?.file,
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
    element("dl", {}, ...numbers(clash, scene.curves[number]!, report.unit.name)),
    element(
      "div",
      { class: "detail-id" },
      element("code", { title: "The same in every report about these two parts" }, id),
      copyButton("Copy id", () => id),
      copyButton("Copy link", () => location.href),
    ),
  ];
}

function numbers(clash: PageClash, curves: number[], unit: string): HTMLElement[] {
  const { depth, distance, point, box, trianglePairs, curvesTruncated, exact } = clash;
  const rows: [string, Child][] = [];
  if (depth !== null) {
    rows.push(["depth", `${DEPTH_WORDS[depth.kind]} ${preciseLength(depth.depth, unit)}`]);
    if (depth.kind !== "exact" && depth.lowerBound > 0)
      rows.push(["depth is at least", preciseLength(depth.lowerBound, unit)]);
    rows.push(["b gets out along", vector(depth.direction)]);
  } else if (distance === null) rows.push(["depth", "not known"]);
  if (distance !== null) rows.push(["distance", preciseLength(distance.distance, unit)]);
  const nearest = depth ?? distance;
  rows.push(["at", vector(point)]);
  if (nearest !== null)
    rows.push(["point of a", vector(nearest.pointA)], ["point of b", vector(nearest.pointB)]);
  rows.push(["extent", [3, 4, 5].map((k) => precise(box[k]! - box[k - 3]!)).join(" × ") + ` ${unit}`]);
  rows.push(["triangle pairs", integer(trianglePairs)]);
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

function vector(values: number[]): HTMLElement {
  const rounded = values.map((value) => precise(Number(value.toPrecision(6))));
  return element("span", { class: "vector" }, ...rounded.flatMap((text) => [element("span", {}, text), " "]));
}

function copyButton(label: string, text: () => string): HTMLElement {
  const button = element("button", { type: "button", class: "quiet" }, label);
  button.addEventListener("click", async () => {
    button.textContent = (await copyText(text())) ? "Copied" : "Not copied";
    setTimeout(() => (button.textContent = label), 1200);
  });
  return button;
}
