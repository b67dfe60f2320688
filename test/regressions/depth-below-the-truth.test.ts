import { expect, it } from "vitest";
import { createMesh } from "../../src/mesh/triangle-mesh.ts";
import { locatePoint } from "../../src/queries/classify/locate-point.ts";
import { closestPoint } from "../../src/queries/distance/closest-point.ts";
import { overlapDepth } from "../../src/queries/overlap-depth/overlap-depth.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";

// A triangle stands with one corner in a prism, 1e-17 below its top, and goes out through the bottom. The way out from that corner, over
// its rounded distance, was a vector 9 or 32 times as long as a unit: a "translation by 0.15" took the triangle out, and the
// depth was 0.09 or 0.13, "exact".

const INDICES = Uint32Array.of(0, 1, 2, 3, 5, 4, 0, 3, 4, 0, 4, 1, 1, 4, 5, 1, 5, 2, 2, 5, 3, 2, 3, 0);

// biome-ignore format: a vertex a row
const CASES: [prism: number[], sheet: number[]][] = [
  [
    [
      0.033976092484768516, 0.05996033226137998, 0.3451985890721896,
      -0.9189068963373578, -0.5547931005967749, -0.41775890692032824,
      0.35980404883614003, 0.10124136931320726, -0.9778618821771172,
      -0.35509706656779155, 0.7550336533939324, 0.27106927533851877,
      -1.307980055389918, 0.1402802205357775, -0.49188822065399906,
      -0.029269110216420036, 0.7963146904457596, -1.0519911959107882,
    ],
    [
      -0.17081420632522126, -0.12137838134822615, -0.28026644064321865,
      -0.8241427207430856, 0.8762524609552312, -0.44728307075363766,
      -0.684705169065037, 0.9662107397459737, -0.3356377517338121,
    ],
  ],
  [
    [
      -0.4643327339851916, 0.19459780081855027, -0.5695566877580978,
      0.9291252288637335, -0.19607751872207857, -0.8579062334531482,
      0.008204983085489337, 0.06273851965681576, 0.45108235415587306,
      -0.24845125392535472, 0.9649191638237257, -0.5699859487778443,
      1.1450067089235705, 0.5742438442830968, -0.8583354944728947,
      0.2240864631453262, 0.8330598826619912, 0.45065309313612656,
    ],
    [
      0.22792145086727186, 0.0006892126292710327, -0.3996599400078607,
      0.646174763242258, 1.1296961871050126, -0.41984454484630795,
      0.45731257867179637, 1.1826463271690553, -0.38076311822865294,
    ],
  ],
];

it.each(CASES)("a corner just inside a face does not shorten the way out (%#)", (prism, sheet) => {
  const solid = buildAabbTree(createMesh({ positions: Float64Array.from(prism), indices: INDICES }));
  const surface = buildAabbTree(createMesh({ positions: Float64Array.from(sheet) }));
  // Points from the corner towards the middle of the side across from it.
  const depths = [0.2, 0.3, 0.4].map((share) => {
    const point = [0, 1, 2].map(
      (axis) => sheet[axis] + share * ((sheet[3 + axis] + sheet[6 + axis]) / 2 - sheet[axis]),
    );
    expect(locatePoint(solid, point).side).toBe("inside");
    return closestPoint(solid, point)!.distance;
  });
  const { depth } = overlapDepth(surface, solid, { precision: 0.15 })!;
  expect(depth).toBeGreaterThan(Math.max(...depths) - 1e-12); // rounded
  expect(Math.max(...depths)).toBeGreaterThan(0.29);
});
