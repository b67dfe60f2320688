import { bytesOfView } from "./buffer-views.ts";
import { type GltfDocument, spend } from "./document.ts";
import { isMissing, type Json, member, reference, refuse, text, whole } from "./json.ts";

export type Components = Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array;

/** Decoded values, tightly packed, in the file's type. */
export interface Accessor {
  values: Components;
  count: number;
  /** Numbers per element: 3 for VEC3. */
  size: number;
  isNormalized: boolean;
  /** Cached result of `toReals`. */
  reals?: Float32Array | Float64Array;
}

const TYPES = {
  5120: Int8Array,
  5121: Uint8Array,
  5122: Int16Array,
  5123: Uint16Array,
  5125: Uint32Array,
  5126: Float32Array,
} as const;
const SIZES: ReadonlyMap<string, number> = new Map([
  ["SCALAR", 1],
  ["VEC2", 2],
  ["VEC3", 3],
  ["VEC4", 4],
  ["MAT2", 4],
  ["MAT3", 9],
  ["MAT4", 16],
]);

/** The checked properties of an accessor. */
export interface AccessorShape {
  Type: (typeof TYPES)[keyof typeof TYPES];
  count: number;
  size: number;
  isNormalized: boolean;
}

export function shapeOf(accessor: Json): AccessorShape {
  const type = member(accessor, "type");
  const size = SIZES.get(text(type));
  if (size === undefined) refuse(type, `expected SCALAR, VEC2 … MAT4, got ${JSON.stringify(type.value)}`);
  const count = whole(member(accessor, "count"));
  return { Type: typeOf(accessor), count, size, isNormalized: member(accessor, "normalized").value === true };
}

function typeOf(json: Json): AccessorShape["Type"] {
  const componentType = member(json, "componentType");
  const Type = TYPES[whole(componentType) as keyof typeof TYPES];
  if (Type === undefined) refuse(componentType, `${componentType.value} is not a component type`);
  return Type;
}

/** The values of the accessor that `json` refers to; `sizes` lists the permitted numbers per element. */
export function readAccessor(document: GltfDocument, json: Json, ...sizes: number[]): Accessor {
  const index = reference(json, document.accessors, "accessor");
  const accessor = document.decodedAccessors.get(index) ?? decode(document, index);
  document.decodedAccessors.set(index, accessor);
  if (!sizes.includes(accessor.size))
    refuse(
      json,
      `accessor ${index} has ${accessor.size} numbers per element, expected ${sizes.join(" or ")}`,
    );
  return accessor;
}

function decode(document: GltfDocument, index: number): Accessor {
  const json = document.accessors[index];
  const { Type, count, size, isNormalized } = shapeOf(json);
  spend(document, count * size * Type.BYTES_PER_ELEMENT, json);
  const values = isMissing(member(json, "bufferView"))
    ? new Type(count * size)
    : unpack(document, json, Type, count, size);
  const sparse = member(json, "sparse");
  if (!isMissing(sparse)) overwrite(document, sparse, values, count, size);
  return { values, count, size, isNormalized };
}

/** Values from a buffer view, interleaved or not; all bytes are checked to exist before anything is allocated. */
function unpack(
  document: GltfDocument,
  json: Json,
  Type: AccessorShape["Type"],
  count: number,
  size: number,
): Components {
  const view = member(json, "bufferView");
  const { bytes, stride: viewStride } = bytesOfView(document, view);
  const offset = whole(member(json, "byteOffset"), 0);
  const width = Type.BYTES_PER_ELEMENT;
  const stride = viewStride ?? size * width;
  const end = count === 0 ? offset : offset + (count - 1) * stride + size * width;
  if (end > bytes.length)
    refuse(
      json,
      `${count} elements end at byte ${end} of buffer view ${view.value}, which has ${bytes.length}`,
    );
  if (stride === size * width) {
    // A copy of its own: aligned, and independent of the file's bytes.
    return new Type(bytes.slice(offset, end).buffer as ArrayBuffer);
  }
  if (stride < size * width) refuse(json, `a stride of ${stride} bytes is less than an element`);
  const packed = new Uint8Array(count * size * width);
  for (let i = 0; i < count; i++) {
    const from = offset + i * stride;
    packed.set(bytes.subarray(from, from + size * width), i * size * width);
  }
  return new Type(packed.buffer);
}

/** Sparse accessors: overwrites some elements. */
function overwrite(
  document: GltfDocument,
  sparse: Json,
  values: Components,
  count: number,
  size: number,
): void {
  const changes = whole(member(sparse, "count"));
  const indices = member(sparse, "indices");
  spend(document, changes * (4 + size * values.BYTES_PER_ELEMENT), sparse);
  const places = unpack(document, indices, typeOf(indices), changes, 1);
  const changed = unpack(
    document,
    member(sparse, "values"),
    values.constructor as AccessorShape["Type"],
    changes,
    size,
  );
  for (let i = 0; i < changes; i++) {
    if (!(places[i] < count)) refuse(indices, `element ${places[i]} is out of range, there are ${count}`);
    for (let k = 0; k < size; k++) values[places[i] * size + k] = changed[i * size + k];
  }
}

/** The values as real numbers, made once: normalised integers are fractions of their type's largest value. */
export function toReals(accessor: Accessor): Float32Array | Float64Array {
  accessor.reals ??= convert(accessor);
  return accessor.reals;
}

function convert({ values, isNormalized }: Accessor): Float32Array | Float64Array {
  if (values instanceof Float32Array) return values;
  // 32-bit integers do not fit into f32. Positions of that type are unusual, but legal.
  const reals =
    values instanceof Uint32Array ? new Float64Array(values.length) : new Float32Array(values.length);
  const isSigned = values instanceof Int8Array || values instanceof Int16Array;
  const largest = 2 ** (8 * values.BYTES_PER_ELEMENT - (isSigned ? 1 : 0)) - 1;
  for (let i = 0; i < values.length; i++)
    reals[i] = isNormalized ? Math.max(values[i] / largest, -1) : values[i];
  return reals;
}
