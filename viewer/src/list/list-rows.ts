import type { StatusName } from "../../../src/reports/clash-status.ts";
import type { PageData } from "../../../src/reports/packed-scene.ts";
import { element } from "../dom.ts";
import { integer, measure, unitOf } from "../format.ts";
import { kindIcon } from "../kinds.ts";
import type { PartNames } from "./part-names.ts";

export function createRow(
  { report }: PageData,
  names: PartNames,
  clash: number,
  status: StatusName,
): HTMLElement {
  const found = report.clashes[clash];
  const { kind, a, b, change } = found;
  const value = measure(found, unitOf(report));
  const nameOf = (part: number) => {
    const hint = names.hintOf(part);
    return element(
      "span",
      { class: "row-name" },
      report.parts[part].name,
      hint === "" ? null : element("small", {}, ` ${hint}`),
    );
  };
  const isDecided = status !== "new" && status !== "active";
  return element(
    "div",
    {
      class: isDecided ? "row row-decided" : "row",
      role: "treeitem",
      id: `clash-${clash}`,
      title: kind === "self" ? found.keyA : `${found.keyA}\n${found.keyB}`,
    },
    kindIcon(kind),
    element(
      "div",
      { class: "row-names" },
      nameOf(a),
      kind === "self" ? element("span", { class: "row-name" }, "with itself") : nameOf(b),
    ),
    element(
      "div",
      { class: "row-facts" },
      element("span", { class: "row-measure" }, value ?? "–"),
      element(
        "span",
        { class: "row-kind" },
        change === "new" ? element("b", { class: "new" }, "new") : null,
        change === "new" ? ` ${kind}` : kind,
        isDecided ? element("span", { class: `status status-${status}` }, status) : null,
      ),
    ),
  );
}

export function createHeading(
  { report }: PageData,
  group: number,
  members: readonly number[],
  isOpen: boolean,
): HTMLElement {
  const { name, count: all } = report.groups[group];
  const { kind } = report.clashes[members[0]];
  const shown = members.length === all ? integer(all) : `${integer(members.length)} of ${integer(all)}`;
  return element(
    "div",
    {
      class: "heading",
      role: "treeitem",
      id: `group-${group}`,
      title: name,
      "aria-level": 1,
      "aria-expanded": String(isOpen),
    },
    element("span", { class: "chevron", "aria-hidden": "true" }, "›"),
    kindIcon(kind),
    element("span", { class: "heading-name" }, name),
    element("span", { class: "heading-count" }, shown, element("span", { class: "unseen" }, " clashes")),
  );
}
