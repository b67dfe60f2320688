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

/** A closed sphere of meridians and parallels about the y axis: 2 · segments · (rings - 1) triangles. */
export function createSphere({ radius = 1, segments = 32, rings = 16 }: SphereOptions = {}): TriangleMesh {
  positive("radius", radius);
  wholeNumber("segments", segments, 3);
  wholeNumber("rings", rings, 2);
  const sections: Section[] = [];
  for (let ring = 1; ring < rings; ring++) {
    const angle = (Math.PI * ring) / rings;
    const r = radius * Math.sin(angle);
    sections.push({ center: [0, radius * Math.cos(angle), 0], u: [r, 0, 0], v: [0, 0, r] });
  }
  return skinBetweenTips([0, radius, 0], sections, [0, -radius, 0], segments);
}
