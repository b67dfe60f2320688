import type { Decision } from "../../src/reports/clash-status.ts";
import type { PageData } from "../../src/reports/packed-scene.ts";
import { printable } from "../../src/reports/printable-text.ts";
import { readBytes, readJson } from "./data/read-page-data.ts";
import { unpackScene } from "./data/unpack-scene.ts";
import { element } from "./dom.ts";
import { length, unitOf } from "./format.ts";
import { listenToKeys } from "./keys.ts";
import { createClashList } from "./list/clash-list.ts";
import { createFilterBar } from "./list/filter-bar.ts";
import { createListIndex, createQuery, orderClashes } from "./list/list-order.ts";
import { createPartNames } from "./list/part-names.ts";
import { createDetailPanel } from "./panels/detail-panel.ts";
import { createHelp } from "./panels/help.ts";
import { createSheet } from "./panels/sheet.ts";
import { fillSummary, isNothingChecked } from "./panels/summary.ts";
import { createToolbar, type ToolState } from "./panels/toolbar.ts";
import { exportList } from "./review/export-list.ts";
import { createListFoot } from "./review/list-foot.ts";
import { createReviewStore } from "./review/review-store.ts";
import { createView, type View } from "./view/create-view.ts";
import type { Section } from "./view/section.ts";

async function start(): Promise<void> {
  const data = await readJson();
  await showReport(data, byId("summary"), byId("clashes"), byId("view"));
  document.documentElement.dataset.ready = "";
}

async function showReport(
  data: PageData,
  header: HTMLElement,
  side: HTMLElement,
  stage: HTMLElement,
): Promise<void> {
  const { clashes, parts } = data.report;
  const reviews = createReviewStore(data);
  const index = createListIndex(data.report, reviews.statusOf);
  const query = createQuery();
  const hidden = new Set<number>();
  const tools: ToolState = {
    up: data.up,
    isIsolated: false,
    context: Infinity,
    hiddenCount: 0,
    section: null,
    isMeasuring: false,
    way: null,
  };
  let order: number[] = [];
  let selected: number | null = null;
  let view: View | null = null;

  const list = createClashList(data, createPartNames(data.report), reviews.statusOf, (clash) =>
    select(clash),
  );
  const bar = createFilterBar(data, query, { onChange: refilter, onGrouped: list.setGrouped });
  const detail = createDetailPanel(data, reviews, hidden, {
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
  );
  const sheet = createSheet(stage.parentElement!, side, stage, detail.root);
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

  /** `isFirst`: when the page opens, without a flight and without a change of the address. */
  function select(clash: number | null, isFirst = false): void {
    selected = clash;
    list.select(clash);
    detail.show(clash);
    sheet.show(clash === null ? "list" : "clash");
    view?.select(clash, isFirst);
    const hash = clash === null ? "" : `#clash=${clashes[clash].id}`;
    if (location.hash !== hash && !isFirst)
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
    if (query.status === null) list.refresh();
    else refilter();
    detail.show(selected);
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

  const summary = fillSummary(header, data);
  side.prepend(
    ...(clashes.length === 0 ? [cleanMessage(data)] : [sheet.handle, bar.root, list.root, foot.root]),
  );
  stage.append(toolbar.root, toast, help);
  toolbar.update(tools);
  refilter();
  listenToKeys({
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
  });
  addEventListener("hashchange", followHash);
  if (order.length > 0) select(order[0], true);
  followHash();

  if (canDraw()) {
    const unpacked = unpackScene(data.scene, await readBytes());
    view = createView(stage, data, unpacked, tools.up, {
      onPart: showPart,
      onClash: select,
      onHide: togglePart,
      onMeasured(way) {
        tools.way = way;
        toolbar.update(tools);
      },
      coveredWidth: () => (detail.root.hidden || sheet.isSheet() ? 0 : detail.root.offsetWidth + 12),
    });
    view.setListed(order);
    applyVisibility();
    if (selected !== null) view.select(selected, true);
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

function byId(id: string): HTMLElement {
  return document.getElementById(id)!;
}

start().catch((error: unknown) => {
  document.body.prepend(
    element("p", { class: "notice", role: "alert" }, `This report cannot be shown: ${error}`),
  );
  throw error;
});
