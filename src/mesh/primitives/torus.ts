import { cos, sin } from "../../numerics/portable-math.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { TriangleMesh } from "../triangle-mesh.ts";
import { positive, wholeNumber } from "./check-options.ts";
import { type Section, skinLoop } from "./skin.ts";

export interface TorusOptions {
  /** From the centre to the middle of the tube. Default 1. */
  majorRadius?: number;
  /** Radius of the tube. Default 0.4. */
  minorRadius?: number;
  /** Sections along the tube, at least 3. Default 48. */
  majorSegments?: number;
  /** Points around the tube, at least 3. Default 24. */
  minorSegments?: number;
}

const TORUS_OPTIONS: OptionNames<TorusOptions> = {
  majorRadius: true,
  minorRadius: true,
  majorSegments: true,
  minorSegments: true,
};

/** A closed ring about the y axis: 2 · majorSegments · minorSegments triangles. */
export function createTorus(options: TorusOptions = {}): TriangleMesh {
  checkOptionNames(options, TORUS_OPTIONS, "createTorus");
  const { majorRadius = 1, minorRadius = 0.4, majorSegments = 48, minorSegments = 24 } = options;
  positive("majorRadius", majorRadius);
  positive("minorRadius", minorRadius);
  wholeNumber("majorSegments", majorSegments, 3);
  wholeNumber("minorSegments", minorSegments, 3);
  const sections: Section[] = [];
  for (let i = 0; i < majorSegments; i++) {
    const angle = (2 * Math.PI * i) / majorSegments;
    const cosine = cos(angle);
    const sine = sin(angle);
    sections.push({
      center: [majorRadius * cosine, 0, majorRadius * sine],
      u: [minorRadius * cosine, 0, minorRadius * sine],
      v: [0, minorRadius, 0],
    });
  }
  return skinLoop(sections, minorSegments);
}
