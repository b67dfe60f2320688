import type { PageData } from "../../../src/reports/packed-scene.ts";
import { element } from "../dom.ts";
import { measure, unitOf } from "../format.ts";
import { kindIcon, VERBS } from "../kinds.ts";

export interface ClashList {
  root: HTMLElement;
  show(order: number[]): void;
  /** Marks the clash and brings it into sight. */
  select(clash: number | null): void;
}

/** As in the style sheet. */
const ROW_HEIGHT = 58;
/** Rows beyond the visible ones, so that scrolling shows no gaps. */
const SPARE = 8;

/** A list box that holds only the rows in sight, so that its length costs nothing. */
export function createClashList(data: PageData, onSelect: (clash: number) => void): ClashList {
  const tall = element("div", { class: "rows", role: "presentation" });
  const root = element(
    "div",
    { class: "list", role: "listbox", tabindex: 0, "aria-label": "Clashes", id: "list" },
    tall,
  );
  const empty = element("p", { class: "empty" }, "No clash matches the filter.");
  const rows = new Map<number, HTMLElement>();
  let order: number[] = [];
  let selected: number | null = null;

  function render(): void {
    const first = Math.max(0, Math.floor(root.scrollTop / ROW_HEIGHT) - SPARE);
    const last = Math.min(order.length, Math.ceil((root.scrollTop + root.clientHeight) / ROW_HEIGHT) + SPARE);
    const wanted = new Set(order.slice(first, last));
    for (const [clash, row] of rows) {
      if (wanted.has(clash)) continue;
      row.remove();
      rows.delete(clash);
    }
    for (let place = first; place < last; place++) {
      const clash = order[place];
      let row = rows.get(clash);
      if (row === undefined) {
        row = createRow(data, clash);
        row.addEventListener("click", () => onSelect(clash));
        rows.set(clash, row);
        tall.append(row);
      }
      row.style.transform = `translateY(${place * ROW_HEIGHT}px)`;
      row.setAttribute("aria-posinset", String(place + 1));
      row.setAttribute("aria-setsize", String(order.length));
      row.setAttribute("aria-selected", String(clash === selected));
    }
    if (selected !== null && rows.has(selected)) root.setAttribute("aria-activedescendant", rowId(selected));
    else root.removeAttribute("aria-activedescendant");
  }

  root.addEventListener("scroll", render, { passive: true });
  new ResizeObserver(render).observe(root);
  return {
    root,
    show(newOrder) {
      order = newOrder;
      tall.style.height = `${order.length * ROW_HEIGHT}px`;
      if (order.length === 0 && data.report.clashes.length > 0) root.append(empty);
      else empty.remove();
      render();
    },
    select(clash) {
      selected = clash;
      const place = clash === null ? -1 : order.indexOf(clash);
      if (place !== -1) {
        const top = place * ROW_HEIGHT;
        if (top < root.scrollTop) root.scrollTop = top;
        else if (top + ROW_HEIGHT > root.scrollTop + root.clientHeight)
          root.scrollTop = top + ROW_HEIGHT - root.clientHeight;
      }
      render();
    },
  };
}

function rowId(clash: number): string {
  return `clash-${clash}`;
}

function createRow({ report }: PageData, clash: number): HTMLElement {
  const found = report.clashes[clash];
  const { kind, a, b, change } = found;
  const nameA = report.parts[a].name;
  const nameB = report.parts[b].name;
  const value = measure(found, unitOf(report));
  const label = kind === "self" ? `${nameA} ${VERBS[kind]}` : `${nameA} ${VERBS[kind]} ${nameB}`;
  return element(
    "div",
    {
      class: "row",
      role: "option",
      id: rowId(clash),
      title: kind === "self" ? found.keyA : `${found.keyA}\n${found.keyB}`,
      "aria-label": [label, value, change].filter((part) => part != null).join(", "),
    },
    kindIcon(kind),
    element(
      "div",
      { class: "row-names" },
      element("span", { class: "row-name" }, nameA),
      element("span", { class: "row-name" }, kind === "self" ? "with itself" : nameB),
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
      ),
    ),
  );
}
