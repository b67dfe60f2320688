export function bundle(
  folder: string,
  options?: { declarations?: boolean; internals?: boolean },
): Promise<void>;

export function bundleModules(folder: string, programs: readonly string[]): Promise<void>;
