import type { Vector } from "../../../src/geometry/vector.ts";
import { element } from "../dom.ts";
import { count, length, precise } from "../format.ts";
import type { Up } from "../view/create-view.ts";
import type { Section } from "../view/section.ts";

export interface ToolState {
  up: Up;
  isIsolated: boolean;
  /** How far from the clash other parts are drawn; infinite for all. */
  context: number;
  hiddenCount: number;
  section: Section | null;
  isMeasuring: boolean;
  /** The measured way; null before the second point. */
  way: { length: number; along: Vector } | null;
}

export interface ToolActions {
  fit(): void;
  isolate(): void;
  up(): void;
  section(): void;
  measure(): void;
  help(): void;
  showHidden(): void;
  setContext(distance: number): void;
  changeSection(change: Partial<Section>): void;
}

export interface Toolbar {
  root: HTMLElement;
  update(state: ToolState): void;
}

const STEPS = 100;

/** The buttons over the view, and a row of settings for each tool that is in use. `size` is the scene's radius. */
export function createToolbar(actions: ToolActions, size: number, unit: string): Toolbar {
  const button = (text: string, title: string, click: () => void) =>
    element("button", { type: "button", title, click }, text);
  const fit = button("Fit all", "Fit everything (f)", actions.fit);
  const isolate = button("Isolate", "Only the parts of the clash (i)", actions.isolate);
  const section = button("Section", "Cut through the clash (s)", actions.section);
  const measure = button("Measure", "Between two points (m)", actions.measure);
  const up = button("", "Which axis points up (u)", actions.up);
  const help = button("?", "Keys and mouse (?)", actions.help);
  help.setAttribute("aria-label", "Help");

  const near = element("input", { type: "range", id: "context", min: 0, max: STEPS, step: 1, value: STEPS });
  const nearText = element("output", { for: "context" });
  near.addEventListener("input", () => actions.setContext(distanceOf(Number(near.value), size)));
  const contextRow = element(
    "div",
    { class: "tool-row" },
    element("label", { for: "context" }, "Context"),
    near,
    nearText,
  );

  const axis = element(
    "select",
    { "aria-label": "Axis of the section" },
    ...(["x", "y", "z"] as const).map((name) => element("option", {}, name)),
  );
  axis.addEventListener("change", () => actions.changeSection({ axis: axis.value as Section["axis"] }));
  const offset = element("input", {
    type: "range",
    id: "section-offset",
    "aria-label": "Distance of the section from the clash",
    min: -STEPS,
    max: STEPS,
    step: 1,
  });
  offset.addEventListener("input", () =>
    actions.changeSection({ offset: offsetOf(Number(offset.value), size) }),
  );
  const offsetText = element("output", { for: "section-offset" });
  const flip = button("Flip", "Show the other half", () =>
    actions.changeSection({ keepsUpper: flip.getAttribute("aria-pressed") !== "true" }),
  );
  const sectionRow = element(
    "div",
    { class: "tool-row" },
    element("span", {}, "Section"),
    axis,
    offset,
    offsetText,
    flip,
  );
  const wayText = element("span", { role: "status", id: "way" });
  const measureRow = element("div", { class: "tool-row" }, wayText);
  const hidden = button("", "Show the parts that were hidden", actions.showHidden);
  hidden.id = "show-hidden";

  return {
    root: element(
      "div",
      { class: "tools" },
      element(
        "div",
        { class: "toolbar", role: "toolbar", "aria-label": "View" },
        ...[fit, isolate, section, measure, up, help],
      ),
      contextRow,
      sectionRow,
      measureRow,
      hidden,
    ),
    update(state) {
      press(isolate, state.isIsolated);
      press(section, state.section !== null);
      press(measure, state.isMeasuring);
      up.textContent = `${state.up.toUpperCase()} up`;
      near.disabled = state.isIsolated;
      near.value = String(stepOf(state.context, size));
      nearText.textContent = state.isIsolated
        ? "none"
        : state.context === Infinity
          ? "all"
          : `within ${length(state.context, unit)}`;
      near.setAttribute("aria-valuetext", nearText.textContent);
      sectionRow.hidden = state.section === null;
      if (state.section !== null) {
        axis.value = state.section.axis;
        press(flip, state.section.keepsUpper);
        offset.value = String(
          Math.round(Math.sign(state.section.offset) * stepOfOffset(state.section.offset, size)),
        );
        offsetText.textContent =
          state.section.offset === 0 ? "at the clash" : length(state.section.offset, unit).replace("-", "−");
      }
      measureRow.hidden = !state.isMeasuring;
      wayText.textContent =
        state.way === null
          ? "Click two points on surfaces; near a corner, the corner is taken."
          : `${precise(state.way.length)}${unit}: ${state.way.along.map((d, k) => `${"xyz"[k]} ${precise(Number(d.toPrecision(6)))}`).join(", ")}`;
      hidden.hidden = state.hiddenCount === 0;
      hidden.textContent = `Show ${count(state.hiddenCount, "hidden part")}`;
    },
  };
}

function press(button: HTMLButtonElement, isPressed: boolean): void {
  button.setAttribute("aria-pressed", String(isPressed));
}

/** The slider's distances grow by equal factors, from a thousandth of the scene; its ends are nothing and everything. */
function distanceOf(step: number, size: number): number {
  if (step >= STEPS) return Infinity;
  return step === 0 ? 0 : Number((size * 10 ** (-3 + (3 * step) / STEPS)).toPrecision(2));
}

function stepOf(distance: number, size: number): number {
  if (distance === Infinity) return STEPS;
  if (distance === 0) return 0;
  return Math.round(((Math.log10(distance / size) + 3) / 3) * STEPS);
}

/** Fine around the clash, coarse far from it. */
function offsetOf(step: number, size: number): number {
  return Number((size * Math.sign(step) * (Math.abs(step) / STEPS) ** 3).toPrecision(2));
}

function stepOfOffset(offset: number, size: number): number {
  return STEPS * Math.cbrt(Math.abs(offset) / size);
}
