import type { Vector } from "../../geometry/vector.ts";
import { cos, sin } from "../../numerics/portable-math.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { convexHull } from "../convex-hull.ts";
import type { TriangleMesh } from "../triangle-mesh.ts";
import { perAxis, positive, wholeNumber } from "./check-options.ts";
import { type Section, skinBetweenTips } from "./skin.ts";

export interface EllipsoidOptions {
  /** Half its size along x, y and z. Default 1 along x, 1/3 along y and z. */
  radii?: Readonly<Vector> | number;
  /** Default the origin. */
  center?: Readonly<Vector>;
  /** Points around the x axis, at least 3. Default 12. */
  segments?: number;
  /** Bands from tip to tip, at least 2. Default 8. */
  rings?: number;
}

const ELLIPSOID_OPTIONS: OptionNames<EllipsoidOptions> = {
  radii: true,
  center: true,
  segments: true,
  rings: true,
};

const LIMB: Readonly<Vector> = [1, 1 / 3, 1 / 3];

/**
 * A closed ellipsoid along x, such as a limb of a body. It is the hull of its points and so convex to the last bit, which
 * bands of nearly flat quadrangles are not.
 */
export function createEllipsoid(options: EllipsoidOptions = {}): TriangleMesh {
  checkOptionNames(options, ELLIPSOID_OPTIONS, "createEllipsoid");
  return convexHull(skinOf(options));
}

export interface DentedEllipsoidOptions extends EllipsoidOptions {
  /** How far the upper half is pushed down, above 0 and below 1; near 1 a thin shell remains. Default 0.6. */
  dent?: number;
}

const DENTED_ELLIPSOID_OPTIONS: OptionNames<DentedEllipsoidOptions> = { ...ELLIPSOID_OPTIONS, dent: true };

/** An ellipsoid whose half above z = 0 is pushed in: a closed boat hull, far from convex. */
export function createDentedEllipsoid(options: DentedEllipsoidOptions = {}): TriangleMesh {
  checkOptionNames(options, DENTED_ELLIPSOID_OPTIONS, "createDentedEllipsoid");
  const { dent = 0.6, center = [0, 0, 0] } = options;
  positive("dent", dent);
  positive("1 - dent", 1 - dent);
  const mesh = skinOf({ ...options, center: [0, 0, 0] });
  const { positions } = mesh;
  for (let i = 0; i < positions.length; i += 3) {
    if (positions[i + 2] > 0) positions[i + 2] *= -dent;
    for (let axis = 0; axis < 3; axis++) positions[i + axis] += center[axis];
  }
  return mesh;
}

function skinOf({
  radii = LIMB,
  center = [0, 0, 0],
  segments = 12,
  rings = 8,
}: EllipsoidOptions): TriangleMesh {
  const [rx, ry, rz] = perAxis("radii", radii, positive);
  wholeNumber("segments", segments, 3);
  wholeNumber("rings", rings, 2);
  const [x, y, z] = center;
  const sections: Section[] = [];
  for (let ring = 1; ring < rings; ring++) {
    const angle = (Math.PI * ring) / rings;
    const sine = sin(angle);
    sections.push({ center: [x - rx * cos(angle), y, z], u: [0, ry * sine, 0], v: [0, 0, rz * sine] });
  }
  return skinBetweenTips([x - rx, y, z], sections, [x + rx, y, z], segments);
}
