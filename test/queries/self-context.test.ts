import { describe, expect, it } from "vitest";
import { buildAabbTree, collidesItself, findSelfPairs } from "../../src/index.ts";
import { returnSelfContext, takeSelfContext } from "../../src/queries/self/self-context.ts";
import { randomSoup, smallTorus } from "../meshes.ts";

describe("the contexts of self-collision queries", () => {
  it("are reused by the next query, and never by two queries at once", () => {
    findSelfPairs(buildAabbTree(smallTorus()));
    const [first, second] = [takeSelfContext(), takeSelfContext()];
    expect(second).not.toBe(first);
    returnSelfContext(first);
    findSelfPairs(buildAabbTree(randomSoup(3, 40)));
    expect(takeSelfContext()).toBe(first);
    returnSelfContext(second);
    returnSelfContext(first);
  });

  it("are returned by a query that throws, and keep no mesh", () => {
    const context = takeSelfContext();
    returnSelfContext(context);
    const mesh = smallTorus();
    const tree = buildAabbTree(mesh);
    findSelfPairs(tree, { exclude: 3 });
    mesh.positions[7] = Number.NaN;
    expect(() => findSelfPairs(tree)).toThrow();
    expect(() => collidesItself(tree, { exclude: -1 })).toThrow();
    expect(takeSelfContext()).toBe(context);
    expect(context.test.triangles.positions).toHaveLength(0);
    expect(context.rings.corners).toHaveLength(0);
    expect(context.corners).toHaveLength(0);
    returnSelfContext(context);
  });

  it("grow with the number of pairs, and do not grow again for the same query", () => {
    const tree = buildAabbTree(randomSoup(9, 400, 2));
    const context = takeSelfContext();
    returnSelfContext(context);
    const { count, pairs } = findSelfPairs(tree);
    const { found, descent, test } = context;
    expect(found.length).toBeGreaterThanOrEqual(2 * count);
    const memory = [found, descent.stack, descent.boxes, test.triangles.data, test.triangles.owners];
    expect(findSelfPairs(tree).pairs).toEqual(pairs);
    const { descent: later, test: laterTest } = context;
    const memoryLater = [
      context.found,
      later.stack,
      later.boxes,
      laterTest.triangles.data,
      laterTest.triangles.owners,
    ];
    // By identity: other tests of the process may have made this memory large.
    memoryLater.forEach((array, i) => {
      expect(array === memory[i], `array ${i}`).toBe(true);
    });
  });
});
