/** Results go here, so that no work can be optimised away. */
export const sink = { value: 0 };

/**
 * Times several ways to do the same in one process. Every round runs each of them once, beginning with another one
 * each time, so that a change of the machine's mood meets all alike. A contestant is { run, prepare? }; `prepare`
 * is not timed, and its result is given to `run`. Returns each one's median time in milliseconds.
 */
export function interleave(contestants, { rounds, warmUp = 1, onRound = () => {} }) {
  const names = Object.keys(contestants);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round + warmUp) % names.length];
      const time = timeOnce(contestants[name]);
      if (round >= 0) times[name].push(time);
    }
    onRound(round + 1, rounds);
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])]));
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** A contestant that does the same thing `times` over, for what is too short to be timed alone. */
export function repeated(times, run) {
  return {
    run() {
      for (let i = 0; i < times; i++) run();
    },
  };
}

function timeOnce({ run, prepare }) {
  const input = prepare?.();
  const start = performance.now();
  const result = run(input);
  const time = performance.now() - start;
  sink.value += Number(result) || 0;
  return time;
}
