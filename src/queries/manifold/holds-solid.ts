import type { SurfaceTopology } from "../../mesh/surface-topology.ts";
import { INSIDE, locate } from "../classify/locate-point.ts";
import { isOutsideRoot, poseTree } from "../classify/posed-tree.ts";
import type { QueryStats } from "../stats.ts";
import { type ContactSurface, moveSurfaceVertex } from "./contact-surface.ts";

const place = new Float64Array(3);

/** Whether one of two solids whose surfaces do not meet contains a connected piece of the other; exact. */
export function holdsSolid(a: ContactSurface, b: ContactSurface, stats: QueryStats): boolean {
  return holdsPart(a, b, stats) || holdsPart(b, a, stats);
}

function holdsPart(outer: ContactSurface, inner: ContactSurface, stats: QueryStats): boolean {
  const { parts }: SurfaceTopology = inner.graph.topology;
  const posed = poseTree(outer.tree, outer.toWorld, "toWorld");
  let holds = false;
  for (let i = 0; i < parts.length && !holds; i++) {
    moveSurfaceVertex(inner, inner.graph.corners[3 * parts[i]], place, 0);
    holds = !isOutsideRoot(posed, place) && locate(posed, place) === INSIDE;
  }
  stats.boxTests += posed.boxTests;
  stats.triangleTests += posed.triangleTests;
  stats.exactTests += posed.exactTests;
  return holds;
}
