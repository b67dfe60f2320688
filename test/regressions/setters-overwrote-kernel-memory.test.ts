import { expect, it } from "vitest";
import { withKernels, withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { createTorus } from "../../src/mesh/primitives/index.ts";
import { findManifold } from "../../src/queries/manifold/find-manifold.ts";
import { createManifold, type Manifold } from "../../src/queries/manifold/manifold-result.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import { rotation } from "../poses.ts";

// A result object whose properties run another findManifold: the kernels of both have one memory, and the outer query went on reading
// there what the inner one had written.

const tree = buildAabbTree(createTorus({ majorSegments: 24, minorSegments: 12 }));
const outer = { bToWorld: rotation([0.9, 0.1, 0.3, 0.2], [0.4, 0.2, 0.3]) };
const inner = { bToWorld: rotation([0.5, 0.4, -0.3, 0.2], [0.1, 0.9, 0.2]) };

const PROPERTIES: (keyof Manifold)[] = [...(Object.keys(createManifold()) as (keyof Manifold)[])];

it.each(PROPERTIES)("findManifold ends before %s of its result runs another one", (name) => {
  const expected = findManifold(tree, tree, outer);
  for (const run of [withKernels, withoutKernels]) {
    let nested = 0;
    const into = createManifold();
    let value: unknown = into[name];
    const ask = () => {
      nested++;
      findManifold(tree, tree, inner);
    };
    Object.defineProperty(into, name, {
      enumerable: true,
      get() {
        ask();
        return value;
      },
      set(next: unknown) {
        ask();
        value = next;
      },
    });
    const found = run(() => findManifold(tree, tree, { ...outer, into }));
    expect(nested).toBeGreaterThan(0);
    const { pairs, ...others } = found;
    expect(pairs.pairs.slice(0, 2 * pairs.count)).toEqual(
      expected.pairs.pairs.slice(0, 2 * expected.pairs.count),
    );
    expect(contentOf(others)).toEqual(contentOf(expected));
  }
});

/** What a result says, without the room behind it. */
function contentOf(found: Omit<Manifold, "pairs">): unknown {
  const { count, pointCount } = found;
  return {
    count,
    pointCount,
    normals: found.normals.slice(0, 3 * count),
    depths: found.depths.slice(0, count),
    lowerBounds: found.lowerBounds.slice(0, count),
    upperBounds: found.upperBounds.slice(0, count),
    kinds: found.kinds.slice(0, count),
    starts: found.starts.slice(0, count + 1),
    pointsA: found.pointsA.slice(0, 3 * pointCount),
    pointsB: found.pointsB.slice(0, 3 * pointCount),
    pointDepths: found.pointDepths.slice(0, pointCount),
    keys: found.keys.slice(0, 2 * pointCount),
  };
}
