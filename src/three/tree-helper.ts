import {
  BufferGeometry,
  type ColorRepresentation,
  LineBasicMaterial,
  LineSegments,
  type Object3D,
} from "three";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { type BoxHierarchy, boxesOfLevel, CORNERS } from "./boxes-of-level.ts";
import { showVertices, writeAttribute } from "./line-buffer.ts";

export interface TreeHelperOptions {
  /** Which level of boxes is drawn; the root is level 0. Default 0. */
  level?: number | undefined;
  color?: ColorRepresentation | undefined;
  /** The object whose world matrix the boxes follow: the mesh that the tree is of. Default: the boxes stay in the world. */
  object?: Object3D | undefined;
}

const TREE_HELPER_OPTIONS: OptionNames<TreeHelperOptions> = { level: true, color: true, object: true };

/** The twelve edges of a box, as pairs of corners that differ in one bit. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];

/**
 * Draws the boxes of one level: of an AABB tree, an OBB tree or an R-tree in the model's space, of an articulated body (CAB) in the world.
 * Leaves above the level are drawn, too. Set `level` or `source`, or refit the tree, then call `update`. `boxCount` says how many there
 * are.
 */
export class TreeHelper extends LineSegments<BufferGeometry, LineBasicMaterial> {
  source: BoxHierarchy;
  level: number;
  boxCount = 0;

  constructor(source: BoxHierarchy, options: TreeHelperOptions = {}) {
    checkOptionNames(options, TREE_HELPER_OPTIONS, "TreeHelper");
    const { level = 0, color = 0x2f9e44, object } = options;
    super(new BufferGeometry(), new LineBasicMaterial({ color, toneMapped: false }));
    this.source = source;
    this.level = level;
    this.frustumCulled = false;
    if (object !== undefined) {
      this.matrix = object.matrixWorld;
      this.matrixAutoUpdate = false;
    }
    this.update();
  }

  /** Reads the boxes again. */
  update(): void {
    const corners = boxesOfLevel(this.source, this.level);
    this.boxCount = corners.length / (3 * CORNERS);
    const lines = new Float32Array(this.boxCount * EDGES.length * 3);
    let at = 0;
    for (let box = 0; box < this.boxCount; box++)
      for (const corner of EDGES) {
        const from = 3 * (CORNERS * box + corner);
        lines[at++] = corners[from];
        lines[at++] = corners[from + 1];
        lines[at++] = corners[from + 2];
      }
    writeAttribute(this.geometry, "position", lines);
    showVertices(this.geometry, lines.length / 3);
  }

  override dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
