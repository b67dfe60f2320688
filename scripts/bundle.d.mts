export function bundle(
  folder: string,
  options?: { declarations?: boolean; internals?: boolean },
): Promise<void>;
