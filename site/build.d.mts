/** Where the site is built. */
export const FOLDER: string;

/** Builds the site into a folder, which is emptied first; returns the paths of its pages, without those of the API reference. */
export function buildSite(folder?: string, options?: { api?: boolean }): Promise<string[]>;
