// A glTF file as an object, with its numbers packed into one buffer. Only what the tests need.

type Numbers = Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array;
const COMPONENTS = new Map<unknown, number>([
  [Int8Array, 5120],
  [Uint8Array, 5121],
  [Int16Array, 5122],
  [Uint16Array, 5123],
  [Uint32Array, 5125],
  [Float32Array, 5126],
]);

// biome-ignore lint/suspicious/noExplicitAny: tests put together any JSON, also bad one
export type Gltf = Record<string, any>;

export interface GltfWriter {
  json: Gltf;
  /** Appends values and returns the number of the accessor that describes them. */
  add(values: Numbers, type: string, more?: Gltf): number;
  /** Appends bytes and returns the number of their buffer view. */
  addView(bytes: Uint8Array, more?: Gltf): number;
  toGlb(): Uint8Array;
  toGltf(): Uint8Array;
  /** The content of the buffer. */
  buffer(): Uint8Array;
}

export function createGltf(json: Gltf = {}): GltfWriter {
  const chunks: number[] = [];
  const root: Gltf = { asset: { version: "2.0" }, bufferViews: [], accessors: [], ...json };

  function addView(bytes: Uint8Array, more: Gltf = {}): number {
    while (chunks.length % 4 !== 0) chunks.push(0);
    root.bufferViews.push({ buffer: 0, byteOffset: chunks.length, byteLength: bytes.length, ...more });
    for (const byte of bytes) chunks.push(byte);
    return root.bufferViews.length - 1;
  }

  function add(values: Numbers, type: string, more: Gltf = {}): number {
    const size = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 }[type]!;
    const bufferView = addView(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    root.accessors.push({
      bufferView,
      componentType: COMPONENTS.get(values.constructor),
      count: values.length / size,
      type,
      ...more,
    });
    return root.accessors.length - 1;
  }

  function buffer(): Uint8Array {
    return Uint8Array.from(chunks);
  }

  return {
    json: root,
    add,
    addView,
    buffer,
    toGlb: () =>
      toGlb({ ...root, ...(chunks.length > 0 && { buffers: [{ byteLength: chunks.length }] }) }, buffer()),
    toGltf: () => {
      const uri = `data:application/octet-stream;base64,${Buffer.from(chunks).toString("base64")}`;
      return new TextEncoder().encode(
        JSON.stringify({ ...root, buffers: [{ byteLength: chunks.length, uri }] }, null, 1),
      );
    },
  };
}

export function toGlb(json: Gltf, binary: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const textSize = 4 * Math.ceil(text.length / 4);
  const binarySize = 4 * Math.ceil(binary.length / 4);
  const bytes = new Uint8Array(12 + 8 + textSize + 8 + binarySize);
  const view = new DataView(bytes.buffer);
  const words = [0x46546c67, 2, bytes.length, textSize, 0x4e4f534a];
  for (const [i, word] of words.entries()) view.setUint32(4 * i, word, true);
  bytes.fill(0x20, 20, 20 + textSize);
  bytes.set(text, 20);
  view.setUint32(20 + textSize, binarySize, true);
  view.setUint32(24 + textSize, 0x004e4942, true);
  bytes.set(binary, 28 + textSize);
  return bytes;
}
