import { type ArticulatedBody, setLinkPoses, setPose } from "../trees/articulated/articulated-body.ts";
import { findLinkTrianglesByBruteForce } from "./link-pairs.ts";

/**
 * The slow twin of `collideAlongPath`: brute force at `steps` + 1 times of each segment, evenly spread. The first of them at which a link of
 * the body meets an obstacle or another link, with the links; null when no sampled time has one. Between its times it knows nothing. `skip` as in
 * `findLinkTrianglesByBruteForce`.
 */
export function collideAlongPathBySampling(
  body: ArticulatedBody,
  waypoints: readonly ArrayLike<number>[],
  obstacles: ArticulatedBody | null,
  steps: number,
  skip?: ReadonlySet<string>,
): { time: number; linkA: number; linkB: number; isSelf: boolean } | null {
  const before = body.linkToWorld.slice();
  try {
    for (let segment = 0; segment < Math.max(1, waypoints.length - 1); segment++)
      for (let step = 0; step <= steps; step++) {
        const share = step / steps;
        const start = Array.from(waypoints[segment]);
        const end = waypoints[segment + 1] ?? start;
        setPose(
          body,
          start.map((value, i) => (1 - share) * value + share * end[i]),
        );
        for (const other of obstacles === null ? [body] : [obstacles, body]) {
          const [met] = findLinkTrianglesByBruteForce(body, other, other === body ? skip : undefined);
          if (met === undefined) continue;
          const { linkA, linkB } = met;
          return { time: segment + share, linkA, linkB, isSelf: other === body };
        }
      }
    return null;
  } finally {
    setLinkPoses(body, before);
  }
}
