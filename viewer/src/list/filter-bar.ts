import { CLASH_KINDS, type ClashKind } from "../../../src/clash/clash.ts";
import type { PageData } from "../../../src/reports/packed-scene.ts";
import { element } from "../dom.ts";
import { count, integer } from "../format.ts";
import { kindIcon } from "../kinds.ts";
import { type ListQuery, SORTS, type Sort, startsDescending } from "./list-order.ts";

export interface FilterBar {
  root: HTMLElement;
  input: HTMLInputElement;
  /** Shows what the query is and how many clashes it leaves. */
  update(shown: number): void;
}

/** The text filter, the kinds, the order, and how many are shown. Changes `query` and calls `onChange`. */
export function createFilterBar(data: PageData, query: ListQuery, onChange: () => void): FilterBar {
  const { clashes, parts, baseline } = data.report;
  const input = element("input", {
    type: "search",
    id: "filter",
    placeholder: "Filter by part, kind or id  ( / )",
    "aria-label": "Filter by part, kind or id",
    autocomplete: "off",
    spellcheck: "false",
    input: () => {
      query.text = input.value;
      onChange();
    },
  });
  const kinds = CLASH_KINDS.filter((kind) => clashes.some((clash) => clash.kind === kind)).map((kind) => {
    const number = clashes.filter((clash) => clash.kind === kind).length;
    const button = element(
      "button",
      { type: "button", class: "chip", "data-kind": kind, title: `Show or hide ${kind}` },
      kindIcon(kind),
      `${kind} `,
      element("span", { class: "chip-count" }, integer(number)),
    );
    button.addEventListener("click", () => toggle(query.without, kind, onChange));
    return { kind, button };
  });
  const onlyNew = element(
    "button",
    { type: "button", class: "chip only-new", title: "Only what the baseline lacks" },
    "only new",
  );
  onlyNew.addEventListener("click", () => {
    query.onlyNew = !query.onlyNew;
    onChange();
  });
  const ofPart = element("button", {
    type: "button",
    class: "chip part-chip",
    title: "Clashes of all parts",
  });
  ofPart.addEventListener("click", () => {
    query.part = null;
    onChange();
  });
  const sorts = SORTS.map((sort) => {
    const button = element("button", { type: "button", class: "sort", "data-sort": sort });
    button.addEventListener("click", () => {
      turn(query, sort);
      onChange();
    });
    return { sort, button };
  });
  const shownCount = element("span", { class: "shown", role: "status", id: "shown" });
  const root = element(
    "div",
    { class: "filter-bar" },
    input,
    element(
      "div",
      { class: "chips", role: "group", "aria-label": "Kinds" },
      ...(kinds.length > 1 ? kinds.map(({ button }) => button) : []),
      baseline === null ? null : onlyNew,
      ofPart,
    ),
    element(
      "div",
      { class: "sorts" },
      element("span", { class: "sorts-label" }, "Sort"),
      element("div", { role: "group", "aria-label": "Sort by" }, ...sorts.map(({ button }) => button)),
      shownCount,
    ),
  );
  return {
    root,
    input,
    update(shown) {
      if (input.value !== query.text) input.value = query.text;
      for (const { kind, button } of kinds) press(button, !query.without.has(kind));
      press(onlyNew, query.onlyNew);
      ofPart.hidden = query.part === null;
      if (query.part !== null)
        ofPart.replaceChildren(`part: ${parts[query.part].name} `, element("span", { class: "cross" }, "×"));
      for (const { sort, button } of sorts) {
        press(button, sort === query.sort);
        button.textContent = sort === query.sort ? `${sort} ${query.descending ? "↓" : "↑"}` : sort;
      }
      shownCount.textContent =
        shown === clashes.length ? count(shown, "clash") : `${integer(shown)} of ${integer(clashes.length)}`;
    },
  };
}

function press(button: HTMLButtonElement, isPressed: boolean): void {
  button.setAttribute("aria-pressed", String(isPressed));
}

function toggle(without: Set<ClashKind>, kind: ClashKind, onChange: () => void): void {
  if (!without.delete(kind)) without.add(kind);
  onChange();
}

/** The same heading again turns the order around. */
function turn(query: ListQuery, sort: Sort): void {
  query.descending = sort === query.sort ? !query.descending : startsDescending(sort);
  query.sort = sort;
}
