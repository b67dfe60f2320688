import { element } from "../dom.ts";

const KEYS: [string[], string][] = [
  [["k", "j"], "previous, next clash"],
  [["↑", "↓"], "up, down in the list, over groups, too"],
  [["←", "→"], "close, open the group"],
  [["Enter"], "fly to the clash again; open or close a group"],
  [["/"], "filter"],
  [["Esc"], "close what is open; at last everything in view, no filter"],
  [["i"], "isolate: only the parts of the clash"],
  [["s"], "section through the clash"],
  [["m"], "measure between two points"],
  [["f"], "fit everything"],
  [["u"], "up: z or y"],
  [["?"], "this help"],
];
const MOUSE: [string[], string][] = [
  [["drag"], "turn"],
  [["right drag"], "move"],
  [["wheel"], "zoom to the pointer"],
  [["click a part"], "list its clashes"],
  [["Shift click"], "hide the part"],
  [["click a dot"], "select that clash"],
];

export function createHelp(): HTMLDialogElement {
  const list = (rows: [string[], string][]) =>
    element(
      "dl",
      { class: "keys" },
      ...rows.flatMap(([keys, text]) => [
        element("dt", {}, ...keys.map((key) => element("kbd", {}, key))),
        element("dd", {}, text),
      ]),
    );
  const dialog = element(
    "dialog",
    { id: "help", "aria-label": "Help" },
    element("h2", { class: "caption" }, "Keyboard"),
    list(KEYS),
    element("h2", { class: "caption" }, "Mouse"),
    list(MOUSE),
    element(
      "p",
      { class: "legend-note" },
      "The first part of a clash is blue, the second orange, contact curves are yellow. = is an exact depth, ≤ one that is at most so large, ≥ at least.",
    ),
    element("form", { method: "dialog" }, element("button", { class: "quiet" }, "Close")),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}
