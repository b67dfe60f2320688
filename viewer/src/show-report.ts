import type { Decision } from "../../src/reports/clash-status.ts";
import type { PageDecision } from "../../src/reports/live-page.ts";
import type { PageData } from "../../src/reports/packed-scene.ts";
import { printable } from "../../src/reports/printable-text.ts";
import { unpackScene } from "./data/unpack-scene.ts";
import { element } from "./dom.ts";
import { length, unitOf } from "./format.ts";
import { listenToKeys } from "./keys.ts";
import { createClashList, type ListState } from "./list/clash-list.ts";
import { createFilterBar } from "./list/filter-bar.ts";
import { createListIndex, createQuery, type ListQuery, orderClashes } from "./list/list-order.ts";
import { createPartNames } from "./list/part-names.ts";
import type { LiveBadge } from "./live/live-badge.ts";
import { createDetailPanel } from "./panels/detail-panel.ts";
import { createHelp } from "./panels/help.ts";
import { createSheet, type SheetState } from "./panels/sheet.ts";
import { fillSummary, isNothingChecked } from "./panels/summary.ts";
import { createToolbar, type ToolState } from "./panels/toolbar.ts";
import { exportList } from "./review/export-list.ts";
import { createListFoot } from "./review/list-foot.ts";
import type { ReviewDesk } from "./review/review-editor.ts";
import { createReviewStore } from "./review/review-store.ts";
import { readTyping, restoreTyping, type Typing } from "./typing.ts";
import { createView, type Motion, type View, type ViewState } from "./view/create-view.ts";
import type { Section } from "./view/section.ts";

/** Where a report is shown. */
export interface PageElements {
  header: HTMLElement;
  side: HTMLElement;
  stage: HTMLElement;
}

/** What a page shows of a report, in ids and keys, which the next report has, too. */
export interface PageState {
  selected: string | null;
  query: Omit<ListQuery, "part"> & { part: string | null };
  hidden: string[];
  tools: Pick<ToolState, "up" | "isIsolated" | "context" | "section" | "isMeasuring">;
  list: ListState;
  sheet: SheetState;
  /** Null where nothing can be drawn. */
  view: ViewState | null;
  desk: ReviewDesk;
  unsaved: readonly PageDecision[];
  detailScroll: number;
  isSummaryOpen: boolean;
  isHelpOpen: boolean;
  typing: Typing;
}

/** A report on the page. */
export interface ShownReport {
  state(): PageState;
  say(text: string): void;
  /** Hands decisions to the server that it does not have yet. Resolved when it has answered. */
  save(): Promise<void>;
  /** Takes the report off the page. */
  remove(): void;
}

export interface ReportSource {
  data: PageData;
  /** May take a second, so the list does not wait for it. */
  readGeometry: () => Promise<ArrayBuffer>;
}

/** How a page follows a watch. */
export interface LiveReportOptions {
  badge: LiveBadge;
  /** Null if the server saves no decisions. */
  post: ((decisions: readonly PageDecision[]) => Promise<void>) | null;
}

