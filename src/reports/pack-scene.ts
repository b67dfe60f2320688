import type { WholePart } from "../clash/clash.ts";
import { addBounds, type Bounds, emptyBounds, growBounds } from "../geometry/bounds.ts";
import type { Vector } from "../geometry/vector.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import type { ClashReport } from "./clash-report.ts";
import { MATRIX_LENGTH, NARROW_VERTICES, type PackedScene } from "./packed-scene.ts";

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

/** The geometry of the HTML page: each mesh once, a matrix per part, at most `maxTriangles` triangles. */
export function packScene(
  report: ClashReport,
  parts: readonly WholePart[],
  maxTriangles: number,
): { scene: PackedScene; bytes: Uint8Array } {
  const around = boxOfParts(report);
  const origin: Vector = [
    (around[0] + around[3]) / 2,
    (around[1] + around[4]) / 2,
    (around[2] + around[5]) / 2,
  ];
  const isDrawn = chooseParts(report, parts, maxTriangles);
  const numbers = new Map<TriangleMesh, number>();
  const meshOfPart = parts.map(({ mesh }, part) => {
    if (!isDrawn[part]) return -1;
    if (!numbers.has(mesh)) numbers.set(mesh, numbers.size);
    return numbers.get(mesh)!;
  });
  const meshes = [...numbers.keys()];
  const centres = meshes.map(middleOfMesh);
  const scale = report.unit.perSceneUnit;
  const matrices = new Float64Array(MATRIX_LENGTH * isDrawn.filter((drawn) => drawn).length);
  let at = 0;
  parts.forEach((part, i) => {
    if (!isDrawn[i]) return;
    writeMatrix(part.toWorld ?? IDENTITY, centres[meshOfPart[i]], scale, origin, matrices, at);
    at += MATRIX_LENGTH;
  });
  const isWide = (mesh: TriangleMesh) => mesh.vertexCount > NARROW_VERTICES;
  const sections = [
    matrices,
    ...meshes.map((mesh, i) => positionsLess(mesh, centres[i])),
    ...report.clashes.flatMap(({ curves, point }) => curves.map(({ points }) => pointsLess(points, point))),
    ...meshes.filter(isWide).map((mesh) => differences(mesh, new Uint32Array(3 * mesh.triangleCount))),
    ...meshes
      .filter((mesh) => !isWide(mesh))
      .map((mesh) => differences(mesh, new Uint16Array(3 * mesh.triangleCount))),
  ];
  return {
    scene: {
      origin,
      box: around.map((x, i) => x - origin[i % 3]) as Bounds,
      meshes: meshes.map(({ vertexCount, triangleCount }) => ({
        vertices: vertexCount,
        triangles: triangleCount,
      })),
      meshOfPart,
      curves: report.clashes.map(({ curves }) =>
        curves.map(({ closed, points }) => (points.length / 3) * (closed ? -1 : 1)),
      ),
      maxTriangles,
    },
    bytes: join(sections),
  };
}

/**
 * Chooses the parts that are drawn with their triangles. Clashing parts come first, the worst clash first; then the others, fewest
 * triangles first, so that as many parts as possible are drawn.
 */
function chooseParts(report: ClashReport, parts: readonly WholePart[], maxTriangles: number): boolean[] {
  const inClashes = new Set(report.clashes.flatMap(({ a, b }) => [a, b]));
  const others = parts.map((_, i) => i).filter((i) => !inClashes.has(i));
  others.sort((i, j) => parts[i].mesh.triangleCount - parts[j].mesh.triangleCount || i - j);
  const isDrawn = parts.map(() => false);
  let left = maxTriangles;
  for (const i of [...inClashes, ...others]) {
    const { triangleCount } = parts[i].mesh;
    if (triangleCount > left) continue;
    left -= triangleCount;
    isDrawn[i] = true;
  }
  return isDrawn;
}

function boxOfParts({ parts }: ClashReport): Bounds {
  if (parts.length === 0) return [0, 0, 0, 0, 0, 0];
  const around = emptyBounds();
  for (const { box } of parts) addBounds(around, box);
  return around;
}

function middleOfMesh({ positions }: TriangleMesh): Vector {
  const box = emptyBounds();
  for (let i = 0; i < positions.length; i += 3)
    growBounds(box, positions[i], positions[i + 1], positions[i + 2]);
  return [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2];
}

/** p ↦ scale · (m · (p + centre)) − origin. */
function writeMatrix(
  m: Float64Array,
  centre: Vector,
  scale: number,
  origin: Vector,
  out: Float64Array,
  at: number,
): void {
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) out[at + 3 * column + row] = scale * m[4 * column + row];
    const moved = m[row] * centre[0] + m[4 + row] * centre[1] + m[8 + row] * centre[2] + m[12 + row];
    out[at + 9 + row] = scale * moved - origin[row];
  }
}

function positionsLess({ positions }: TriangleMesh, origin: Vector): Float32Array {
  return pointsLess(positions, origin);
}

function pointsLess(points: ArrayLike<number>, origin: Vector): Float32Array {
  const out = new Float32Array(points.length);
  for (let i = 0; i < out.length; i++) out[i] = points[i] - origin[i % 3];
  return out;
}

function differences<Words extends Uint16Array | Uint32Array>({ indices }: TriangleMesh, out: Words): Words {
  let before = 0;
  for (let i = 0; i < out.length; i++) {
    const index = indices === null ? i : indices[i];
    out[i] = index - before; // modulo 2^16 or 2^32
    before = index;
  }
  return out;
}

function join(sections: (Float64Array | Float32Array | Uint32Array | Uint16Array)[]): Uint8Array {
  const bytes = new Uint8Array(sections.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of sections) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return bytes;
}
