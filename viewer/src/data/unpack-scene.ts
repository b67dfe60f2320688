import { MATRIX_LENGTH, NARROW_VERTICES, type PackedScene } from "../../../src/reports/packed-scene.ts";

export interface MeshArrays {
  positions: Float32Array;
  indices: Uint16Array | Uint32Array;
}

export interface Curve {
  closed: boolean;
  /** Less the clash's point. */
  points: Float32Array;
}

/** The geometry as arrays over the block of bytes; `packed-scene.ts` draws the layout. */
export interface UnpackedScene {
  meshes: MeshArrays[];
  /** For each part 12 numbers, or null where only its box is drawn. */
  matrices: (Float64Array | null)[];
  /** For each clash. */
  curves: Curve[][];
}

export function unpackScene(scene: PackedScene, bytes: ArrayBuffer): UnpackedScene {
  let at = 0;
  const take = <Words>(
    type: { new (buffer: ArrayBuffer, at: number, length: number): Words; BYTES_PER_ELEMENT: number },
    length: number,
  ) => {
    const words = new type(bytes, at, length);
    at += length * type.BYTES_PER_ELEMENT;
    return words;
  };
  const matrices = scene.meshOfPart.map((mesh) => (mesh === -1 ? null : take(Float64Array, MATRIX_LENGTH)));
  const positions = scene.meshes.map(({ vertices }) => take(Float32Array, 3 * vertices));
  const curves = scene.curves.map((counts) =>
    counts.map((count) => ({ closed: count < 0, points: take(Float32Array, 3 * Math.abs(count)) })),
  );
  const indices: (Uint16Array | Uint32Array)[] = [];
  const isWide = (mesh: number) => scene.meshes[mesh].vertices > NARROW_VERTICES;
  scene.meshes.forEach(({ triangles }, i) => {
    if (isWide(i)) indices[i] = sums(take(Uint32Array, 3 * triangles));
  });
  scene.meshes.forEach(({ triangles }, i) => {
    if (!isWide(i)) indices[i] = sums(take(Uint16Array, 3 * triangles));
  });
  return { matrices, curves, meshes: positions.map((p, i) => ({ positions: p, indices: indices[i] })) };
}

/** From differences to indices, in place; both wrap around. */
function sums<Words extends Uint16Array | Uint32Array>(words: Words): Words {
  for (let i = 1; i < words.length; i++) words[i] = words[i] + words[i - 1];
  return words;
}
