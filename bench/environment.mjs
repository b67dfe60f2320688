import { cpus } from "node:os";

/** What the figures were measured on, and the seed that repeats them. */
export function describeEnvironment(seed) {
  return `${describeMachine()}; seed ${seed}`;
}

export function describeMachine() {
  const cores = cpus();
  return `Node ${process.version}, V8 ${process.versions.v8}; ${cores[0]?.model.trim() ?? "unknown CPU"}, ${cores.length} cores`;
}
