import { resolve } from "node:path";

/**
 * A short label for each file: its name, with as many folders before it as needed to tell it from others of that name. A
 * file that is listed twice gets a number. Labels begin the keys of parts, so they must not depend on the location of the
 * project.
 */
export function labelFiles(paths: readonly string[]): string[] {
  const full = paths.map((path) => resolve(path).split(/[/\\]/));
  const different = [...new Map(full.map((path) => [path.join("/"), path])).values()];
  const labels: (string | undefined)[] = paths.map(() => undefined);
  for (let length = 1; labels.includes(undefined); length++) {
    const tail = (path: readonly string[]) => path.slice(-length).join("/");
    const uses = new Map<string, number>();
    for (const path of different) uses.set(tail(path), (uses.get(tail(path)) ?? 0) + 1);
    full.forEach((path, i) => {
      if (uses.get(tail(path)) === 1) labels[i] ??= tail(path);
    });
  }
  return numberRepeats(labels as string[]);
}

function numberRepeats(labels: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return labels.map((label) => {
    const count = (seen.get(label) ?? 0) + 1;
    seen.set(label, count);
    return count === 1 ? label : `${label}#${count}`;
  });
}
