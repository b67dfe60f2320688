import { OptionError } from "../../errors.ts";
import type { Vector } from "../../geometry/vector.ts";
import { cos, hypot, sin } from "../../numerics/portable-math.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { TriangleMesh } from "../triangle-mesh.ts";
import { positive, wholeNumber } from "./check-options.ts";
import { type Section, skinLoop } from "./skin.ts";

export interface TorusKnotOptions {
  /** Turns about the y axis. Default 2. */
  p?: number;
  /** Turns about the torus's tube; p and q must have no common divisor. Default 3. */
  q?: number;
  /** Major radius of the torus that carries the knot. Default 1. */
  majorRadius?: number;
  /** Minor radius of the torus that carries the knot. Default 0.4. */
  minorRadius?: number;
  /** Radius of the knotted tube. Default 0.15; from about 0.4 the default knot meets itself. */
  tubeRadius?: number;
  /** Sections along the knot, at least 3. Default 256. */
  knotSegments?: number;
  /** Points around the tube, at least 3. Default 16. */
  tubeSegments?: number;
}

const TORUS_KNOT_OPTIONS: OptionNames<TorusKnotOptions> = {
  p: true,
  q: true,
  majorRadius: true,
  minorRadius: true,
  tubeRadius: true,
  knotSegments: true,
  tubeSegments: true,
};

/** A closed tube along the (p, q) torus knot: 2 · knotSegments · tubeSegments triangles. */
export function createTorusKnot(options: TorusKnotOptions = {}): TriangleMesh {
  checkOptionNames(options, TORUS_KNOT_OPTIONS, "createTorusKnot");
  const {
    p = 2,
    q = 3,
    majorRadius = 1,
    minorRadius = 0.4,
    tubeRadius = 0.15,
    knotSegments = 256,
    tubeSegments = 16,
  } = options;
  wholeNumber("p", p, 1);
  wholeNumber("q", q, 1);
  if (commonDivisor(p, q) !== 1)
    throw new OptionError(
      `p, q: expected no common divisor, got ${p} and ${q}, which would make several rings`,
    );
  positive("majorRadius", majorRadius);
  positive("minorRadius", minorRadius);
  positive("tubeRadius", tubeRadius);
  wholeNumber("knotSegments", knotSegments, 3);
  wholeNumber("tubeSegments", tubeSegments, 3);

  function sectionAt(t: number): Section {
    const cosP = cos(p * t);
    const sinP = sin(p * t);
    const cosQ = cos(q * t);
    const sinQ = sin(q * t);
    const reach = majorRadius + minorRadius * cosQ;
    const reachChange = -minorRadius * q * sinQ;
    const along: Vector = [
      reachChange * cosP - reach * p * sinP,
      minorRadius * q * cosQ,
      reachChange * sinP + reach * p * cosP,
    ];
    // The torus's normal is perpendicular to every curve on it and returns to itself, so the seam has no twist.
    const normal: Vector = [cosQ * cosP, sinQ, cosQ * sinP];
    return {
      center: [reach * cosP, minorRadius * sinQ, reach * sinP],
      u: withLength(normal, tubeRadius),
      v: withLength(cross(along, normal), tubeRadius),
    };
  }

  const sections = Array.from({ length: knotSegments }, (_, i) =>
    sectionAt((2 * Math.PI * i) / knotSegments),
  );
  return skinLoop(sections, tubeSegments);
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function withLength([x, y, z]: Vector, length: number): Vector {
  const factor = length / hypot(x, y, z);
  return [x * factor, y * factor, z * factor];
}
