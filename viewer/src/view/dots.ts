import {
  BufferAttribute,
  BufferGeometry,
  type Camera,
  Color,
  Group,
  Points,
  type Vector2,
  Vector3,
} from "three";
import type { PageData } from "../../../src/reports/packed-scene.ts";
import { KIND_COLOURS } from "../kinds.ts";
import { createDotMaterial } from "./marks.ts";

export interface Dots {
  group: Group;
  show(clashes: readonly number[]): void;
  /** The clash whose dot is under a pixel. */
  pick(camera: Camera, pixel: Vector2, width: number, height: number): number | null;
}

const PICK_PIXELS = 9;
/** Many dots are smaller, so that they do not cover the model. */
const FEW_PIXELS = 12;
const MANY_PIXELS = 8;
const MANY = 200;

/** A dot at every listed clash, over everything: where the trouble is, at a glance. */
export function createDots({ report, scene }: PageData): Dots {
  const group = new Group();
  const points = new Points(new BufferGeometry(), createDotMaterial(FEW_PIXELS));
  points.frustumCulled = false;
  group.add(points);
  let listed = new Int32Array(0);
  const colours = new Map<string, number[]>(
    Object.entries(KIND_COLOURS).map(([kind, colour]) => [kind, new Color(colour).toArray()]),
  );
  const placeOf = (clash: number) => report.clashes[clash].point.map((x, k) => x - scene.origin[k]);
  return {
    group,
    show(clashes) {
      // The worst last, over the others.
      listed = Int32Array.from(clashes).sort().reverse();
      points.material.uniforms.size.value = listed.length > MANY ? MANY_PIXELS : FEW_PIXELS;
      const positions = new Float32Array(3 * listed.length);
      const shades = new Float32Array(3 * listed.length);
      listed.forEach((clash, i) => {
        positions.set(placeOf(clash), 3 * i);
        shades.set(colours.get(report.clashes[clash].kind)!, 3 * i);
      });
      points.geometry.dispose();
      points.geometry = new BufferGeometry();
      points.geometry.setAttribute("position", new BufferAttribute(positions, 3));
      points.geometry.setAttribute("colour", new BufferAttribute(shades, 3));
    },
    pick(camera, pixel, width, height) {
      const at = new Vector3();
      let nearest: number | null = null;
      let least = PICK_PIXELS;
      for (const clash of listed) {
        at.fromArray(placeOf(clash)).applyQuaternion(group.quaternion).project(camera);
        const away = Math.hypot(((at.x + 1) / 2) * width - pixel.x, ((1 - at.y) / 2) * height - pixel.y);
        if (at.z > 1 || away > least) continue;
        least = away;
        nearest = clash;
      }
      return nearest;
    },
  };
}
