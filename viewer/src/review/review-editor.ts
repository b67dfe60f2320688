import {
  type Decision,
  STATUS_NAMES,
  type StatusComment,
  type StatusName,
} from "../../../src/reports/clash-status.ts";
import type { PageData } from "../../../src/reports/packed-scene.ts";
import { element } from "../dom.ts";
import { integer } from "../format.ts";
import type { ReviewStore } from "./review-store.ts";

/** What people choose from; abut itself finds out what is resolved. */
const CHOICES = STATUS_NAMES.filter((name) => name !== "resolved");

/** State that outlives the selection: who writes, and whether decisions are about whole groups. */
export interface ReviewDesk {
  author: string;
  isForGroup: boolean;
}

/** Status, assignee and comments of one clash, to be read and changed. */
export function createReviewEditor(
  { report }: PageData,
  reviews: ReviewStore,
  desk: ReviewDesk,
  clash: number,
  onDecide: (ids: string[], decision: Decision) => void,
): HTMLElement {
  const { id, group } = report.clashes[clash];
  const entry = reviews.entryOf(clash);
  const own = group === undefined ? undefined : report.groups.find((other) => other.id === group);
  const decide = (decision: Decision) => {
    const isForGroup = desk.isForGroup && own !== undefined && own.count > 1;
    onDecide([isForGroup ? own.id : id], {
      ...decision,
      ...(desk.author !== "" && { author: desk.author }),
      date: new Date().toISOString().slice(0, 10),
    });
  };
  const status = element(
    "select",
    { id: "review-status" },
    ...(entry.status === "resolved" ? STATUS_NAMES : CHOICES).map((name) =>
      element("option", { selected: name === entry.status }, name),
    ),
  );
  status.addEventListener("change", () => decide({ status: status.value as StatusName }));
  const assignee = element("input", {
    id: "review-assignee",
    value: entry.assignee ?? "",
    placeholder: "nobody",
    autocomplete: "off",
  });
  assignee.addEventListener("change", () => decide({ assignee: assignee.value.trim() }));
  const author = element("input", {
    id: "review-author",
    value: desk.author,
    placeholder: "your name",
    autocomplete: "name",
  });
  author.addEventListener("input", () => {
    desk.author = author.value.trim();
  });
  const comment = element("textarea", {
    id: "review-comment",
    rows: 2,
    placeholder: "What is to be done?",
    "aria-label": "New comment",
  });
  const whole = element("input", { type: "checkbox", id: "review-group", checked: desk.isForGroup });
  whole.addEventListener("change", () => {
    desk.isForGroup = whole.checked;
  });
  const add = element("button", { type: "button", id: "review-add" }, "Add comment");
  add.addEventListener("click", () => {
    const text = comment.value.trim();
    if (text === "") comment.focus();
    else decide({ comment: text });
  });
  return element(
    "section",
    { class: "review", "aria-label": "Status and comments" },
    element(
      "div",
      { class: "review-fields" },
      element("label", { for: "review-status" }, "status"),
      status,
      element("label", { for: "review-assignee" }, "assignee"),
      assignee,
    ),
    entry.note === undefined ? null : element("p", { class: "review-note" }, entry.note),
    ...(group === undefined ? [] : reviews.commentsOnGroup(group)).map((said) =>
      commentOf(said, "the group"),
    ),
    ...(entry.comments ?? []).map((said) => commentOf(said)),
    comment,
    element("div", { class: "review-fields" }, element("label", { for: "review-author" }, "by"), author, add),
    own === undefined || own.count < 2
      ? null
      : element(
          "label",
          { class: "review-whole" },
          whole,
          `decide for the group, ${integer(own.count)} clashes`,
        ),
  );
}

function commentOf({ text, author, date }: StatusComment, about?: string): HTMLElement {
  const facts = [author, date, about].filter((fact) => fact !== undefined);
  return element("p", { class: "comment" }, text, element("small", {}, facts.join(", ")));
}
