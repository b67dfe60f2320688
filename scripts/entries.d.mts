export const ENTRIES: Record<string, [source: string, name: string]>;
export const PROGRAMS: Record<string, string>;
