import { buildAabbTree, buildObbTree, distance } from "abut";
import { createSphere } from "abut/primitives";
import { cpuClock } from "../../cpu-time.mjs";
import { interleave } from "../../measure.mjs";

const LIMIT_S = 3;

/** Two concentric spheres of 101,760 triangles, 0.0099 apart: near everywhere, so that no pair can be dismissed early. */
export function shellRows({ quick, progress }) {
  const [outer, inner] = [1, 0.99].map((radius) => createSphere({ radius, segments: 320, rings: 160 }));
  return Object.entries({ AABB: buildAabbTree, OBB: buildObbTree }).map(([kind, build]) => {
    progress.show(`shells, ${kind}`);
    const [a, b] = [build(outer), build(inner)];
    const { time } = interleave(
      { time: { run: () => distance(a, b).distance } },
      { clock: cpuClock, rounds: quick ? 1 : 3, warmUpMs: 0, leastMs: 0 },
    );
    return {
      query: "distance",
      model: `Shells ${outer.triangleCount}, ${kind}`,
      abut: 1000 * time,
      theirs: null,
      note: `${distance(a, b).distance.toFixed(4)} apart; less than ${LIMIT_S} s required`,
    };
  });
}
