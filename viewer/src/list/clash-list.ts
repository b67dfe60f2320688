import type { StatusName } from "../../../src/reports/clash-status.ts";
import type { PageData } from "../../../src/reports/packed-scene.ts";
import { element } from "../dom.ts";
import {
  entryAt,
  groupOfEntry,
  groupsOfClashes,
  headingEntry,
  type ListEntries,
  layOutEntries,
} from "./list-entries.ts";
import { createHeading, createRow } from "./list-rows.ts";
import type { PartNames } from "./part-names.ts";

export interface ClashList {
  root: HTMLElement;
  show(order: number[]): void;
  /** Marks the clash, opens its group and brings it into sight. */
  select(clash: number | null): void;
  /** The clash that lies so many places further, headings not counted; null in an empty list. */
  neighbour(by: number): number | null;
  /** Moves over headings and clashes of open groups; a clash under the cursor is selected. */
  moveCursor(by: number): void;
  /** Opens or closes the group at the cursor. False if there is no group to open or close. */
  setOpen(isOpen: boolean): boolean;
  /** Opens or closes the heading at the cursor. False if a clash is there. */
  toggleAtCursor(): boolean;
  openAll(): void;
  setGrouped(isGrouped: boolean): void;
  /** Rows are made anew: their status has changed. */
  refresh(): void;
  includes(clash: number): boolean;
  state(): ListState;
}

/** How the list was left, in ids. */
export interface ListState {
  isGrouped: boolean;
  /** For each group whether it is open. */
  isOpen: ReadonlyMap<string, boolean>;
  scrollTop: number;
}

/** Entries beyond the visible ones, so that scrolling shows no gaps. */
const SPARE = 8;
/** Longer lists open with the worst group open and the others closed. */
const FEW = 60;

