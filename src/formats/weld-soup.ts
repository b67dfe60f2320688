import type { Indices, Positions } from "../mesh/triangle-mesh.ts";
import { weldVertices } from "../mesh/weld-vertices.ts";

/** A soup's corners as vertices and indices: corners at the very same coordinates become one vertex, none other. */
export function weldSoup<T extends Positions>(soup: T): { positions: T; indices: Indices } {
  const first = weldVertices(soup);
  const indices = new Uint32Array(first.length);
  let count = 0;
  for (let i = 0; i < first.length; i++) indices[i] = first[i] === i ? count++ : indices[first[i]!]!;
  const positions = new (soup.constructor as new (size: number) => T)(3 * count);
  for (let i = 0, to = 0; i < first.length; i++) {
    if (first[i] !== i) continue;
    positions[to++] = soup[3 * i]!;
    positions[to++] = soup[3 * i + 1]!;
    positions[to++] = soup[3 * i + 2]!;
  }
  return { positions, indices };
}
