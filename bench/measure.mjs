/** Results go here, so that no work can be optimised away. */
export const sink = { value: 0 };

/**
 * Times several ways to do the same in one process. Every round gives each of them a turn, beginning with another
 * one each time, so that a change of the machine's mood meets all alike. A turn is a run, or as many as it takes to
 * fill `leastMs`, so that a fast one does not pay more than a slow one for the caches the other left behind. A
 * contestant is { run, prepare? }; `prepare` is not timed, and its result is given to `run`. Returns each one's median
 * over the rounds, in milliseconds a run. A first turn of `warmUpMs` is not counted: V8 compiles meanwhile. `clock` says
 * what time is: that on the wall, or `cpuClock`, which a busy machine does not change as much.
 */
export function interleave(
  contestants,
  { rounds, leastMs = 30, warmUpMs = 300, onRound = () => {}, clock = () => performance.now() },
) {
  const names = Object.keys(contestants);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names) takeTurn(contestants[name], warmUpMs, clock);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round) % names.length];
      times[name].push(takeTurn(contestants[name], leastMs, clock));
    }
    onRound(round + 1);
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])]));
}

function takeTurn({ run, prepare }, leastMs, clock) {
  let runs = 0;
  let total = 0;
  while (runs === 0 || total < leastMs) {
    const input = prepare?.();
    const start = clock();
    const result = run(input);
    total += clock() - start;
    sink.value += Number(result) || 0;
    runs++;
  }
  return total / runs;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
