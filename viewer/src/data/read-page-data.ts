import { BYTES_ID, JSON_ID, type PageData } from "../../../src/reports/packed-scene.ts";

/** The report and the table of contents of the geometry. */
export async function readJson(): Promise<PageData> {
  return JSON.parse(new TextDecoder().decode(await readElement(JSON_ID))) as PageData;
}

/** The geometry; may take a second, so the list does not wait for it. */
export async function readBytes(): Promise<ArrayBuffer> {
  return readElement(BYTES_ID);
}

async function readElement(id: string): Promise<ArrayBuffer> {
  const holder = document.getElementById(id);
  if (holder === null) throw new Error(`the page holds no ${id}: it is the template of a report`);
  const letters = atob(holder.textContent ?? "");
  holder.remove(); // its text is as long as the file
  const packed = new Uint8Array(letters.length);
  for (let i = 0; i < packed.length; i++) packed[i] = letters.charCodeAt(i);
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).arrayBuffer();
}
