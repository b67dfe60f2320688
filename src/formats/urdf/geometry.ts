import { FormatError } from "../../errors.ts";
import type { Vector } from "../../geometry/vector.ts";
import { createBox } from "../../mesh/primitives/box.ts";
import { createCapsule } from "../../mesh/primitives/capsule.ts";
import { createCylinder } from "../../mesh/primitives/cylinder.ts";
import { createIcosphere } from "../../mesh/primitives/icosphere.ts";
import { joinShells } from "../../mesh/primitives/join-shells.ts";
import { MAX_TRIANGLES, type TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { spend } from "../budget.ts";
import { placeMesh } from "../place-mesh.ts";
import { attributeOf, childOf, childrenOf, numbersOf, type XmlElement } from "../xml.ts";
import { inWords, loadModel, type MeshLoader } from "./files.ts";
import { readOrigin } from "./joint.ts";

/** 1,280 triangles, at most 0.5 % of the radius inside the ideal sphere. */
export const SPHERE_SUBDIVISIONS = 3;
const ONES = [1, 1, 1];

/** The mesh files that the shapes of these links name. */
export function* meshFilesOf(
  links: Iterable<XmlElement>,
  geometry: MeshLoader["geometry"],
): Iterable<string> {
  for (const link of links)
    for (const shape of childrenOf(link, geometry)) {
      const mesh = childOf(shape, "geometry")?.children[0];
      const uri = mesh?.name === "mesh" ? mesh.attributes.get("filename") : undefined;
      if (uri !== undefined) yield uri;
    }
}

/** All shapes of a link as one mesh in the link's space; null if it has none. */
export async function readLinkMesh(
  link: XmlElement,
  name: string,
  loader: MeshLoader,
): Promise<TriangleMesh | null> {
  const where = `${loader.source}, link "${name}"`;
  const shapes = childrenOf(link, loader.geometry);
  const meshes: TriangleMesh[] = [];
  for (const shape of shapes) {
    spend(loader.budget, "parts", 1, where);
    const mesh = await readShape(shape, where, loader);
    if (mesh !== null) meshes.push(mesh);
  }
  return joinShapes(meshes, where, loader);
}

/** The shapes of a link as one mesh; null if there are none. */
export function joinShapes(
  meshes: readonly TriangleMesh[],
  where: string,
  loader: MeshLoader,
): TriangleMesh | null {
  checkSize(meshes, where);
  if (meshes.length > 1) spendCopies(meshes, where, loader);
  return meshes.length > 1 ? joinShells(meshes) : (meshes[0] ?? null);
}

/** Checked before anything is allocated: instances make large meshes out of small files. */
function checkSize(meshes: readonly TriangleMesh[], where: string): void {
  const count = meshes.reduce((sum, { triangleCount }) => sum + triangleCount, 0);
  if (count > MAX_TRIANGLES)
    throw new FormatError(`${where}: ${count} triangles, more than ${MAX_TRIANGLES}`);
}

/** A mesh that is moved or joined to others is stored again. */
function spendCopies(meshes: readonly TriangleMesh[], where: string, { budget }: MeshLoader): void {
  for (const { triangleCount, vertexCount } of meshes) {
    spend(budget, "triangles", triangleCount, where);
    spend(budget, "bytes", 24 * vertexCount + 12 * triangleCount, where);
  }
}

async function readShape(shape: XmlElement, where: string, loader: MeshLoader): Promise<TriangleMesh | null> {
  const geometry = childOf(shape, "geometry")?.children[0];
  if (geometry === undefined) throw new FormatError(`${where}: a <${shape.name}> has no geometry`);
  const origin = readOrigin(shape, where);
  if (geometry.name === "mesh") return await readMeshShape(geometry, origin, where, loader);
  return placePrimitive(createPrimitive(geometry, where, loader.segments), origin, where, loader);
}

export function placePrimitive(
  primitive: TriangleMesh,
  origin: Float64Array | null,
  where: string,
  loader: MeshLoader,
): TriangleMesh {
  spendCopies([primitive], where, loader);
  return origin === null ? primitive : place(primitive, origin, where);
}

function createPrimitive(geometry: XmlElement, where: string, segments: number): TriangleMesh {
  const number = (name: string) => numbersOf(geometry, name, 1, where)[0];
  try {
    switch (geometry.name) {
      case "box":
        return createBox({ size: [...numbersOf(geometry, "size", 3, where)] as unknown as Vector });
      case "cylinder":
        return createCylinder({ radius: number("radius"), length: number("length"), segments });
      case "capsule":
        return createCapsule({ radius: number("radius"), length: number("length"), segments });
      case "sphere":
        return createIcosphere({ radius: number("radius"), subdivisions: SPHERE_SUBDIVISIONS });
    }
  } catch (error) {
    throw inWords(error, `${where}, <${geometry.name}>`);
  }
  throw new FormatError(
    `${where}: unknown geometry <${geometry.name}>, expected mesh, box, cylinder, capsule or sphere`,
  );
}

async function readMeshShape(
  element: XmlElement,
  origin: Float64Array | null,
  where: string,
  loader: MeshLoader,
): Promise<TriangleMesh | null> {
  const uri = attributeOf(element, "filename", where);
  return loadMesh(uri, numbersOf(element, "scale", 3, where, ONES), origin, where, loader);
}

/** All parts of a mesh file as one mesh, scaled and placed; null if it is missing and missing files are allowed. */
export async function loadMesh(
  uri: string,
  scale: readonly number[],
  origin: Float64Array | null,
  where: string,
  loader: MeshLoader,
): Promise<TriangleMesh | null> {
  if (scale.includes(0)) throw new FormatError(`${where}: scale ${scale.join(" ")} of "${uri}" is flat`);
  const key = JSON.stringify([uri, scale, origin && [...origin]]);
  const known = loader.shared.get(key);
  if (known !== undefined) return known;
  const model = await loadModel(uri, where, loader);
  const pose = scaledPose(origin, scale);
  checkSize(
    (model?.parts ?? []).map(({ mesh }) => mesh),
    where,
  );
  const meshes = (model?.parts ?? []).map(({ mesh, toWorld }) => {
    if (toWorld !== null || pose !== null) spendCopies([mesh], where, loader);
    const inFile = toWorld === null ? mesh : place(mesh, toWorld, where);
    return pose === null ? inFile : place(inFile, pose, where);
  });
  if (meshes.length > 1) spendCopies(meshes, where, loader);
  const mesh = meshes.length > 1 ? joinShells(meshes) : (meshes[0] ?? null);
  loader.shared.set(key, mesh);
  return mesh;
}

/** Origin · scale, or null when neither moves anything. */
function scaledPose(origin: Float64Array | null, scale: readonly number[]): Float64Array | null {
  const isScaled = scale.some((factor) => factor !== 1);
  if (origin === null && !isScaled) return null;
  const pose = origin?.slice() ?? Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  for (let column = 0; column < 3; column++)
    for (let row = 0; row < 3; row++) pose[4 * column + row] *= scale[column];
  const isIdentity = pose.every((value, i) => value === (i % 5 === 0 ? 1 : 0));
  return isIdentity ? null : pose;
}

function place(mesh: TriangleMesh, pose: Float64Array, where: string): TriangleMesh {
  try {
    return placeMesh(mesh, pose);
  } catch (error) {
    throw inWords(error, where);
  }
}
