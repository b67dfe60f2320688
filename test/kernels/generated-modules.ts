import { readdirSync } from "node:fs";

/** What `npm run kernels` writes for one module. */
interface GeneratedModule {
  KERNELS: { text: string };
  MADE_OF: { sources: string };
}

const FOLDER = "../../src/kernels/generated/";

/** All generated modules, in the order of scripts/build-kernels.mjs, which is that of their names: ranks of opcodes depend on it. */
export const GENERATED: GeneratedModule[] = await Promise.all(
  readdirSync(new URL(FOLDER, import.meta.url))
    .filter((name) => name !== "opcodes.ts")
    .sort()
    .map((name) => import(`${FOLDER}${name}`)),
);
