import type { PageData } from "../../src/reports/packed-scene.ts";
import { readBytes, readJson } from "./data/read-page-data.ts";
import { unpackScene } from "./data/unpack-scene.ts";
import { element } from "./dom.ts";
import { length, unitOf } from "./format.ts";
import { listenToKeys } from "./keys.ts";
import { createClashList } from "./list/clash-list.ts";
import { createFilterBar } from "./list/filter-bar.ts";
import { createListIndex, type ListQuery, orderClashes } from "./list/list-order.ts";
import { createDetailPanel } from "./panels/detail-panel.ts";
import { createHelp } from "./panels/help.ts";
import { fillSummary, isNothingChecked } from "./panels/summary.ts";
import { createToolbar } from "./panels/toolbar.ts";
import { createView, type Up, type View } from "./view/create-view.ts";

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
  const index = createListIndex(data.report);
  const query: ListQuery = {
    text: "",
    without: new Set(),
    part: null,
    onlyNew: false,
    sort: "kind",
    descending: false,
  };
  let order: number[] = [];
  let selected: number | null = null;
  let view: View | null = null;
  let hasGhosts = true;
  let up: Up = data.up;

  const list = createClashList(data, (clash) => select(clash));
  const bar = createFilterBar(data, query, refilter);
  const detail = createDetailPanel(data, showPart, () => select(null));
  const help = createHelp();
  const toolbar = createToolbar({
    fit: () => view?.fitAll(),
    ghosts: toggleGhosts,
    up: toggleUp,
    help: () => help.showModal(),
  });
  const toast = element("div", { class: "toast", role: "status", hidden: true });

  function select(clash: number | null): void {
    selected = clash;
    list.select(clash);
    detail.show(clash);
    view?.select(clash);
    const hash = clash === null ? "" : `#clash=${clashes[clash].id}`;
    if (location.hash !== hash)
      history.replaceState(null, "", hash === "" ? location.pathname + location.search : hash);
  }

  function refilter(): void {
    order = orderClashes(index, query);
    list.show(order);
    bar.update(order.length);
    view?.setListed(order);
  }

  function step(by: number): void {
    if (order.length === 0) return;
    const place = selected === null ? -1 : order.indexOf(selected);
    const next = place !== -1 ? place + by : by > 0 ? by - 1 : order.length + by;
    select(order[Math.min(order.length - 1, Math.max(0, next))]);
  }

  function showPart(part: number): void {
    const own = clashes.filter(({ a, b }) => a === part || b === part).length;
    if (own === 0) {
      say(`${parts[part].name}: no clashes`);
      return;
    }
    query.part = part;
    query.text = "";
    query.without.clear();
    query.onlyNew = false;
    refilter();
    if (selected === null || !order.includes(selected)) select(order[0]);
  }

  let silence = 0;
  function say(text: string): void {
    toast.textContent = text;
    toast.hidden = false;
    clearTimeout(silence);
    silence = setTimeout(() => (toast.hidden = true), 2500);
  }

  function reset(): void {
    query.text = "";
    query.without.clear();
    query.part = null;
    query.onlyNew = false;
    refilter();
    select(null);
    view?.goHome();
    list.root.focus();
  }

  function toggleGhosts(): void {
    hasGhosts = !hasGhosts;
    view?.setGhosts(hasGhosts);
    toolbar.update(hasGhosts, up);
  }

  function toggleUp(): void {
    up = up === "y" ? "z" : "y";
    view?.setUp(up);
    toolbar.update(hasGhosts, up);
  }

  function followHash(): void {
    const id = /^#clash=([0-9a-f]+)$/.exec(location.hash)?.[1];
    if (id === undefined) return;
    const clash = clashes.findIndex((other) => other.id === id);
    if (clash === -1) say(`This report has no clash ${id}.`);
    else if (clash !== selected) {
      if (!order.includes(clash)) reset();
      select(clash);
    }
  }

  fillSummary(header, data);
  side.append(...(clashes.length === 0 ? [cleanMessage(data)] : [bar.root, list.root]));
  stage.append(toolbar.root, detail.root, toast, help);
  toolbar.update(hasGhosts, up);
  refilter();
  listenToKeys({
    step,
    fly: () => (selected === null ? step(1) : view?.flyToSelected()),
    filter: () => bar.input.focus(),
    reset,
    ghosts: toggleGhosts,
    fit: () => view?.fitAll(),
    up: toggleUp,
    help: () => (help.open ? help.close() : help.showModal()),
    isFilter: (target) => target === bar.input,
    isHelp: () => help.open,
    toList: () => list.root.focus(),
  });
  addEventListener("hashchange", followHash);

  if (canDraw()) {
    const unpacked = unpackScene(data.scene, await readBytes());
    view = createView(stage, data, unpacked, up, {
      onPart: showPart,
      onClash: select,
      coveredWidth: () => (detail.root.hidden || innerWidth < 900 ? 0 : detail.root.offsetWidth + 12),
    });
    view.setListed(order);
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
  if (selected !== null) view?.select(selected);
  followHash();
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