/** A tree that holds only the entries in sight, so that its length costs nothing. `before`: as an earlier list was left. */
export function createClashList(
  data: PageData,
  names: PartNames,
  statusOf: (clash: number) => StatusName,
  onSelect: (clash: number) => void,
  before: ListState | null,
): ClashList {
  const tall = element("div", { class: "rows", role: "presentation" });
  const root = element(
    "div",
    { class: "list", role: "tree", tabindex: 0, "aria-label": "Clashes", id: "list" },
    tall,
  );
  const empty = element("p", { class: "empty" }, "No clash matches the filter.");
  const groupOf = groupsOfClashes(data.report);
  const closed = new Set<number>();
  const isLong = data.report.clashes.length > FEW;
  data.report.groups.forEach(({ id }, group) => {
    if (!(before?.isOpen.get(id) ?? (!isLong || group === groupOf[0]))) closed.add(group);
  });
  const made = new Map<number, HTMLElement>();
  let isGrouped = before?.isGrouped ?? true;
  let order: number[] = [];
  let laidOut: ListEntries = layOutEntries([], null, closed);
  let selected: number | null = null;
  let cursor: number | null = null;
  /** Where each clash is in `sequence`; made when first asked for. */
  let places: Int32Array | null = null;

  function render(): void {
    const { entries, tops, ranks, topCount, members } = laidOut;
    const isEmpty = entries.length === 0;
    const first = isEmpty ? 0 : Math.max(0, entryAt(tops, root.scrollTop) - SPARE);
    const last = isEmpty
      ? 0
      : Math.min(entries.length, entryAt(tops, root.scrollTop + root.clientHeight) + 1 + SPARE);
    const wanted = new Set(entries.slice(first, last));
    for (const [entry, row] of made) {
      if (wanted.has(entry)) continue;
      row.remove();
      made.delete(entry);
    }
    for (let place = first; place < last; place++) {
      const entry = entries[place];
      let row = made.get(entry);
      if (row === undefined) {
        row = create(entry);
        made.set(entry, row);
        tall.append(row);
      }
      const group = entry < 0 || !isGrouped ? -1 : groupOf[entry];
      row.style.transform = `translateY(${tops[place]}px)`;
      row.dataset.place = String(place);
      row.setAttribute("aria-level", group === -1 ? "1" : "2");
      row.setAttribute("aria-posinset", String(ranks[place]));
      row.setAttribute("aria-setsize", String(group === -1 ? topCount : members.get(group)!.length));
      row.setAttribute("aria-selected", String(entry === selected));
      row.classList.toggle("cursor", entry === cursor && entry < 0);
    }
    const row = cursor === null ? undefined : made.get(cursor);
    if (row !== undefined) root.setAttribute("aria-activedescendant", row.id);
    else root.removeAttribute("aria-activedescendant");
  }

  function create(entry: number): HTMLElement {
    if (entry >= 0) {
      const row = createRow(data, names, entry, statusOf(entry));
      row.addEventListener("click", () => onSelect(entry));
      return row;
    }
    const group = groupOfEntry(entry);
    const heading = createHeading(data, group, laidOut.members.get(group)!, !closed.has(group));
    heading.addEventListener("click", () => {
      cursor = entry;
      toggle(group);
    });
    return heading;
  }

  function clear(): void {
    for (const row of made.values()) row.remove();
    made.clear();
  }

  function layOut(): void {
    laidOut = layOutEntries(order, isGrouped ? groupOf : null, closed);
    places = null;
    clear();
    tall.style.height = `${laidOut.tops[laidOut.entries.length]}px`;
    if (order.length === 0 && data.report.clashes.length > 0) root.append(empty);
    else empty.remove();
    render();
  }

  function toggle(group: number): void {
    if (!closed.delete(group)) closed.add(group);
    layOut();
    show(headingEntry(group));
  }

  /** Brings an entry into sight. */
  function show(entry: number): void {
    const place = laidOut.entries.indexOf(entry);
    if (place === -1) return;
    const [top, bottom] = [laidOut.tops[place], laidOut.tops[place + 1]];
    if (top < root.scrollTop) root.scrollTop = top;
    else if (bottom > root.scrollTop + root.clientHeight) root.scrollTop = bottom - root.clientHeight;
    render();
  }

  function placeOf(clash: number): number {
    if (places === null) {
      places = new Int32Array(data.report.clashes.length).fill(-1);
      for (let i = 0; i < laidOut.sequence.length; i++) places[laidOut.sequence[i]] = i;
    }
    return places[clash];
  }

  root.addEventListener("scroll", render, { passive: true });
  new ResizeObserver(render).observe(root);
  return {
    root,
    show(newOrder) {
      order = newOrder;
      layOut();
    },
    select(clash) {
      selected = cursor = clash;
      if (clash === null) {
        render();
        return;
      }
      if (isGrouped && groupOf[clash] !== -1 && closed.delete(groupOf[clash])) layOut();
      render();
      show(clash);
    },
    neighbour(by) {
      const { sequence } = laidOut;
      if (sequence.length === 0) return null;
      const place = selected === null ? -1 : placeOf(selected);
      const next = place !== -1 ? place + by : by > 0 ? by - 1 : sequence.length + by;
      return sequence[Math.min(sequence.length - 1, Math.max(0, next))];
    },
    moveCursor(by) {
      const { entries } = laidOut;
      if (entries.length === 0) return;
      const place = cursor === null ? -1 : entries.indexOf(cursor);
      const next = place !== -1 ? place + by : by > 0 ? by - 1 : entries.length + by;
      const entry = entries[Math.min(entries.length - 1, Math.max(0, next))];
      if (entry >= 0) onSelect(entry);
      else {
        cursor = entry;
        render();
        show(entry);
      }
    },
    setOpen(isOpen) {
      if (cursor === null || !isGrouped) return false;
      const group = cursor < 0 ? groupOfEntry(cursor) : groupOf[cursor];
      if (group === -1) return false;
      cursor = headingEntry(group);
      if (closed.has(group) === isOpen) toggle(group);
      else show(cursor);
      return true;
    },
    toggleAtCursor() {
      if (cursor === null || cursor >= 0) return false;
      toggle(groupOfEntry(cursor));
      return true;
    },
    openAll: () => closed.clear(),
    setGrouped(areGrouped) {
      isGrouped = areGrouped;
      layOut();
      if (selected !== null) show(selected);
    },
    refresh() {
      clear();
      render();
    },
    includes: (clash) => placeOf(clash) !== -1,
    state: () => ({
      isGrouped,
      isOpen: new Map(data.report.groups.map(({ id }, group) => [id, !closed.has(group)])),
      scrollTop: root.scrollTop,
    }),
  };
}
