import { type Camera, Group, type Intersection, type Mesh, type Object3D, Vector2, Vector3 } from "three";
import type { Vector } from "../../../src/geometry/vector.ts";
import { COLOUR_MEASURE } from "./colours.ts";
import { createDotMaterial, drawDots, drawWay } from "./marks.ts";

/** Two points on surfaces and the way between them. Points are in the report's unit, less the origin of the scene. */
export interface Ruler {
  group: Group;
  /** Sets the first point, then the second; a third click begins again. Returns both points when there are two. */
  add(point: Vector3): [Vector3, Vector3] | null;
  points(): readonly Vector3[];
  clear(): void;
}

export function createRuler(): Ruler {
  const group = new Group();
  const material = createDotMaterial(9);
  const points: Vector3[] = [];

  function draw(): void {
    for (const child of group.children) (child as Mesh).geometry.dispose();
    group.clear();
    if (points.length === 0) return;
    const ends = points.flatMap((point) => point.clone().sub(points[0]).toArray());
    const drawn: Object3D[] = points.length === 2 ? drawWay(ends) : [];
    drawn.push(drawDots(ends, COLOUR_MEASURE, material));
    for (const object of drawn) {
      object.position.copy(points[0]); // f32 is precise around the first point
      object.frustumCulled = false;
      object.renderOrder = group.children.length;
      group.add(object);
    }
  }

  return {
    group,
    add(point) {
      if (points.length === 2) points.length = 0;
      points.push(point);
      draw();
      return points.length === 2 ? [points[0], points[1]] : null;
    },
    points: () => points,
    clear() {
      points.length = 0;
      draw();
    },
  };
}

const SNAP_PIXELS = 10;

/** The point that a click means: a corner of the triangle under the pointer where one is near, otherwise the point itself. */
export function snapToCorner(
  { point, face, object }: Intersection,
  toView: (corner: Vector3) => Vector3,
  camera: Camera,
  width: number,
  height: number,
): Vector3 {
  if (face == null) return point.clone();
  const positions = (object as Mesh).geometry.getAttribute("position");
  const onScreen = (p: Vector3) => {
    const { x, y } = p.clone().project(camera);
    return new Vector2((x * width) / 2, (y * height) / 2);
  };
  const clicked = onScreen(point);
  let [best, least] = [point, SNAP_PIXELS];
  for (const corner of [face.a, face.b, face.c]) {
    const at = toView(new Vector3().fromBufferAttribute(positions, corner));
    const away = onScreen(at).distanceTo(clicked);
    if (away < least) [best, least] = [at, away];
  }
  return best.clone();
}

/** Differences along the model's axes, and the length. */
export function measureWay(from: Vector3, to: Vector3): { length: number; along: Vector } {
  const along: Vector = [Math.abs(to.x - from.x), Math.abs(to.y - from.y), Math.abs(to.z - from.z)];
  return { length: Math.hypot(...along), along };
}
