import { BufferAttribute, type BufferGeometry } from "three";

// Attributes of helpers, which are drawn anew in every frame: memory grows by doubling, and three.js uploads no more than is used.

/** Writes numbers to an attribute of three numbers a vertex. An attribute that is too short is replaced by one twice as long. */
export function writeAttribute(geometry: BufferGeometry, name: string, values: ArrayLike<number>): void {
  const before = geometry.getAttribute(name) as BufferAttribute | undefined;
  let attribute = before;
  if (attribute === undefined || attribute.array.length < values.length) {
    const vertices = capacityFor(values.length / 3);
    attribute = new BufferAttribute(new Float32Array(3 * vertices), 3);
    // three.js keeps memory on the graphics card by attribute, and frees it by geometry.
    if (before !== undefined) geometry.dispose();
    geometry.setAttribute(name, attribute);
  }
  (attribute.array as Float32Array).set(values);
  attribute.needsUpdate = true;
}

/** Draws the first `count` vertices. */
export function showVertices(geometry: BufferGeometry, count: number): void {
  geometry.setDrawRange(0, count);
  // Bounds would be those of earlier numbers: helpers are never culled.
  geometry.boundingBox = null;
  geometry.boundingSphere = null;
}

function capacityFor(vertices: number): number {
  let capacity = 8;
  while (capacity < vertices) capacity *= 2;
  return capacity;
}
