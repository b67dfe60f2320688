import {
  BufferGeometry,
  type Camera,
  Color,
  Float32BufferAttribute,
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
  show(clashes: number[]): void;
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
  let listed: number[] = [];
  const colours = new Map(
    Object.entries(KIND_COLOURS).map(([kind, colour]) => [kind, new Color(colour).toArray()]),
  );
  const placeOf = (clash: number) => report.clashes[clash].point.map((x, k) => x - scene.origin[k]);
  return {
    group,
    show(clashes) {
      // The worst last, over the others.
      listed = [...clashes].sort((i, j) => j - i);
      points.material.uniforms.size.value = listed.length > MANY ? MANY_PIXELS : FEW_PIXELS;
      points.geometry.dispose();
      points.geometry = new BufferGeometry();
      const attribute = (values: number[]) => new Float32BufferAttribute(values, 3);
      points.geometry.setAttribute("position", attribute(listed.flatMap(placeOf)));
      points.geometry.setAttribute(
        "colour",
        attribute(listed.flatMap((clash) => colours.get(report.clashes[clash].kind)!)),
      );
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
