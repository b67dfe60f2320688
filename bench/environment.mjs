import { readFileSync } from "node:fs";
import { cpus } from "node:os";

/** What the figures were measured on, and the seed that repeats them. */
export function describeEnvironment(seed) {
  return `${describeMachine()}; seed ${seed}`;
}

export function describeMachine() {
  const cores = cpus();
  return `Node ${process.version}, V8 ${process.versions.v8}; ${cores[0]?.model.trim() ?? "unknown CPU"}${processorFamily()}, ${cores.length} cores`;
}

/** Virtual machines often name the maker alone; Linux also tells the numbers of the family and the model. */
function processorFamily() {
  let text;
  try {
    text = readFileSync("/proc/cpuinfo", "utf8");
  } catch {
    return "";
  }
  const number = (name) => text.match(new RegExp(`^${name}\\s*: (\\d+)$`, "m"))?.[1];
  const [family, model] = [number("cpu family"), number("model")];
  return family === undefined ? "" : ` (family ${family}, model ${model})`;
}
