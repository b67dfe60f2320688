/** Whether somebody turns the model, or drags the sheet: the page must not be made anew then. */
export interface Pointers {
  /** Resolved when no pointer is pressed. */
  areUp(): Promise<void>;
}

export function watchPointers(): Pointers {
  const pressed = new Set<number>();
  let release: (() => void)[] = [];
  addEventListener("pointerdown", ({ pointerId }) => pressed.add(pointerId), { capture: true });
  for (const type of ["pointerup", "pointercancel"] as const)
    addEventListener(type, ({ pointerId }) => {
      pressed.delete(pointerId);
      if (pressed.size > 0) return;
      for (const resolve of release) resolve();
      release = [];
    });
  return {
    areUp: async () => {
      if (pressed.size > 0) await new Promise<void>((resolve) => release.push(resolve));
    },
  };
}
