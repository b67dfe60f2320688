import { element } from "../dom.ts";

/** Hands a file to the browser's downloads: all that a page from the disk may do without asking. */
export function downloadFile(name: string, type: string, pieces: string[]): void {
  const url = URL.createObjectURL(new Blob(pieces, { type }));
  const link = element("a", { download: name });
  link.href = url;
  link.click();
  // Some browsers read the blob only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** What of the File System Access API is used here; TypeScript's DOM has no types for the pickers. */
interface FileHandle {
  name: string;
  getFile(): Promise<File>;
  createWritable(): Promise<{ write(text: string): Promise<void>; close(): Promise<void> }>;
}
type Picker = (options: object) => Promise<FileHandle[]>;

/** The browser's way to choose a file that a page may then write; null where the browser has none. */
export function filePicker(): Picker | null {
  const picker = (window as { showOpenFilePicker?: Picker }).showOpenFilePicker;
  return picker === undefined ? null : picker.bind(window);
}

/**
 * Lets the user choose a file, and replaces its text. Returns its name, or null if the user chose none. Errors of `change` leave
 * the file as it is.
 */
export async function rewriteFile(
  picker: Picker,
  change: (text: string, name: string) => string,
): Promise<string | null> {
  let handle: FileHandle;
  try {
    [handle] = await picker({
      types: [{ description: "Status file of abut", accept: { "application/json": [".json"] } }],
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return null;
    throw error;
  }
  const text = change(await (await handle.getFile()).text(), handle.name);
  const out = await handle.createWritable();
  await out.write(text);
  await out.close();
  return handle.name;
}
