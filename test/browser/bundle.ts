import { build } from "vite";

/** A file of a bundle. */
export interface BundledFile {
  fileName: string;
  /** Of a script; other files have a `source`. */
  code?: string;
  source?: string | Uint8Array;
}

/** Bundles a module with all that it imports: the entry first, then files of its own, such as workers. */
export async function bundle(entry: string, format: "iife" | "es", name: string): Promise<BundledFile[]> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      target: "es2022",
      reportCompressedSize: false,
      lib: { entry, name, formats: [format], fileName: name },
    },
    worker: { format: "es" },
  });
  const [first] = built as { output: BundledFile[] }[];
  return first.output;
}
