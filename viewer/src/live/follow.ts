import {
  geometryOffset,
  JSON_LENGTH_BYTES,
  LIVE_ID,
  type LiveSettings,
  type LiveState,
  type PageDecision,
} from "../../../src/reports/live-page.ts";
import type { PageData } from "../../../src/reports/packed-scene.ts";
import type { LiveLink } from "./live-badge.ts";

/** A report of the server. */
export interface LiveReport {
  run: number;
  data: PageData;
  geometry: ArrayBuffer;
}

export interface LiveEvents {
  onState(link: LiveLink, state: LiveState): void;
  /** Called for one report after the other; reports that come in the meantime are skipped but for the latest. */
  onReport(report: LiveReport): Promise<void>;
}

/** How long to wait before connecting anew where the browser has given up, in milliseconds. */
const RECONNECT_MS = 2000;

/** Null on a page that holds its data. */
export function readLiveSettings(): LiveSettings | null {
  const text = document.getElementById(LIVE_ID)?.textContent ?? null;
  return text === null ? null : (JSON.parse(text) as LiveSettings);
}

/** Fetches the report whenever the server has a new one, until the watch ends. */
export function followReports({ onState, onReport }: LiveEvents): void {
  // There is a first report before there is a server.
  let state: LiveState = { run: 1, activity: "watching", trouble: null };
  let shown = 0;
  let isFetching = false;

  async function catchUp(): Promise<void> {
    if (isFetching) return;
    isFetching = true;
    try {
      while (state.run > shown) {
        const report = await fetchReport();
        shown = report.run;
        await onReport(report);
      }
    } catch (error) {
      // The server has gone between its event and the request: the next event tries again.
      if (!(error instanceof TypeError)) throw error;
      onState("lost", state);
    } finally {
      isFetching = false;
    }
  }

  function connect(): void {
    const events = new EventSource("events");
    events.onmessage = ({ data }) => {
      state = JSON.parse(data) as LiveState;
      onState("open", state);
      if (state.activity === "ended") events.close();
      void catchUp();
    };
    events.onerror = () => {
      onState("lost", state);
      if (events.readyState === EventSource.CLOSED && state.activity !== "ended")
        setTimeout(connect, RECONNECT_MS);
    };
  }
  connect();
  void catchUp();
}

async function fetchReport(): Promise<LiveReport> {
  const response = await fetch("report", { cache: "no-store" });
  if (!response.ok) throw new Error(`the server answers ${response.status}`);
  const bytes = await response.arrayBuffer();
  const length = new DataView(bytes).getUint32(0, true);
  const json = new TextDecoder().decode(new Uint8Array(bytes, JSON_LENGTH_BYTES, length));
  const { run, data } = JSON.parse(json) as { run: number; data: PageData };
  return { run, data, geometry: bytes.slice(geometryOffset(length)) };
}

/** Hands decisions to the server. Throws what it answers. */
export async function postDecisions(decisions: readonly PageDecision[]): Promise<void> {
  const response = await fetch("decisions", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(decisions),
  });
  if (!response.ok) throw new Error((await response.text()).trim());
}
