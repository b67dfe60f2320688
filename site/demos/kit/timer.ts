/** How many of the last times a median is taken of. */
const KEPT = 31;

/** Milliseconds of the named parts of a step. Models hold one, so that a page can show what each part costs. */
export interface Timer {
  run<T>(name: string, work: () => T): T;
  /** The median of the last times of each part, in the order of the first calls. */
  medians(): Map<string, number>;
  clear(): void;
}

export function createTimer(): Timer {
  const times = new Map<string, number[]>();
  return {
    run(name, work) {
      const start = performance.now();
      const result = work();
      const list = times.get(name) ?? [];
      list.push(performance.now() - start);
      if (list.length > KEPT) list.shift();
      times.set(name, list);
      return result;
    },
    medians: () => new Map([...times].map(([name, list]) => [name, median(list)])),
    clear: () => times.clear(),
  };
}

function median(list: readonly number[]): number {
  return [...list].sort((p, q) => p - q)[list.length >> 1];
}
