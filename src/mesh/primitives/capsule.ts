import { cos, sin } from "../../numerics/portable-math.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { TriangleMesh } from "../triangle-mesh.ts";
import { positive, wholeNumber } from "./check-options.ts";
import { type Section, skinBetweenTips } from "./skin.ts";

export interface CapsuleOptions {
  /** Default 1. */
  radius?: number;
  /** The straight part, without the half spheres. Default 2. */
  length?: number;
  /** Points around the axis, at least 4; each half sphere has a quarter as many bands. Default 32. */
  segments?: number;
}

const CAPSULE_OPTIONS: OptionNames<CapsuleOptions> = { radius: true, length: true, segments: true };

/** A closed capsule about the z axis, centred at the origin, with its vertices on the ideal capsule. */
export function createCapsule(options: CapsuleOptions = {}): TriangleMesh {
  checkOptionNames(options, CAPSULE_OPTIONS, "createCapsule");
  const { radius = 1, length = 2, segments = 32 } = options;
  positive("radius", radius);
  positive("length", length);
  wholeNumber("segments", segments, 4);
  const bands = Math.max(1, Math.round(segments / 4));
  const sections: Section[] = [];
  for (const [end, first] of [
    [-1, 1],
    [1, bands],
  ] as const)
    for (let i = 0; i < bands; i++) {
      const angle = (Math.PI / 2) * ((first - end * i) / bands); // from one tip towards the other
      const r = radius * sin(angle);
      const z = end * (length / 2 + radius * cos(angle));
      sections.push({ center: [0, 0, z], u: [r, 0, 0], v: [0, r, 0] });
    }
  const tip = length / 2 + radius;
  return skinBetweenTips([0, 0, -tip], sections, [0, 0, tip], segments);
}
