import type { LiveState } from "../../../src/reports/live-page.ts";
import { element } from "../dom.ts";

/** How a live page shows that it follows a watch. */
export interface LiveBadge {
  badge: HTMLElement;
  /** Why the report is not up to date; hidden if it is. */
  notice: HTMLElement;
  show(link: LiveLink, state: LiveState): void;
}

/** "lost": the browser tries to connect again. */
export type LiveLink = "open" | "lost";

export function createLiveBadge(): LiveBadge {
  const badge = element("span", { class: "live", role: "status", id: "live" });
  const notice = element("p", { class: "notice", role: "status", id: "trouble", hidden: true });
  return {
    badge,
    notice,
    show(link, { activity, trouble }) {
      const isLost = link === "lost" && activity !== "ended";
      badge.dataset.state = isLost ? "lost" : activity;
      badge.textContent = isLost ? "connection lost" : WORDS[activity];
      badge.title = isLost ? "Trying to reach abut again" : TITLES[activity];
      notice.hidden = trouble === null;
      notice.textContent = trouble === null ? "" : `Not up to date: ${trouble}`;
    },
  };
}

const WORDS: Record<LiveState["activity"], string> = {
  watching: "watching",
  checking: "checking…",
  ended: "watch ended",
};

const TITLES: Record<LiveState["activity"], string> = {
  watching: "The page follows the files: abut checks again whenever one changes",
  checking: "A file has changed, and abut checks it",
  ended: "abut clash --watch has ended; this is its last report",
};
