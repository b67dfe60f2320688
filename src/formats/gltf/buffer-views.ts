import { meshoptDecoder } from "./decoders.ts";
import { type GltfDocument, spend } from "./document.ts";
import { isMissing, type Json, member, reference, refuse, text, whole } from "./json.ts";

const MESHOPT = ["EXT_meshopt_compression", "KHR_meshopt_compression"];
const MODES = ["ATTRIBUTES", "TRIANGLES", "INDICES"];
const FILTERS = ["NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"];

/** The bytes of the buffer view that `json` refers to, decompressed if necessary, and its stride. */
export function bytesOfView(
  document: GltfDocument,
  json: Json,
): { bytes: Uint8Array; stride: number | null } {
  const index = reference(json, document.bufferViews, "buffer view");
  const view = document.bufferViews[index];
  const byteStride = member(view, "byteStride");
  const stride = isMissing(byteStride) ? null : whole(byteStride);
  const known = document.decodedViews.get(index);
  if (known !== undefined) return { bytes: known, stride };
  const compressed = compressionOf(view);
  const bytes = compressed === null ? slice(document, view) : decompress(document, view, compressed);
  document.decodedViews.set(index, bytes);
  return { bytes, stride };
}

/** The bytes of a buffer view, or of its compressed form. */
function slice(document: GltfDocument, view: Json): Uint8Array {
  const buffer = member(view, "buffer");
  const bytes = document.buffers[reference(buffer, document.buffers, "buffer")];
  const offset = whole(member(view, "byteOffset"), 0);
  const length = whole(member(view, "byteLength"));
  if (offset + length > bytes.length)
    refuse(
      view,
      `bytes ${offset} to ${offset + length} of buffer ${buffer.value}, which has ${bytes.length}`,
    );
  return bytes.subarray(offset, offset + length);
}

function compressionOf(view: Json): Json | null {
  const extensions = member(view, "extensions");
  if (isMissing(extensions)) return null;
  for (const name of MESHOPT) {
    const extension = member(extensions, name);
    if (!isMissing(extension)) return extension;
  }
  return null;
}

function decompress(document: GltfDocument, view: Json, compressed: Json): Uint8Array {
  const source = slice(document, compressed);
  const count = whole(member(compressed, "count"));
  const stride = whole(member(compressed, "byteStride"));
  const mode = text(member(compressed, "mode"));
  const filter = text(member(compressed, "filter"), "NONE");
  if (!MODES.includes(mode)) refuse(member(compressed, "mode"), `unknown mode ${JSON.stringify(mode)}`);
  if (!FILTERS.includes(filter))
    refuse(member(compressed, "filter"), `unknown filter ${JSON.stringify(filter)}`);
  if (count * stride !== whole(member(view, "byteLength")))
    refuse(compressed, `${count} elements of ${stride} bytes do not fill the buffer view`);
  spend(document, count * stride, compressed);
  const target = new Uint8Array(count * stride);
  try {
    meshoptDecoder(document.decoders, compressed).decodeGltfBuffer(
      target,
      count,
      stride,
      source,
      mode,
      filter,
    );
  } catch (error) {
    if ((error as Error).name === "FormatError") throw error;
    refuse(compressed, `meshopt cannot decode it: ${(error as Error).message}`);
  }
  return target;
}
