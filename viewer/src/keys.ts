import { takesKeys } from "./dom.ts";

export interface KeyActions {
  /** Over headings and clashes of the list. */
  move(by: number): void;
  /** From clash to clash. */
  step(by: number): void;
  /** Opens or closes the group at the cursor. */
  open(isOpen: boolean): void;
  enter(): void;
  filter(): void;
  /** Closes the uppermost of what is open. */
  escape(): void;
  isolate(): void;
  section(): void;
  measure(): void;
  fit(): void;
  up(): void;
  help(): void;
  isFilter(target: EventTarget | null): boolean;
  isHelp(): boolean;
  toList(): void;
}

/** The keys of the whole page, until the end of `life`; `panels/help.ts` lists them. */
export function listenToKeys(actions: KeyActions, life: AbortSignal): void {
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (actions.isHelp()) {
      if (event.key === "?") actions.help(); // Escape closes a dialog anyway
      return;
    }
    const action = actionOf(event, actions);
    if (action === null) return;
    event.preventDefault();
    action();
  };
  addEventListener("keydown", press, { signal: life });
}

function actionOf(event: KeyboardEvent, actions: KeyActions): (() => void) | null {
  if (event.key === "Escape") return actions.escape;
  if (actions.isFilter(event.target)) return inFilter(event.key, actions);
  return takesKeys(event.target) ? null : onPage(event, actions);
}

function inFilter(key: string, actions: KeyActions): (() => void) | null {
  if (key === "ArrowDown" || key === "Enter")
    return () => {
      actions.toList();
      actions.step(1);
    };
  return null;
}

function onPage({ key, target }: KeyboardEvent, actions: KeyActions): (() => void) | null {
  // A focused button keeps Enter and the space bar for itself.
  const isButton = target instanceof HTMLButtonElement;
  switch (key) {
    case "ArrowDown":
      return () => actions.move(1);
    case "ArrowUp":
      return () => actions.move(-1);
    case "ArrowLeft":
      return () => actions.open(false);
    case "ArrowRight":
      return () => actions.open(true);
    case "j":
      return () => actions.step(1);
    case "k":
      return () => actions.step(-1);
    case "PageDown":
      return () => actions.move(10);
    case "PageUp":
      return () => actions.move(-10);
    case "Home":
      return () => actions.move(-Infinity);
    case "End":
      return () => actions.move(Infinity);
    case "Enter":
    case " ":
      return isButton ? null : actions.enter;
    case "/":
      return actions.filter;
    case "?":
      return actions.help;
    default:
      return LETTERS[key.toLowerCase()]?.(actions) ?? null;
  }
}

const LETTERS: Record<string, (actions: KeyActions) => () => void> = {
  i: ({ isolate }) => isolate,
  g: ({ isolate }) => isolate,
  s: ({ section }) => section,
  m: ({ measure }) => measure,
  f: ({ fit }) => fit,
  u: ({ up }) => up,
};
