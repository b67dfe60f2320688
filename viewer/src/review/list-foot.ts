import { readStatus, writeStatus } from "../../../src/reports/clash-status.ts";
import type { PageData } from "../../../src/reports/packed-scene.ts";
import { element } from "../dom.ts";
import { count, nameOfFile } from "../format.ts";
import type { ExportFormat } from "./export-list.ts";
import type { ReviewStore } from "./review-store.ts";
import { downloadFile, filePicker, rewriteFile } from "./save-file.ts";

export interface ListFoot {
  root: HTMLElement;
  /** Shows how many decisions are not in a file yet. */
  update(): void;
}

/**
 * Under the list: export of what it shows, and the way of decisions into the status file. `onSave` hands them to a server again; null if
 * there is none.
 */
export function createListFoot(
  { report }: PageData,
  reviews: ReviewStore,
  shown: HTMLElement,
  onExport: (format: ExportFormat) => void,
  say: (text: string) => void,
  onSave: (() => void) | null,
  life: AbortSignal,
): ListFoot {
  const name = statusName(report);
  const button = (text: string, id: string, title: string, click: () => void) =>
    element("button", { type: "button", id, title, click }, text);
  const download = () => {
    downloadFile(name, "application/json", [writeStatus(reviews.statusFile())]);
    finish(`${name} is in your downloads: put it in the place of the status file.`);
  };
  const picker = filePicker();
  const saveInto = async () => {
    try {
      const file = await rewriteFile(picker!, (text, chosen) =>
        writeStatus(reviews.statusFile(text.trim() === "" ? undefined : readStatus(text, chosen))),
      );
      if (file !== null) finish(`${file} is saved.`);
    } catch (error) {
      say(`Not saved: ${(error as Error).message}`);
    }
  };
  const unsaved = element("span", { role: "status", id: "unsaved" });
  const saving = element(
    "div",
    { class: "saving", hidden: true },
    unsaved,
    element(
      "p",
      {},
      ...(onSave === null
        ? [
            "A page cannot write to its folder by itself. Save the decisions to the status file, ",
            element("code", {}, name),
            "; the next run with --status, and abut status, read it.",
          ]
        : ["They are saved when abut answers again."]),
    ),
    element(
      "div",
      { class: "saving-buttons" },
      onSave === null ? null : button("Save again", "save-again", "Hand the decisions to abut", onSave),
      picker === null || onSave !== null
        ? null
        : button(
            "Save into file…",
            "save-into",
            "Choose the status file; what others decided in it since then is kept",
            saveInto,
          ),
      button("Download", "save-download", `Download ${name}`, download),
    ),
  );

  function finish(text: string): void {
    reviews.markSaved(reviews.unsaved().length);
    update();
    say(text);
  }

  function update(): void {
    const left = reviews.unsaved().length;
    saving.hidden = left === 0;
    unsaved.textContent = `${count(left, "decision")} not saved yet`;
  }

  const warn = (event: BeforeUnloadEvent) => {
    if (reviews.unsaved().length > 0) event.preventDefault();
  };
  addEventListener("beforeunload", warn, { signal: life });
  return {
    root: element(
      "div",
      { class: "list-foot" },
      saving,
      element(
        "div",
        { class: "exports", role: "group", "aria-label": "Export the list as it is filtered" },
        shown,
        element("span", {}, "export"),
        button("CSV", "export-csv", "The listed clashes as CSV", () => onExport("csv")),
        button("JSON", "export-json", "The listed clashes as a report", () => onExport("json")),
      ),
    ),
    update,
  };
}

/** The name under which abut looks for the status file beside the model. */
function statusName({ review, inputs }: PageData["report"]): string {
  if (review !== null) return nameOfFile(review.file);
  return inputs.length === 1 ? `${nameOfFile(inputs[0].file)}.abut-status.json` : "abut-status.json";
}
