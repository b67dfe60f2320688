import { CLASH_KINDS } from "../../../src/clash/clash.ts";
import type { PageData } from "../../../src/reports/packed-scene.ts";
import { printable } from "../../../src/reports/printable-text.ts";
import { type Child, element } from "../dom.ts";
import { bytes, count, integer, length, nameOfFile, precise, unitOf } from "../format.ts";
import type { LiveBadge } from "../live/live-badge.ts";

export interface Summary {
  /** Closes "Details". False if it was not open. */
  close(): boolean;
  isOpen(): boolean;
}

/** The head of the page: what was checked, how it ended, what to be careful about; the rest behind "Details". */
export function fillSummary(
  header: HTMLElement,
  data: PageData,
  live: LiveBadge | null,
  startsOpen: boolean,
): Summary {
  const { report } = data;
  const files = report.inputs.map(({ file }) => nameOfFile(file));
  const shown = files.length > 3 ? [...files.slice(0, 2), `${files.length - 2} more`] : files;
  document.title = printable(`${verdict(data)}: ${shown.join(", ")}`);
  const details = element(
    "div",
    { class: "details", id: "details", role: "region", "aria-label": "Details", tabindex: 0, hidden: true },
    ...sections(data),
  );
  const button = element(
    "button",
    { type: "button", class: "quiet", "aria-expanded": "false", "aria-controls": "details" },
    "Details",
  );
  const setOpen = (isOpen: boolean) => {
    details.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
  };
  button.addEventListener("click", () => setOpen(details.hidden !== false));
  const notices = warnings(data).map((text) => element("p", { class: "notice", role: "status" }, text));
  header.append(
    element(
      "div",
      { class: "head" },
      element("span", { class: "brand" }, "abut"),
      element("h1", { title: report.inputs.map(({ file }) => file).join("\n") }, shown.join(" · ")),
      element("span", { class: `verdict verdict-${tone(data)}` }, verdict(data)),
      element("span", { class: "facts" }, facts(data)),
      live?.badge ?? null,
      button,
    ),
    ...(live === null ? [] : [live.notice]),
    ...notices,
    details,
  );
  setOpen(startsOpen);
  return {
    close() {
      if (details.hidden) return false;
      setOpen(false);
      return true;
    },
    isOpen: () => !details.hidden,
  };
}

/** Found, listed or not. */
function total({ report }: PageData): number {
  return report.clashes.length + (report.truncated?.unlisted ?? 0);
}

/** One part alone clashes with nothing: "no clashes" would say too much. */
export function isNothingChecked({ counts, settings }: PageData["report"]): boolean {
  return counts.parts === 0 || (counts.parts === 1 && !settings.self);
}

function verdict(data: PageData): string {
  if (isNothingChecked(data.report)) return "nothing checked";
  if (data.report.status === "partial") return `partial, ${count(total(data), "clash")} so far`;
  return total(data) === 0 ? "no clashes" : count(total(data), "clash");
}

function tone(data: PageData): string {
  if (data.report.status === "partial" || isNothingChecked(data.report)) return "partial";
  return total(data) === 0 ? "clean" : "clashes";
}

function facts({ report }: PageData): string {
  const { counts, baseline, groups } = report;
  const inGroups = groups.some((group) => group.count > 1) ? `in ${count(groups.length, "group")}; ` : "";
  const checked = `${inGroups}${count(counts.parts, "part")}, ${count(counts.triangles, "triangle")}, ${count(counts.checked, "pair")} checked`;
  if (baseline === null) return checked;
  return `${checked}; ${integer(baseline.new)} new, ${integer(baseline.unchanged)} unchanged, ${integer(baseline.resolved.length)} resolved`;
}

