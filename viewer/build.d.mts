/** Writes the page of the HTML report, without data, to `file`; by default to dist/viewer/clash.html. */
export function buildPage(file?: string): Promise<void>;
