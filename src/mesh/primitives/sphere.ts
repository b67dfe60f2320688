import { cos, sin } from "../../numerics/portable-math.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { TriangleMesh } from "../triangle-mesh.ts";
import { positive, wholeNumber } from "./check-options.ts";
import { type Section, skinBetweenTips } from "./skin.ts";

export interface SphereOptions {
  /** Default 1. */
  radius?: number;
  /** Meridians, at least 3. Default 32. */
  segments?: number;
  /** Bands from pole to pole, at least 2. Default 16. */
  rings?: number;
}

const SPHERE_OPTIONS: OptionNames<SphereOptions> = { radius: true, segments: true, rings: true };

/** A closed sphere of meridians and parallels about the y axis: 2 · segments · (rings - 1) triangles. */
export function createSphere(options: SphereOptions = {}): TriangleMesh {
  checkOptionNames(options, SPHERE_OPTIONS, "createSphere");
  const { radius = 1, segments = 32, rings = 16 } = options;
  positive("radius", radius);
  wholeNumber("segments", segments, 3);
  wholeNumber("rings", rings, 2);
  const sections: Section[] = [];
  for (let ring = 1; ring < rings; ring++) {
    const angle = (Math.PI * ring) / rings;
    const r = radius * sin(angle);
    sections.push({ center: [0, radius * cos(angle), 0], u: [r, 0, 0], v: [0, 0, r] });
  }
  return skinBetweenTips([0, radius, 0], sections, [0, -radius, 0], segments);
}