/** Shows a report. `before`: as an earlier report was left. */
export async function showReport(
  { data, readGeometry }: ReportSource,
  { header, side, stage }: PageElements,
  live: LiveReportOptions | null = null,
  before: PageState | null = null,
): Promise<ShownReport> {
  const { clashes, parts } = data.report;
  const partOf = new Map(parts.map(({ key }, i) => [key, i]));
  const end = new AbortController();
  const life = end.signal;
  const reviews = createReviewStore(data, before?.unsaved);
  const index = createListIndex(data.report, reviews.statusOf);
  const part = before?.query.part;
  const query: ListQuery = {
    ...(before?.query ?? createQuery()),
    part: part == null ? null : (partOf.get(part) ?? null),
  };
  const hidden = new Set<number>((before?.hidden ?? []).flatMap((key) => partOf.get(key) ?? []));
  const desk: ReviewDesk = before?.desk ?? { author: "", isForGroup: false };
  const tools: ToolState = {
    up: data.up,
    isIsolated: false,
    context: Infinity,
    section: null,
    isMeasuring: false,
    ...before?.tools,
    hiddenCount: hidden.size,
    way: null,
  };
  let order: number[] = [];
  let selected: number | null = null;
  let view: View | null = null;

  const list = createClashList(
    data,
    createPartNames(data.report),
    reviews.statusOf,
    (clash) => select(clash),
    before?.list ?? null,
  );
  const bar = createFilterBar(data, query, before?.list.isGrouped ?? true, {
    onChange: refilter,
    onGrouped: list.setGrouped,
  });
  const detail = createDetailPanel(data, reviews, hidden, desk, {
    onPart: showPart,
    onHide: togglePart,
    onDecide: decide,
    onStep: step,
    onList: () => sheet.show("list"),
    onClose: () => select(null),
  });
  const foot = createListFoot(
    data,
    reviews,
    bar.shown,
    (format) => exportList(data, order, reviews, format),
    say,
    live?.post == null ? null : () => void save(),
    life,
  );
  const sheet = createSheet(stage.parentElement!, side, stage, detail.root, before?.sheet ?? null, life);
  const help = createHelp();
  const { box } = data.scene;
  const toolbar = createToolbar(
    {
      fit: () => view?.fitAll(),
      isolate: toggleIsolated,
      up: toggleUp,
      section: toggleSection,
      measure: toggleMeasuring,
      help: () => help.showModal(),
      showHidden() {
        hidden.clear();
        applyVisibility();
      },
      setContext(distance) {
        tools.context = distance;
        applyVisibility();
      },
      changeSection(change) {
        if (tools.section !== null) setSection({ ...tools.section, ...change });
      },
    },
    Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]) / 2 || 1,
    unitOf(data.report),
  );
  const toast = element("div", { class: "toast", role: "status", hidden: true });

  /** The address follows, except when the page opens. */
  function select(clash: number | null, motion: Motion = "flight"): void {
    selected = clash;
    list.select(clash);
    detail.show(clash);
    sheet.show(clash === null ? "list" : "clash");
    view?.select(clash, motion);
    const hash = clash === null ? "" : `#clash=${clashes[clash].id}`;
    if (location.hash !== hash && motion !== "jump")
      history.replaceState(null, "", hash === "" ? location.pathname + location.search : hash);
  }

  function refilter(): void {
    if (query.text !== "") list.openAll(); // what was searched for should be seen
    order = orderClashes(index, query);
    list.show(order);
    bar.update(order.length);
    view?.setListed(order);
  }

  function step(by: number): void {
    const clash = list.neighbour(by);
    if (clash !== null) select(clash);
  }

  function showPart(part: number): void {
    if (!clashes.some(({ a, b }) => a === part || b === part)) {
      say(`${parts[part].name}: no clashes`);
      return;
    }
    clearFilter();
    query.part = part;
    refilter();
    if (selected === null || !list.includes(selected)) select(order[0]);
    sheet.show("list");
  }

  function togglePart(part: number): void {
    if (!hidden.delete(part)) hidden.add(part);
    applyVisibility();
  }

  function applyVisibility(): void {
    tools.hiddenCount = hidden.size;
    view?.setVisibility({ isIsolated: tools.isIsolated, context: tools.context, hidden });
    detail.show(selected);
    toolbar.update(tools);
  }

  function decide(ids: string[], decision: Decision): void {
    reviews.decide(ids, decision);
    foot.update();
    void save();
    if (query.status === null) list.refresh();
    else refilter();
    detail.show(selected);
  }

  /** One request at a time: what is decided in the meantime follows. */
  let saving: Promise<void> | null = null;
  async function save(): Promise<void> {
    if (live?.post == null) return;
    saving ??= saveAll().finally(() => {
      saving = null;
      foot.update();
    });
    await saving;
  }

  async function saveAll(): Promise<void> {
    try {
      for (let left = reviews.unsaved(); left.length > 0; left = reviews.unsaved()) {
        await live!.post!(left);
        reviews.markSaved(left.length);
      }
    } catch (error) {
      say(`Not saved: ${(error as Error).message}`);
    }
  }

  let silence = 0;
  function say(text: string): void {
    toast.textContent = printable(text);
    toast.hidden = false;
    clearTimeout(silence);
    silence = setTimeout(() => (toast.hidden = true), 3500);
  }

  function clearFilter(): void {
    query.text = "";
    query.kind = null;
    query.status = null;
    query.part = null;
    query.onlyNew = false;
  }

  /** Closes the uppermost of what is open; with nothing open, everything is as in an overview. */
  function closeTop(): void {
    if (summary.close()) return;
    if (tools.isMeasuring) toggleMeasuring();
    else if (tools.section !== null) toggleSection();
    else reset();
  }

  function reset(): void {
    clearFilter();
    hidden.clear();
    tools.isIsolated = false;
    tools.context = Infinity;
    refilter();
    select(null);
    applyVisibility();
    view?.goHome();
    list.root.focus();
  }

  function toggleIsolated(): void {
    tools.isIsolated = !tools.isIsolated;
    applyVisibility();
  }

  function setSection(section: Section | null): void {
    tools.section = section;
    view?.setSection(section);
    toolbar.update(tools);
  }

  function toggleSection(): void {
    if (view !== null) setSection(tools.section === null ? { ...view.facingSection(), offset: 0 } : null);
  }

  function toggleMeasuring(): void {
    tools.isMeasuring = !tools.isMeasuring;
    tools.way = null;
    view?.setMeasuring(tools.isMeasuring);
    toolbar.update(tools);
  }

  function toggleUp(): void {
    tools.up = tools.up === "y" ? "z" : "y";
    view?.setUp(tools.up);
    toolbar.update(tools);
  }

  function followHash(): void {
    const id = /^#clash=([0-9a-f]+)$/.exec(location.hash)?.[1];
    if (id === undefined) return;
    const clash = clashes.findIndex((other) => other.id === id);
    if (clash === -1) say(`This report has no clash ${id}.`);
    else if (clash !== selected) {
      if (!list.includes(clash)) reset();
      select(clash);
    }
  }

  const summary = fillSummary(header, data, live?.badge ?? null, before?.isSummaryOpen === true);
  side.prepend(
    ...(clashes.length === 0 ? [cleanMessage(data)] : [sheet.handle, bar.root, list.root, foot.root]),
  );
  stage.append(toolbar.root, toast, help);
  toolbar.update(tools);
  refilter();
  listenToKeys(
    {
      move: list.moveCursor,
      step,
      open: list.setOpen,
      enter() {
        if (list.toggleAtCursor()) return;
        if (selected === null) step(1);
        else view?.flyToSelected();
      },
      filter: () => bar.input.focus(),
      escape: closeTop,
      isolate: toggleIsolated,
      section: toggleSection,
      measure: toggleMeasuring,
      fit: () => view?.fitAll(),
      up: toggleUp,
      help: () => (help.open ? help.close() : help.showModal()),
      isFilter: (target) => target === bar.input,
      isHelp: () => help.open,
      toList: () => list.root.focus(),
    },
    life,
  );
  addEventListener("hashchange", followHash, { signal: life });
  if (before === null) {
    if (order.length > 0) select(order[0], "jump");
    followHash();
  }

  if (canDraw()) {
    const unpacked = unpackScene(data.scene, await readGeometry());
    view = createView(
      stage,
      data,
      unpacked,
      tools.up,
      before?.view ?? null,
      {
        onPart: showPart,
        onClash: select,
        onHide: togglePart,
        onMeasured(way) {
          tools.way = way;
          toolbar.update(tools);
        },
        coveredWidth: () => (detail.root.hidden || sheet.isSheet() ? 0 : detail.root.offsetWidth + 12),
      },
      life,
    );
    view.setListed(order);
    applyVisibility();
    if (selected !== null) view.select(selected, "jump");
  } else {
    toolbar.root.remove();
    stage.prepend(
      element(
        "p",
        { class: "no-webgl", role: "status" },
        "This browser has no WebGL 2, so there is no 3D view. The list and all numbers are complete.",
      ),
    );
  }
  if (before !== null) restore(before);
  foot.update();

  /** What the list, the panels and the view could not take over when they were made. */
  function restore({ selected: id, list: listBefore, sheet: sheetBefore, ...rest }: PageState): void {
    const clash = id === null ? -1 : clashes.findIndex((other) => other.id === id);
    select(clash === -1 ? null : clash, "none");
    if (tools.section !== null) view?.setSection(tools.section);
    view?.setMeasuring(tools.isMeasuring);
    sheet.show(clash === -1 ? "list" : sheetBefore.content);
    list.root.scrollTop = listBefore.scrollTop;
    detail.root.scrollTop = rest.detailScroll;
    if (rest.isHelpOpen) help.showModal();
    restoreTyping(rest.typing, clash !== -1);
  }

  return {
    say,
    save,
    state: () => ({
      selected: selected === null ? null : clashes[selected].id,
      query: { ...query, part: query.part === null ? null : parts[query.part].key },
      hidden: [...hidden].map((number) => parts[number].key),
      tools,
      list: list.state(),
      sheet: sheet.state(),
      view: view?.state() ?? null,
      desk,
      unsaved: reviews.unsaved(),
      detailScroll: detail.root.scrollTop,
      isSummaryOpen: summary.isOpen(),
      isHelpOpen: help.open,
      typing: readTyping(),
    }),
    remove() {
      end.abort();
      clearTimeout(silence);
      for (const element of [header, side, stage]) element.replaceChildren();
    },
  };
}

function cleanMessage({ report }: PageData): HTMLElement {
  const { tolerance, clearance } = report.settings;
  const unit = unitOf(report);
  const checks = [
    "overlap",
    tolerance > 0 ? `by more than ${length(tolerance, unit)}` : "",
    clearance > 0 ? `or come closer than ${length(clearance, unit)}` : "",
  ];
  if (isNothingChecked(report))
    return element("p", { class: "empty" }, "Nothing was checked: a clash needs two parts.");
  return element(
    "div",
    { class: "clean" },
    element("div", { class: "clean-mark", "aria-hidden": "true" }, "✓"),
    element("h2", {}, report.status === "partial" ? "No clashes so far" : "No clashes"),
    element("p", {}, `No two parts ${checks.filter((text) => text !== "").join(" ")}.`),
  );
}

/** Asked first, because three writes to the console when it fails. */
function canDraw(): boolean {
  return document.createElement("canvas").getContext("webgl2") !== null;
}
