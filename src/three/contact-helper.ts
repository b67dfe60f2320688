import { type ColorRepresentation, Group } from "three";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import type { Contacts } from "../queries/contacts/find-contacts.ts";
import type { Manifold } from "../queries/manifold/manifold-result.ts";
import { createLines, createPoints, draw } from "./marks.ts";

export interface ContactHelperOptions {
  /** How long normals are drawn; default 0.1. */
  normalLength?: number | undefined;
  /** The size of points, in pixels; default 6. */
  pointSize?: number | undefined;
  curveColor?: ColorRepresentation | undefined;
  pointColor?: ColorRepresentation | undefined;
  normalColor?: ColorRepresentation | undefined;
  depthColor?: ColorRepresentation | undefined;
}

const CONTACT_HELPER_OPTIONS: OptionNames<ContactHelperOptions> = {
  normalLength: true,
  pointSize: true,
  curveColor: true,
  pointColor: true,
  normalColor: true,
  depthColor: true,
};

/**
 * Draws where two models meet, in the world. Of `findContacts`: its curves and a normal in the middle of each region. Of `findManifold`: its
 * points on both surfaces, normals from a to b, and the depths as lines from one surface to the other. Give either or both to `show` in
 * every frame; null or nothing clears.
 */
export class ContactHelper extends Group {
  normalLength: number;
  readonly curves;
  readonly points;
  readonly normals;
  readonly depths;

  constructor(options: ContactHelperOptions = {}) {
    checkOptionNames(options, CONTACT_HELPER_OPTIONS, "ContactHelper");
    super();
    this.normalLength = options.normalLength ?? 0.1;
    this.curves = createLines(options.curveColor ?? 0xf08c00);
    this.points = createPoints(options.pointColor ?? 0xe03131, options.pointSize ?? 6);
    this.normals = createLines(options.normalColor ?? 0x1971c2);
    this.depths = createLines(options.depthColor ?? 0xe03131);
    this.add(this.curves, this.points, this.normals, this.depths);
    this.show(null);
  }

  show(contacts: Contacts | null | undefined, manifold?: Manifold | null): void {
    const normals: number[] = [];
    draw(this.curves, curveLines(contacts ?? null));
    for (const { centroid, normal } of contacts?.regions ?? [])
      this.addNormal(normals, centroid, 0, normal, 0);
    const points: number[] = [];
    const depths: number[] = [];
    for (let region = 0; region < (manifold?.count ?? 0); region++) {
      const { starts, pointsA, pointsB, normals: directions } = manifold!;
      for (let point = starts[region]; point < starts[region + 1]; point++) {
        const a = pointsA.subarray(3 * point, 3 * point + 3);
        const b = pointsB.subarray(3 * point, 3 * point + 3);
        points.push(...a, ...b);
        depths.push(...a, ...b);
        this.addNormal(normals, pointsA, 3 * point, directions, 3 * region);
      }
    }
    draw(this.points, points);
    draw(this.depths, depths);
    draw(this.normals, normals);
  }

  override dispose(): void {
    for (const { geometry, material } of [this.curves, this.points, this.normals, this.depths]) {
      geometry.dispose();
      material.dispose();
    }
  }

  private addNormal(
    lines: number[],
    from: ArrayLike<number>,
    at: number,
    normal: ArrayLike<number>,
    k: number,
  ): void {
    for (let axis = 0; axis < 3; axis++) lines.push(from[at + axis]);
    for (let axis = 0; axis < 3; axis++) lines.push(from[at + axis] + this.normalLength * normal[k + axis]);
  }
}

/** All curves as separate segments. */
function curveLines(contacts: Contacts | null): number[] {
  const lines: number[] = [];
  if (contacts === null) return lines;
  const { points: places } = contacts;
  for (const { points, closed } of contacts.curves) {
    const segments = closed ? points.length : points.length - 1;
    for (let i = 0; i < segments; i++)
      for (const point of [points[i], points[(i + 1) % points.length]])
        lines.push(places[3 * point], places[3 * point + 1], places[3 * point + 2]);
  }
  return lines;
}
