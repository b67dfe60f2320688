export interface KeyActions {
  step(by: number): void;
  fly(): void;
  filter(): void;
  reset(): void;
  ghosts(): void;
  fit(): void;
  up(): void;
  help(): void;
  isFilter(target: EventTarget | null): boolean;
  isHelp(): boolean;
  toList(): void;
}

/** The keys of the whole page; `panels/help.ts` lists them. */
export function listenToKeys(actions: KeyActions): void {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (actions.isHelp()) {
      if (event.key === "?") actions.help(); // Escape closes a dialog anyway
      return;
    }
    const action = actions.isFilter(event.target) ? inFilter(event.key, actions) : onPage(event, actions);
    if (action === null) return;
    event.preventDefault();
    action();
  });
}

function inFilter(key: string, actions: KeyActions): (() => void) | null {
  if (key === "Escape") return actions.reset;
  if (key === "ArrowDown" || key === "Enter")
    return () => {
      actions.toList();
      actions.step(1);
    };
  return null;
}

function onPage(event: KeyboardEvent, actions: KeyActions): (() => void) | null {
  // A focused button keeps Enter for itself.
  const isButton = event.target instanceof HTMLButtonElement;
  switch (event.key) {
    case "ArrowDown":
    case "j":
      return () => actions.step(1);
    case "ArrowUp":
    case "k":
      return () => actions.step(-1);
    case "PageDown":
      return () => actions.step(10);
    case "PageUp":
      return () => actions.step(-10);
    case "Home":
      return () => actions.step(-Infinity);
    case "End":
      return () => actions.step(Infinity);
    case "Enter":
      return isButton ? null : actions.fly;
    case "/":
      return actions.filter;
    case "Escape":
      return actions.reset;
    case "g":
    case "G":
      return actions.ghosts;
    case "f":
    case "F":
      return actions.fit;
    case "u":
    case "U":
      return actions.up;
    case "?":
      return actions.help;
    default:
      return null;
  }
}