function warnings(data: PageData): string[] {
  const { status, truncated, clashes, inputs } = data.report;
  const found: string[] = [];
  if (status === "partial")
    found.push("Partial: the check was stopped before all pairs were done. There may be more clashes.");
  if (truncated !== null)
    found.push(
      `Truncated: the worst ${integer(clashes.length)} of ${integer(total(data))} clashes are listed (limit ${integer(truncated.limit)}).`,
    );
  for (const remark of data.report.baseline?.warnings ?? []) found.push(`Baseline: ${remark}`);
  const boxes = data.scene.meshOfPart.filter((mesh) => mesh === -1).length;
  if (boxes > 0)
    found.push(
      `${count(boxes, "part")} of ${integer(data.report.parts.length)} ${boxes === 1 ? "is" : "are"} shown as boxes: this page draws at most ${integer(data.scene.maxTriangles)} triangles. All were checked.`,
    );
  const remarks = inputs.reduce((sum, input) => sum + input.warnings.length, 0);
  if (remarks > 0) found.push(`${count(remarks, "warning")} about the input: see Details.`);
  return found;
}

function sections({ report }: PageData): HTMLElement[] {
  const { inputs, settings, counts, unit, baseline, leftOut, review, tool } = report;
  const made = [
    section(
      "Inputs",
      element(
        "table",
        {},
        ...inputs.flatMap(({ file, bytes: size, sha256, parts, triangles, warnings: remarks }) => [
          element(
            "tr",
            {},
            element("td", { class: "file" }, file),
            element("td", {}, bytes(size)),
            element("td", {}, count(parts, "part")),
            element("td", {}, count(triangles, "triangle")),
            element("td", { class: "hash", title: sha256 }, `sha256 ${sha256}`),
          ),
          ...remarks.map((text) =>
            element("tr", {}, element("td", { colspan: 5, class: "remark" }, `warning: ${text}`)),
          ),
        ]),
      ),
    ),
    section(
      "Settings",
      pairList([
        ["tolerance", length(settings.tolerance, unitOf(report))],
        ["clearance", length(settings.clearance, unitOf(report))],
        ["touching", settings.touching],
        ["pairs", settings.between ? "between files" : "all parts"],
        ["self-collision", settings.self ? "checked" : "not checked"],
        ["limit", settings.limit === null ? "none" : integer(settings.limit)],
        ["unit", unit.metres === null ? "not known" : `${unit.name} (${precise(unit.metres)} m)`],
        ["ignored", settings.ignore.length === 0 ? "nothing" : settings.ignore.join(", ")],
        ["made by", `${tool.name} ${tool.version}`],
      ]),
    ),
    section(
      "Counts",
      pairList([
        ["parts", integer(counts.parts)],
        ["meshes", integer(counts.meshes)],
        ["triangles", integer(counts.triangles)],
        ["candidate pairs", integer(counts.candidates)],
        ["ignored", integer(counts.ignored)],
        ["checked", integer(counts.checked)],
        ["tolerated", integer(counts.tolerated)],
        ["touching, left out", integer(counts.touchingIgnored)],
        ...CLASH_KINDS.filter((kind) => counts.byKind[kind] > 0).map((kind): [string, string] => [
          kind,
          integer(counts.byKind[kind]),
        ]),
      ]),
    ),
  ];
  if (leftOut.length > 0)
    made.push(
      section(
        "Left out",
        pairList(
          leftOut.map(({ type, count: number, reason }): [string, string] => [
            type,
            `${integer(number)}, ${reason === "not-built" ? "not built" : "in several files"}`,
          ]),
        ),
      ),
    );
  if (review !== null)
    made.push(
      section(
        "Status",
        pairList([
          ["file", review.file],
          ...Object.entries(review.counts).map(([name, number]): [string, string] => [name, integer(number)]),
        ]),
      ),
    );
  if (baseline !== null)
    made.push(
      section(
        "Baseline",
        pairList([
          ["file", baseline.file],
          ["sha256", baseline.sha256],
          ["new", integer(baseline.new)],
          ["unchanged", integer(baseline.unchanged)],
          ["resolved", integer(baseline.resolved.length)],
        ]),
        element(
          "ul",
          {},
          ...baseline.resolved.map(({ kind, keyA, keyB }) =>
            element("li", {}, `${kind}: ${keyA} and ${keyB}`),
          ),
        ),
      ),
    );
  return made;
}

function section(title: string, ...children: Child[]): HTMLElement {
  return element("section", {}, element("h2", { class: "caption" }, title), ...children);
}

function pairList(pairs: [string, string][]): HTMLElement {
  return element(
    "dl",
    {},
    ...pairs.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]),
  );
}
