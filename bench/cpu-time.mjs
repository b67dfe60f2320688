import { sink } from "./measure.mjs";

/** Milliseconds of processor time that `work` takes: on a busy machine the clock on the wall says little. */
export function cpuMilliseconds(work) {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/**
 * Milliseconds of CPU time a run, the mean over rounds in which all contestants, { run }, have turns: on a shared machine
 * the clock would measure the others, and the system counts CPU time too coarsely for a minimum of short runs. A turn is
 * a run, or as many as fill `leastMs`; one of `warmUpMs` comes first and is not counted.
 */
export function meanCpuTimes(contestants, rounds, { leastMs = 8, warmUpMs = 150 } = {}) {
  const names = Object.keys(contestants);
  const totals = Object.fromEntries(names.map((name) => [name, { ms: 0, runs: 0 }]));
  for (const name of names) takeTurn(contestants[name], warmUpMs, { ms: 0, runs: 0 });
  for (let round = 0; round < rounds; round++)
    for (const name of names) takeTurn(contestants[name], leastMs, totals[name]);
  return Object.fromEntries(names.map((name) => [name, totals[name].ms / totals[name].runs]));
}

function takeTurn({ run }, leastMs, total) {
  const start = performance.now();
  const before = process.cpuUsage();
  do {
    sink.value += run();
    total.runs++;
  } while (performance.now() - start < leastMs);
  total.ms += process.cpuUsage(before).user / 1000;
}

/** Milliseconds of processor time that this process has taken so far, for `interleave`. */
export function cpuClock() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
