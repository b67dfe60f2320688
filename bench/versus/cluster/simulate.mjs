// A discrete-event simulation of workers that take tasks from one queue. Redis, the store and the planner serve one request after the
// other; a worker waits for its turn at each.

/** Times in milliseconds, `bytesAMs` for all workers together. */
export const ASSUMED = { redisMsATask: 0.6, networkMs: 0.5, bytesAMs: 1e6, mergeMsATask: 0.5 };

/** The time until the last outcome is merged, and what share of it each server was busy. */
export function simulate(tasks, workers, { planMs, redisMsATask, networkMs, bytesAMs, mergeMsATask }) {
  const free = { redis: planMs, store: planMs, planner: planMs };
  const busy = { redis: 0, store: 0, planner: 0 };
  const serve = (server, at, time) => {
    const begin = Math.max(at, free[server]);
    free[server] = begin + time;
    busy[server] += time;
    return begin + time;
  };
  // Events in the order of their times: each worker is at one step of one task.
  const events = Array.from({ length: workers }, () => ({ at: planMs, step: "take" }));
  let next = 0;
  let end = planMs;
  let workMs = 0;
  while (events.length > 0) {
    let first = 0;
    for (let i = 1; i < events.length; i++) if (events[i].at < events[first].at) first = i;
    const event = events[first];
    if (event.step === "take") {
      if (next === tasks.length) {
        events.splice(first, 1);
        continue;
      }
      event.task = tasks[next++];
      event.at = serve("redis", event.at, redisMsATask / 2) + networkMs;
      event.step = "load";
    } else if (event.step === "load") {
      event.at = serve("store", event.at, event.task.bytes / bytesAMs) + networkMs + event.task.ms;
      workMs += event.task.ms;
      event.step = "finish";
    } else {
      event.at = serve("redis", event.at, redisMsATask / 2) + networkMs;
      end = Math.max(end, serve("planner", event.at, mergeMsATask));
      event.step = "take";
    }
  }
  const shares = Object.entries(busy).map(([server, time]) => [server, time / (end - planMs)]);
  return { ms: end, workersBusy: workMs / (workers * (end - planMs)), busy: Object.fromEntries(shares) };
}
