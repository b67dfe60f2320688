import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { TriangleMesh } from "../triangle-mesh.ts";
import { positive, wholeNumber } from "./check-options.ts";
import { skinBetweenTips } from "./skin.ts";

export interface CylinderOptions {
  /** Default 1. */
  radius?: number;
  /** From cap to cap. Default 2. */
  length?: number;
  /** Corners of the caps, at least 3. Default 32. */
  segments?: number;
}

const CYLINDER_OPTIONS: OptionNames<CylinderOptions> = { radius: true, length: true, segments: true };

/**
 * A closed cylinder about the z axis, centred at the origin: 4 · segments triangles. Its vertices lie on the ideal
 * cylinder, its sides at most radius · (1 − cos(π / segments)) inside.
 */
export function createCylinder(options: CylinderOptions = {}): TriangleMesh {
  checkOptionNames(options, CYLINDER_OPTIONS, "createCylinder");
  const { radius = 1, length = 2, segments = 32 } = options;
  positive("radius", radius);
  positive("length", length);
  wholeNumber("segments", segments, 3);
  const half = length / 2;
  const [u, v] = [[radius, 0, 0] as const, [0, radius, 0] as const];
  const sections = [-half, half].map((z) => ({ center: [0, 0, z] as const, u, v }));
  return skinBetweenTips([0, 0, -half], sections, [0, 0, half], segments);
}
