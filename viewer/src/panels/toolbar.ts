import { element } from "../dom.ts";
import type { Up } from "../view/create-view.ts";

export interface Toolbar {
  root: HTMLElement;
  update(hasGhosts: boolean, up: Up): void;
}

export function createToolbar(actions: Record<"fit" | "ghosts" | "up" | "help", () => void>): Toolbar {
  const button = (text: string, title: string, click: () => void) =>
    element("button", { type: "button", title, click }, text);
  const fit = button("Fit all", "Fit everything (f)", actions.fit);
  const ghosts = button("Ghosts", "Show or hide the other parts (g)", actions.ghosts);
  const up = button("", "Which axis points up (u)", actions.up);
  const help = button("?", "Keys and mouse (?)", actions.help);
  help.setAttribute("aria-label", "Help");
  return {
    root: element("div", { class: "toolbar", role: "toolbar", "aria-label": "View" }, fit, ghosts, up, help),
    update(hasGhosts, axis) {
      ghosts.setAttribute("aria-pressed", String(hasGhosts));
      up.textContent = `${axis.toUpperCase()} up`;
    },
  };
}
