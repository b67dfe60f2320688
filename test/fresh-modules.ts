import { fileURLToPath } from "node:url";

// Sources come from one built file (build-once.ts), which a process loads once. Tests that need a module in its first state, or with a
// dependency mocked, have Vitest load the source: `vi.resetModules()` forgets such modules, and `vi.doMock` serves them.

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** A source as Vitest loads it: anew after `vi.resetModules()`. `importFresh<typeof import("../src/x.ts")>("src/x.ts")`. */
export async function importFresh<Module>(source: `src/${string}.ts`): Promise<Module> {
  return (await import(`${ROOT}${source}?fresh`)) as Module;
}
