import type { Vector } from "../../geometry/vector.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { TriangleMesh } from "../triangle-mesh.ts";
import { addFace, createCellFaces, meshOfFaces } from "./cell-faces.ts";
import { perAxis, positive, wholeNumber } from "./check-options.ts";

export interface LatticeOptions {
  /** How many junctions there are along x, y and z; 1 makes the lattice flat in that direction. Default 4 each. */
  counts?: number | Readonly<Vector>;
  /** Length of the bars between junctions, in cells. Default 2. */
  barLength?: number;
  /** Width of bars and junctions, in cells. Default 1. */
  barWidth?: number;
  /** Length of the longest side. Default 1. */
  size?: number;
}

const LATTICE_OPTIONS: OptionNames<LatticeOptions> = {
  counts: true,
  barLength: true,
  barWidth: true,
  size: true,
};

/**
 * A lattice of square bars with holes between them: junctions joined by bars along the axes, centred at the
 * origin, as one closed surface of equal right triangles (two per outer cell face).
 */
export function createLattice(options: LatticeOptions = {}): TriangleMesh {
  checkOptionNames(options, LATTICE_OPTIONS, "createLattice");
  const { counts = 4, barLength = 2, barWidth = 1, size = 1 } = options;
  const junctions = perAxis("counts", counts, (name, value) => wholeNumber(name, value, 1));
  const length = wholeNumber("barLength", barLength, 1);
  const width = wholeNumber("barWidth", barWidth, 1);
  positive("size", size);
  const cells = scale(junctions, (count) => count * width + (count - 1) * length);
  const cellSize = size / Math.max(...cells);

  /** A cell is solid if it lies between junctions along at most one axis: a junction (none) or a bar (one). */
  function isSolid(x: number, y: number, z: number): boolean {
    return betweenJunctions(x) + betweenJunctions(y) + betweenJunctions(z) <= 1;
  }
  function betweenJunctions(step: number): number {
    return step % (width + length) < width ? 0 : 1;
  }

  const faces = createCellFaces(cells);
  const cell: Vector = [0, 0, 0];
  for (cell[2] = 0; cell[2] < cells[2]; cell[2]++)
    for (cell[1] = 0; cell[1] < cells[1]; cell[1]++)
      for (cell[0] = 0; cell[0] < cells[0]; cell[0]++) {
        if (!isSolid(...cell)) continue;
        for (let axis = 0; axis < 3; axis++) {
          const next: Vector = [...cell];
          next[axis] = cell[axis] - 1;
          if (next[axis] < 0 || !isSolid(...next)) addFace(faces, cell, axis, 0);
          next[axis] = cell[axis] + 1;
          if (next[axis] === cells[axis] || !isSolid(...next)) addFace(faces, cell, axis, 1);
        }
      }
  return meshOfFaces(
    faces,
    scale(cells, (count) => count * cellSize),
    [0, 0, 0],
  );
}

function scale([x, y, z]: Readonly<Vector>, change: (value: number) => number): Readonly<Vector> {
  return [change(x), change(y), change(z)];
}

/**
 * A cube of 8 × 8 × 8 junctions with side 1 and exactly 46,080 triangles, the size of the grid in Figueiredo 2009 (Figure
 * 5), whose file is not public.
 */
export function createGrid46080(): TriangleMesh {
  // (6·junctions - 2·bars)·width² + 4·bars·width·length faces, with 512 junctions and 1,344 bars: 23,040.
  return createLattice({ counts: 8, barLength: 2, barWidth: 2 });
}
