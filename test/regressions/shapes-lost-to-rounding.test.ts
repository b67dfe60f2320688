import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  castRay,
  createMesh,
  cullFrustum,
  frustumPlanes,
  overlapSphere,
  sweepBox,
  sweepSphere,
} from "../../src/index.ts";
import { overlapSphereByBruteForce } from "../../src/reference/index.ts";

// Found in review, by fuzzing the filters against their exact stages.

const treeOf = (...positions: number[]) =>
  buildAabbTree(createMesh({ positions: Float64Array.from(positions) }));

describe("spheres", () => {
  // The squared normal of a triangle of this size is subnormal: its root made "unit" vectors of any length.
  it("meet triangles of size 10^-140, where a squared normal underflows", () => {
    const mesh = createMesh({
      positions: Float64Array.of(
        ...[1.3330092783532676e-140, -1.1233645820116163e-140, 4.3260803051859e-142],
        ...[-1.064912555804156e-140, -8.995657471787514e-141, -1.3385120042291682e-140],
        ...[1.553521490937615e-140, -9.752758662834443e-141, -2.9129002719685595e-141],
      ),
    });
    const centre = [-1.1789838361149373e-141, 1.514562402189583e-140, 6.014602385828274e-142];
    const radius = 3.010660546824661e-140;
    expect([...overlapSphereByBruteForce(mesh, centre, radius)]).toEqual([0]);
    expect([...overlapSphere(buildAabbTree(mesh), centre, radius).triangles]).toEqual([0]);
  });

  // The roots of the edges were lost to rounding; the time was that of a corner or of the closest approach, too late.
  it.each([
    { corners: [-2, 0, -1, 1, -2, -2, 0, -2, -1], from: [-1, 0, -2], motion: [1, -2, 1] },
    { corners: [0, -1, -1, 0, -1, -2, 1, -1, 1], from: [0, -1, 0], motion: [2, 0, -3] },
    { corners: [-1, 0, -1, 2, 0, -1, 0, 0, 1], from: [-2, 0, 0], motion: [3, 0, -1] },
  ])(
    "without radius, in a triangle's plane, arrive when a ray does: $motion",
    ({ corners, from, motion }) => {
      const tree = treeOf(...corners);
      const { t } = castRay(tree, from, motion)!;
      expect(sweepSphere(tree, from, 0, motion)!.time).toBeCloseTo(t, 12);
    },
  );

  // How near the foot of the centre must be to the triangle was taken relative to the distance from zero.
  it("reach a triangle far from zero no sooner than its copy near zero", () => {
    const near = treeOf(0, 0, 0, 0, 4, 0, 0, 0, 4);
    const far = treeOf(...[0, 0, 0, 0, 4, 0, 0, 0, 4].map((x) => x + 2 ** 33));
    const start = [2, -(2 ** -6), 1];
    const motion = [-2, 0, 0];
    const time = sweepSphere(near, start, 0.125, motion)!.time;
    expect(time).toBeCloseTo((2 - Math.sqrt(0.125 ** 2 - 2 ** -12)) / 2, 12);
    const moved = start.map((x) => x + 2 ** 33);
    expect(sweepSphere(far, moved, 0.125, motion)!.time).toBeCloseTo(time, 5);
  });
});

describe("boxes", () => {
  it("meet a triangle far from zero at the time that integers say", () => {
    const tree = treeOf(
      ...[-1838981405435.7754, -1838981405432.2888, -1838981405443.2573],
      ...[-1838981405437.097, -1838981405439.7437, -1838981405435.3777],
      ...[-1838981405436.3596, -1838981405432.1838, -1838981405436.8235],
    );
    const low = [-1838981405435.9717, -1838981405433.1067, -1838981405441.0164];
    const high = [-1838981405434.0618, -1838981405430.6143, -1838981405437.3508];
    const hit = sweepBox(tree, [...low, ...high], [0, 0, -1.4890899695456028])!;
    expect(hit.time).toBeCloseTo(0.05327167626552301, 12);
  });

  // The shadows on x × edge meet last, at a speed of about 10^-17: f64 took them to meet all the time.
  it("have a normal when integers decide", () => {
    const tree = treeOf(0.3, 0.4, 1.7, 1.4, 1.8, 0.2, 0.1, 0.3, 1.7);
    const hit = sweepBox(tree, [0.9, 0.7, 0.1, 1.5, 1.3, 0.7], [-0.9, -0.7, 0.7])!;
    expect(hit.time).toBeCloseTo(5 / 14, 12);
    for (const [axis, x] of [0, -Math.SQRT1_2, -Math.SQRT1_2].entries())
      expect(hit.normal![axis]).toBeCloseTo(x, 12);
  });
});

describe("rays", () => {
  const floor = treeOf(0, 0, 0, 1, 0, 0, 0, 1, 0);

  // 1 / direction was infinite, which stands for no motion at all: every box was missed.
  it.each([1e-300, 1e-309, 1e-310])("with a direction of length %d hit what is ahead", (length) => {
    const hit = castRay(floor, [0.25, 0.25, 2 ** -10], [0, 0, -length])!;
    expect(hit.t * length).toBeCloseTo(2 ** -10, 12);
    expect(hit.point[2]).toBeCloseTo(0, 15);
    expect(castRay(floor, [0.25, 0.25, 2 ** -10], [0, 0, -length], { maxT: 0.9 * hit.t })).toBeNull();
  });

  it("from a hair's breadth above a triangle know how far it is, to the last digits", () => {
    const tree = treeOf(
      ...[-0.25997731229290366, -0.16078542079776525, -0.22805130225606263],
      ...[0.014496722258627415, -0.4444677110295743, -0.1577081463765353],
      ...[-0.07488360814750195, 0.30381360510364175, -0.2042378787882626],
    );
    const origin = [-0.12210699068382386, -0.10651040009688612, -0.19980432845186455];
    const direction = [0.3597979820333421, 0.287850528024137, 0.140877716941759];
    expect(castRay(tree, origin, direction)!.t / 1.789036893816534e-15).toBeCloseTo(1, 12);
  });
});

describe("a camera without a far plane", () => {
  it("gives five planes, which cull", () => {
    const near = 0.1;
    const planes = frustumPlanes([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -2 * near, 0]);
    expect(planes.length).toBe(20);
    expect([
      ...cullFrustum(treeOf(0, 0, -9, 1, 0, -9, 0, 1, -9, 0, 0, 9, 1, 0, 9, 0, 1, 9), planes).triangles,
    ]).toEqual([0]);
  });
});
