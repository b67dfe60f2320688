import { CLASH_KINDS } from "../../../src/clash/clash.ts";
import { STATUS_NAMES, type StatusName } from "../../../src/reports/clash-status.ts";
import type { PageData } from "../../../src/reports/packed-scene.ts";
import { element } from "../dom.ts";
import { count, integer } from "../format.ts";
import { kindIcon } from "../kinds.ts";
import { type ListQuery, SORTS, type Sort, startsDescending } from "./list-order.ts";

export interface FilterBar {
  root: HTMLElement;
  input: HTMLInputElement;
  /** How many clashes are shown; stands under the list. */
  shown: HTMLElement;
  /** Shows what the query is and how many clashes it leaves. */
  update(shown: number): void;
}

export interface FilterEvents {
  /** The query has changed. */
  onChange(): void;
  onGrouped(isGrouped: boolean): void;
}

/** The text filter, the kinds, the order, and how many are shown. Changes `query` and calls `onChange`. */
export function createFilterBar(
  data: PageData,
  query: ListQuery,
  startsGrouped: boolean,
  events: FilterEvents,
): FilterBar {
  const { onChange } = events;
  const { clashes, parts, baseline, groups } = data.report;
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
  const numbers = new Map<string, number>();
  for (const { kind } of clashes) numbers.set(kind, (numbers.get(kind) ?? 0) + 1);
  const kinds = CLASH_KINDS.filter((kind) => numbers.has(kind)).map((kind) => {
    const button = element(
      "button",
      { type: "button", class: "chip", "data-kind": kind, title: `Only ${kind}; again for all` },
      kindIcon(kind),
      `${kind} `,
      element("span", { class: "chip-count" }, integer(numbers.get(kind)!)),
    );
    button.addEventListener("click", () => {
      query.kind = query.kind === kind ? null : kind;
      onChange();
    });
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
  const status = element(
    "select",
    { class: "chip", id: "status-filter", "aria-label": "Only clashes with this status" },
    element("option", { value: "" }, "any status"),
    ...STATUS_NAMES.filter((name) => name !== "resolved").map((name) => element("option", {}, name)),
  );
  status.addEventListener("change", () => {
    query.status = status.value === "" ? null : (status.value as StatusName);
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
  const grouped = element(
    "button",
    {
      type: "button",
      class: "sort",
      id: "grouped",
      "aria-pressed": String(startsGrouped),
      title: "Group by cause",
    },
    "groups",
  );
  grouped.addEventListener("click", () => {
    const isGrouped = grouped.getAttribute("aria-pressed") !== "true";
    press(grouped, isGrouped);
    events.onGrouped(isGrouped);
  });
  const hasGroups = groups.some((group) => group.count > 1);
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
      status,
      ofPart,
    ),
    element(
      "div",
      { class: "sorts" },
      element("div", { role: "group", "aria-label": "Sort by" }, ...sorts.map(({ button }) => button)),
      hasGroups ? grouped : null,
    ),
  );
  return {
    root,
    input,
    shown: shownCount,
    update(shown) {
      if (input.value !== query.text) input.value = query.text;
      for (const { kind, button } of kinds) press(button, kind === query.kind);
      press(onlyNew, query.onlyNew);
      status.value = query.status ?? "";
      status.classList.toggle("chosen", query.status !== null);
      ofPart.hidden = query.part === null;
      if (query.part !== null)
        ofPart.replaceChildren(
          element("span", {}, `part: ${parts[query.part].name} `),
          element("span", { class: "cross" }, "×"),
        );
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

/** A click on the current heading turns the order around. */
function turn(query: ListQuery, sort: Sort): void {
  query.descending = sort === query.sort ? !query.descending : startsDescending(sort);
  query.sort = sort;
}
