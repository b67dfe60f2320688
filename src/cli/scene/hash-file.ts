import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

/** How long a file is, and the SHA-256 of its bytes, without holding them in memory. */
export async function hashFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}
