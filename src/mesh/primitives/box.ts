import { OptionError, show } from "../../errors.ts";
import type { Vector } from "../../geometry/vector.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { TriangleMesh } from "../triangle-mesh.ts";
import { addFace, createCellFaces, meshOfFaces } from "./cell-faces.ts";
import { perAxis, positive, wholeNumber } from "./check-options.ts";

export interface BoxOptions {
  /** Edge lengths along x, y and z; one number makes a cube. Default 1. */
  size?: number | Readonly<Vector>;
  /** Default the origin. */
  center?: Readonly<Vector>;
  /** How many pieces the edges along x, y and z are cut into. Default 1. */
  segments?: number | Readonly<Vector>;
}

const BOX_OPTIONS: OptionNames<BoxOptions> = { size: true, center: true, segments: true };

/** A closed box; 12 triangles when not subdivided. */
export function createBox(options: BoxOptions = {}): TriangleMesh {
  checkOptionNames(options, BOX_OPTIONS, "createBox");
  const { size = 1, center = [0, 0, 0], segments = 1 } = options;
  const sizes = perAxis("size", size, positive);
  const cells = perAxis("segments", segments, (name, value) => wholeNumber(name, value, 1));
  const middle = perAxis("center", center, finite);
  const faces = createCellFaces(cells);
  for (let axis = 0; axis < 3; axis++) {
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    const cell: Vector = [0, 0, 0];
    for (cell[v] = 0; cell[v] < cells[v]; cell[v]++)
      for (cell[u] = 0; cell[u] < cells[u]; cell[u]++) {
        cell[axis] = 0;
        addFace(faces, cell, axis, 0);
        cell[axis] = cells[axis] - 1;
        addFace(faces, cell, axis, 1);
      }
  }
  return meshOfFaces(faces, sizes, middle);
}

function finite(name: string, value: number): number {
  if (!Number.isFinite(value)) throw new OptionError(`${name}: expected a finite number, got ${show(value)}`);
  return value;
}
