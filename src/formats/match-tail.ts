/** Files by their name without folders. */
export type FilesByName = ReadonlyMap<string, readonly string[]>;

export function indexByName(files: Iterable<string>): FilesByName {
  const byName = new Map<string, string[]>();
  for (const file of files) {
    const name = file.slice(file.lastIndexOf("/") + 1);
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [file]);
    else known.push(file);
  }
  return byName;
}

/**
 * The file whose path fits a path of a ROS package best; null if none fits, or two fit equally well. A file fits if its name is
 * equal and all its folders occur in the path, in order: meshes/link0.stl fits franka_description/meshes/collision/link0.stl,
 * and visual/link0.stl does not. The most folders win.
 */
export function findByTail(path: string, files: FilesByName): string | null {
  const wanted = path.split("/").filter(Boolean).reverse();
  let best: string | null = null;
  let most = 0;
  let isTie = false;
  for (const file of files.get(wanted[0] ?? "") ?? []) {
    const folders = file.split("/").filter(Boolean).reverse();
    if (!isWithin(folders, wanted)) continue;
    if (folders.length > most) [best, most, isTie] = [file, folders.length, false];
    else if (folders.length === most) isTie = true;
  }
  return isTie ? null : best;
}

function isWithin(folders: readonly string[], wanted: readonly string[]): boolean {
  let at = 0;
  for (const folder of folders) {
    const place = wanted.indexOf(folder, at);
    if (place < 0) return false;
    at = place + 1;
  }
  return true;
}
