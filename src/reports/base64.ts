/** Base64 turns three bytes into four letters, so pieces whose length is a multiple of three can be joined. */
const PIECE = 3 * 4096;

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
  return text;
}
