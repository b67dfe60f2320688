import type { Bounds } from "../geometry/bounds.ts";
import type { Vector } from "../geometry/vector.ts";
import { scalePair, scaleTree } from "../queries/tiny-worlds.ts";
import type { Clash } from "./clash.ts";
import type { ClashBody } from "./clash-body.ts";
import type { ClashSettings } from "./clash-settings.ts";

// Tiny parts are checked in a world that is larger by a power of two (queries/tiny-worlds.ts).

export interface ScaledCheck {
  a: ClashBody;
  b: ClashBody;
  settings: ClashSettings;
  factor: number;
}

/** The check of two parts in a larger world; null if the parts need no scaling. */
export function scaleCheck(a: ClashBody, b: ClashBody, settings: ClashSettings): ScaledCheck | null {
  const scaled = scalePair(a.tree, b.tree, { aToWorld: a.toWorld, bToWorld: b.toWorld });
  if (scaled === null) return null;
  const { factor, poses } = scaled;
  return {
    a: { ...a, tree: scaled.a, toWorld: poses.aToWorld, box: times(a.box, factor), posed: undefined },
    b: { ...b, tree: scaled.b, toWorld: poses.bToWorld, box: times(b.box, factor), posed: undefined },
    settings: {
      ...settings,
      tolerance: settings.tolerance * factor,
      clearance: settings.clearance * factor,
    },
    factor,
  };
}

/** One part in a larger world; null if it needs no scaling. */
export function scaleBody(body: ClashBody): { body: ClashBody; factor: number } | null {
  const scaled = scaleTree(body.tree, body);
  if (scaled === null) return null;
  const { tree, toWorld, factor } = scaled;
  return { body: { ...body, tree, toWorld, box: times(body.box, factor), posed: undefined }, factor };
}

/** Scales a clash back from a world that is `factor` times as large. Other outcomes have no lengths. */
export function shrinkClash<T extends string>(found: Clash | T, factor: number): Clash | T {
  if (typeof found === "string") return found;
  const unit = 1 / factor;
  const { depth, distance } = found;
  return {
    ...found,
    depth: depth && {
      ...depth,
      depth: depth.depth * unit,
      lowerBound: depth.lowerBound * unit,
      pointA: times(depth.pointA, unit),
      pointB: times(depth.pointB, unit),
    },
    distance: distance && {
      distance: distance.distance * unit,
      pointA: times(distance.pointA, unit),
      pointB: times(distance.pointB, unit),
    },
    point: times(found.point, unit),
    box: times(found.box, unit),
    curves: found.curves.map((curve) => ({ ...curve, points: curve.points.map((x) => x * unit) })),
  };
}

function times<T extends Vector | Bounds>(values: T, factor: number): T {
  return values.map((x) => x * factor) as T;
}
