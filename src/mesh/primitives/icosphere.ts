import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { createMesh, type TriangleMesh } from "../triangle-mesh.ts";
import { positive, wholeNumber } from "./check-options.ts";

export interface IcosphereOptions {
  /** Default 1. */
  radius?: number;
  /** How often each triangle is cut into four, 0 to 9. Default 3 (1,280 triangles). */
  subdivisions?: number;
}

const ICOSPHERE_OPTIONS: OptionNames<IcosphereOptions> = { radius: true, subdivisions: true };

// A JavaScript Map holds 2^24 keys; level 9 needs 2 million, level 12 would need 126 million.
const MAX_SUBDIVISIONS = 9;

const LONG = (1 + Math.sqrt(5)) / 2;
// Three golden rectangles, one per coordinate plane.
const ICOSAHEDRON_POSITIONS = [
  [-1, LONG, 0, 1, LONG, 0, -1, -LONG, 0, 1, -LONG, 0],
  [0, -1, LONG, 0, 1, LONG, 0, -1, -LONG, 0, 1, -LONG],
  [LONG, 0, -1, LONG, 0, 1, -LONG, 0, -1, -LONG, 0, 1],
].flat();
const ICOSAHEDRON_INDICES = [
  [0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11],
  [1, 5, 9, 5, 11, 4, 11, 10, 2, 10, 7, 6, 7, 1, 8],
  [3, 9, 4, 3, 4, 2, 3, 2, 6, 3, 6, 8, 3, 8, 9],
  [4, 9, 5, 2, 4, 11, 6, 2, 10, 8, 6, 7, 9, 8, 1],
].flat();

/** A closed sphere of nearly equal triangles, from an icosahedron: 20 · 4^subdivisions triangles. */
export function createIcosphere(options: IcosphereOptions = {}): TriangleMesh {
  checkOptionNames(options, ICOSPHERE_OPTIONS, "createIcosphere");
  const { radius = 1, subdivisions = 3 } = options;
  positive("radius", radius);
  wholeNumber("subdivisions", subdivisions, 0, MAX_SUBDIVISIONS);
  const positions: number[] = [];
  for (let i = 0; i < ICOSAHEDRON_POSITIONS.length; i += 3)
    pushOnSphere(
      positions,
      ICOSAHEDRON_POSITIONS[i],
      ICOSAHEDRON_POSITIONS[i + 1],
      ICOSAHEDRON_POSITIONS[i + 2],
    );
  let indices = ICOSAHEDRON_INDICES;
  for (let level = 0; level < subdivisions; level++) indices = cutInFour(positions, indices);
  return createMesh({
    positions: Float64Array.from(positions, (value) => value * radius),
    indices: Uint32Array.from(indices),
  });
}

function cutInFour(positions: number[], indices: readonly number[]): number[] {
  const vertexCount = positions.length / 3;
  const middles = new Map<number, number>();

  function middle(a: number, b: number): number {
    const edge = Math.min(a, b) * vertexCount + Math.max(a, b);
    let vertex = middles.get(edge);
    if (vertex === undefined) {
      vertex = positions.length / 3;
      middles.set(edge, vertex);
      pushOnSphere(
        positions,
        positions[3 * a] + positions[3 * b],
        positions[3 * a + 1] + positions[3 * b + 1],
        positions[3 * a + 2] + positions[3 * b + 2],
      );
    }
    return vertex;
  }

  const cut: number[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const a = indices[i];
    const b = indices[i + 1];
    const c = indices[i + 2];
    const ab = middle(a, b);
    const bc = middle(b, c);
    const ca = middle(c, a);
    cut.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  }
  return cut;
}

function pushOnSphere(positions: number[], x: number, y: number, z: number): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  positions.push(x / length, y / length, z / length);
}
