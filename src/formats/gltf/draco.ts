import { type Components, shapeOf } from "./accessors.ts";
import { bytesOfView } from "./buffer-views.ts";
import { type DracoModule, dracoDecoder } from "./decoders.ts";
import { type GltfDocument, spend } from "./document.ts";
import { isMissing, type Json, keys, member, reference, refuse, whole } from "./json.ts";

const DRACO = "KHR_draco_mesh_compression";
/** The attributes that determine positions; the others stay compressed. */
const NEEDED = /^(?:POSITION|JOINTS_\d+|WEIGHTS_\d+)$/;

/**
 * Decodes a primitive's Draco data, if it has any, and stores the values where `readAccessor` finds them. Without the
 * decoder, plain accessors are used if the file has them as well.
 */
export function unpackDraco(document: GltfDocument, primitive: Json): void {
  const extensions = member(primitive, "extensions");
  if (isMissing(extensions)) return;
  const packed = member(extensions, DRACO);
  if (isMissing(packed) || (document.decoders.draco === null && hasPlainData(document, primitive))) return;
  const draco = dracoDecoder(document.decoders, packed);
  const { bytes } = bytesOfView(document, member(packed, "bufferView"));
  const created: unknown[] = [];
  try {
    decode(document, primitive, packed, draco, bytes, created);
  } catch (error) {
    if ((error as Error).name === "FormatError") throw error;
    refuse(packed, `Draco cannot decode it: ${String((error as Error).message ?? error).slice(0, 120)}`);
  } finally {
    for (const object of created) draco.destroy(object);
  }
}

function hasPlainData(document: GltfDocument, primitive: Json): boolean {
  const position = member(member(primitive, "attributes"), "POSITION");
  const accessor = document.accessors[reference(position, document.accessors, "accessor")];
  return !isMissing(member(accessor, "bufferView"));
}

function decode(
  document: GltfDocument,
  primitive: Json,
  packed: Json,
  draco: DracoModule,
  bytes: Uint8Array,
  created: unknown[],
): void {
  const make = (name: string) => {
    const object = new draco[name]();
    created.push(object);
    return object;
  };
  const buffer = make("DecoderBuffer");
  buffer.Init(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), bytes.length);
  const decoder = make("Decoder");
  if (decoder.GetEncodedGeometryType(buffer) !== draco.TRIANGULAR_MESH)
    refuse(packed, "Draco data, but no mesh");
  const mesh = make("Mesh");
  const status = decoder.DecodeBufferToMesh(buffer, mesh);
  if (!status.ok()) refuse(packed, `Draco cannot decode it: ${status.error_msg()}`);

  /** Copies data into the decoder's memory, runs it and takes the values out. */
  function take(
    Type: new (length: number) => Components,
    length: number,
    copy: (size: number, at: number) => void,
  ) {
    const values = new Type(length);
    const at = draco._malloc(values.byteLength);
    copy(values.byteLength, at);
    new Uint8Array(values.buffer).set(new Uint8Array(draco.HEAPF32.buffer, at, values.byteLength));
    draco._free(at);
    return values;
  }

  const count: number = mesh.num_points();
  for (const name of keys(member(packed, "attributes"))) {
    if (!NEEDED.test(name)) continue;
    const id = member(member(packed, "attributes"), name);
    const attribute = decoder.GetAttributeByUniqueId(mesh, whole(id));
    if (attribute.ptr === 0) refuse(id, `the Draco data has no attribute ${id.value}`);
    const index = reference(member(member(primitive, "attributes"), name), document.accessors, "accessor");
    const { Type, size, isNormalized } = shapeOf(document.accessors[index]);
    if (attribute.num_components() !== size)
      refuse(id, `${attribute.num_components()} numbers per element, not ${size}`);
    spend(document, count * size * Type.BYTES_PER_ELEMENT, id);
    const kind = draco[`DT_${Type.name.replace(/Array$/, "").toUpperCase()}`];
    const values = take(Type, count * size, (bytesOfValues, at) =>
      decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, kind, bytesOfValues, at),
    );
    document.decodedAccessors.set(index, { values, count, size, isNormalized });
  }
  const indices = member(primitive, "indices");
  if (isMissing(indices)) return;
  const corners = 3 * mesh.num_faces();
  spend(document, 4 * corners, packed);
  const values = take(Uint32Array, corners, (size, at) => decoder.GetTrianglesUInt32Array(mesh, size, at));
  const index = reference(indices, document.accessors, "accessor");
  document.decodedAccessors.set(index, { values, count: corners, size: 1, isNormalized: false });
}
