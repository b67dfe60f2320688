import {
  BufferGeometry,
  type ColorRepresentation,
  LineBasicMaterial,
  LineSegments,
  Points,
  PointsMaterial,
} from "three";
import { showVertices, writeAttribute } from "./line-buffer.ts";

// Lines and points of helpers, which lie over the models they belong to.

export function createLines(color: ColorRepresentation): LineSegments<BufferGeometry, LineBasicMaterial> {
  const material = new LineBasicMaterial({ color, depthTest: false, toneMapped: false });
  return uncull(new LineSegments(new BufferGeometry(), material));
}

export function createPoints(
  color: ColorRepresentation,
  size: number,
): Points<BufferGeometry, PointsMaterial> {
  const material = new PointsMaterial({
    color,
    size,
    sizeAttenuation: false,
    depthTest: false,
    toneMapped: false,
  });
  return uncull(new Points(new BufferGeometry(), material));
}

/** Shows these vertices, three numbers each. */
export function draw({ geometry }: { geometry: BufferGeometry }, vertices: ArrayLike<number>): void {
  writeAttribute(geometry, "position", vertices);
  showVertices(geometry, vertices.length / 3);
}

function uncull<Marks extends LineSegments | Points>(marks: Marks): Marks {
  marks.frustumCulled = false;
  marks.renderOrder = 1;
  return marks;
}
