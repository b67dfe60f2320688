import { element } from "../dom.ts";

// On narrow screens the list is a sheet below the view. The view keeps what the sheet leaves, so the clash is always in sight.

export interface Sheet {
  handle: HTMLElement;
  /** Whether the screen is narrow enough. */
  isSheet(): boolean;
  /** The list, or the selected clash: a phone has room for one of them. */
  show(content: SheetContent): void;
  state(): SheetState;
}

export interface SheetState {
  size: Size;
  content: SheetContent;
}

type SheetContent = "list" | "clash";
type Size = "low" | "half" | "high";
/** In percent of the room under the head. */
const PERCENT: Record<Size, number> = { low: 22, half: 48, high: 78 };
const NEXT: Record<Size, Size> = { low: "half", half: "high", high: "low" };
/** As in the style sheet. */
const NARROW = "(max-width: 900px)";

/** `detail` moves into the sheet on narrow screens, and over the view on wide ones. `before`: as an earlier sheet was left. */
export function createSheet(
  main: HTMLElement,
  side: HTMLElement,
  stage: HTMLElement,
  detail: HTMLElement,
  before: SheetState | null,
  life: AbortSignal,
): Sheet {
  const narrow = matchMedia(NARROW);
  let size: Size = before?.size ?? "half";
  let content: SheetContent = before?.content ?? "list";
  const setHeight = (percent: number) => main.style.setProperty("--sheet", `${percent}%`);
  const handle = element(
    "button",
    { type: "button", class: "sheet-handle", "aria-label": "Change the height of the list" },
    element("span", { "aria-hidden": "true" }),
  );
  let start: { y: number; percent: number } | null = null;
  let hasMoved = false;
  handle.addEventListener("pointerdown", (event) => {
    start = { y: event.clientY, percent: (100 * side.offsetHeight) / main.offsetHeight };
    hasMoved = false;
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    if (start === null) return;
    const percent = start.percent + (100 * (start.y - event.clientY)) / main.offsetHeight;
    if (Math.abs(event.clientY - start.y) > 6) hasMoved = true;
    if (hasMoved) setHeight(Math.min(PERCENT.high, Math.max(PERCENT.low, percent)));
  });
  handle.addEventListener("pointerup", () => {
    if (start !== null && hasMoved) settle((100 * side.offsetHeight) / main.offsetHeight);
    start = null;
  });
  handle.addEventListener("click", () => {
    if (hasMoved)
      hasMoved = false; // the end of a drag
    else resize(NEXT[size]);
  });

  /** The nearest of the three sizes. */
  function settle(percent: number): void {
    const sizes = Object.keys(PERCENT) as Size[];
    const away = (other: Size) => Math.abs(PERCENT[other] - percent);
    resize(sizes.reduce((best, other) => (away(other) < away(best) ? other : best)));
  }

  function resize(newSize: Size): void {
    size = newSize;
    setHeight(PERCENT[size]);
  }

  function adapt(): void {
    if (narrow.matches) side.append(detail);
    else stage.append(detail);
  }
  narrow.addEventListener("change", adapt, { signal: life });
  adapt();
  resize(size);
  return {
    handle,
    isSheet: () => narrow.matches,
    show(newContent) {
      content = newContent;
      side.dataset.shows = content;
    },
    state: () => ({ size, content }),
  };
}
