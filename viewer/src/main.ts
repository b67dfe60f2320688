import { readBytes, readJson } from "./data/read-page-data.ts";
import { element } from "./dom.ts";
import { followReports, type LiveReport, postDecisions, readLiveSettings } from "./live/follow.ts";
import { createLiveBadge } from "./live/live-badge.ts";
import { watchPointers } from "./live/watch-pointers.ts";
import { type PageElements, type ShownReport, showReport } from "./show-report.ts";

async function start(): Promise<void> {
  const page: PageElements = { header: byId("summary"), side: byId("clashes"), stage: byId("view") };
  const settings = readLiveSettings();
  if (settings === null) {
    await showReport({ data: await readJson(), readGeometry: readBytes }, page);
    document.documentElement.dataset.ready = "";
  } else follow(page, settings.saves);
}

/** Shows each report of a watch in the place of the one before. */
function follow(page: PageElements, saves: boolean): void {
  const badge = createLiveBadge();
  const live = { badge, post: saves ? postDecisions : null };
  let shown: ShownReport | null = null;
  let idsBefore = new Set<string>();
  const pointers = watchPointers();
  followReports({
    onState(link, state) {
      badge.show(link, state);
      if (link === "open") void shown?.save();
    },
    async onReport({ run, data, geometry }: LiveReport) {
      await shown?.save(); // what the server gets now is in the next report
      await pointers.areUp();
      const state = shown?.state() ?? null;
      shown?.remove();
      shown = await showReport({ data, readGeometry: async () => geometry }, page, live, state);
      const ids = new Set(data.report.clashes.map(({ id }) => id));
      if (state !== null) shown.say(describeUpdate(idsBefore, ids, state.selected));
      idsBefore = ids;
      document.documentElement.dataset.ready = "";
      document.documentElement.dataset.run = String(run); // for whoever looks from outside, tests among them
    },
  });
}

function describeUpdate(
  before: ReadonlySet<string>,
  now: ReadonlySet<string>,
  selected: string | null,
): string {
  const appeared = [...now].filter((id) => !before.has(id)).length;
  const gone = [...before].filter((id) => !now.has(id)).length;
  if (appeared + gone === 0) return "Checked again: the clashes are unchanged.";
  const lost = selected !== null && !now.has(selected) ? " The selected clash is gone." : "";
  return `Updated: ${appeared} new, ${gone} gone.${lost}`;
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
