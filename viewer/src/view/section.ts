import { type Material, Plane, type Quaternion, Vector3 } from "three";

/** A cut through the model: what lies on the eye's side of a plane is not drawn. */
export interface Section {
  /** The axis of the model that the plane is perpendicular to. */
  axis: "x" | "y" | "z";
  /** How far the plane is from the clash along the axis, in the report's unit. */
  offset: number;
  /** Whether the part with the larger coordinates stays, instead of the smaller ones. */
  keepsUpper: boolean;
}

export interface Cut {
  /** Cuts the materials, or no longer. `through` is a point of the plane at offset 0, in the space of the view. */
  set(section: Section | null, through: Vector3, upTurn: Quaternion): void;
  /** Whether a point of the view's space is drawn. */
  keeps(point: Vector3): boolean;
}

/** One plane for all materials, which three cuts in their shaders. */
export function createCut(materials: readonly Material[]): Cut {
  const plane = new Plane();
  let isCut = false;
  return {
    set(section, through, upTurn) {
      const wasCut = isCut;
      isCut = section !== null;
      if (section !== null) {
        const normal = axisOf(section.axis).applyQuaternion(upTurn);
        const point = through.clone().addScaledVector(normal, section.offset);
        if (!section.keepsUpper) normal.negate();
        plane.setFromNormalAndCoplanarPoint(normal, point);
      }
      if (isCut === wasCut) return;
      for (const material of materials) {
        material.clippingPlanes = isCut ? [plane] : null;
        material.needsUpdate = true;
      }
    },
    keeps: (point) => !isCut || plane.distanceToPoint(point) >= 0,
  };
}

function axisOf(axis: Section["axis"]): Vector3 {
  return new Vector3(Number(axis === "x"), Number(axis === "y"), Number(axis === "z"));
}

/** The axis that the eye looks along most, and whether the half away from the eye is the one with larger coordinates. */
export function facingSection(toEye: Vector3, upTurn: Quaternion): Pick<Section, "axis" | "keepsUpper"> {
  let found: Pick<Section, "axis" | "keepsUpper"> = { axis: "x", keepsUpper: false };
  let most = -1;
  for (const axis of ["x", "y", "z"] as const) {
    const along = axisOf(axis).applyQuaternion(upTurn).dot(toEye);
    if (Math.abs(along) <= most) continue;
    most = Math.abs(along);
    found = { axis, keepsUpper: along < 0 };
  }
  return found;
}
