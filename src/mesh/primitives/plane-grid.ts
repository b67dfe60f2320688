import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { createMesh, type TriangleMesh } from "../triangle-mesh.ts";
import { positive, wholeNumber } from "./check-options.ts";

export interface PlaneGridOptions {
  /** Along x. Default 1. */
  width?: number;
  /** Along z. Default 1. */
  depth?: number;
  /** Cells along x. Default 10. */
  columns?: number;
  /** Cells along z. Default 10. */
  rows?: number;
}

const PLANE_GRID_OPTIONS: OptionNames<PlaneGridOptions> = {
  width: true,
  depth: true,
  columns: true,
  rows: true,
};

/** An open flat sheet in the plane y = 0, centred, facing +y: 2 · columns · rows triangles. */
export function createPlaneGrid(options: PlaneGridOptions = {}): TriangleMesh {
  checkOptionNames(options, PLANE_GRID_OPTIONS, "createPlaneGrid");
  const { width = 1, depth = 1, columns = 10, rows = 10 } = options;
  positive("width", width);
  positive("depth", depth);
  wholeNumber("columns", columns, 1);
  wholeNumber("rows", rows, 1);
  const positions = new Float64Array(3 * (columns + 1) * (rows + 1));
  let cursor = 0;
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++) {
      positions[cursor++] = (column / columns - 0.5) * width;
      positions[cursor++] = 0;
      positions[cursor++] = (row / rows - 0.5) * depth;
    }
  const indices = new Uint32Array(6 * columns * rows);
  cursor = 0;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const a = row * (columns + 1) + column;
      const b = a + columns + 1; // one row further, at larger z
      indices.set([a, b, b + 1, a, b + 1, a + 1], cursor);
      cursor += 6;
    }
  return createMesh({ positions, indices });
}
