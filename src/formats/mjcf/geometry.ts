import { FormatError } from "../../errors.ts";
import { createBox } from "../../mesh/primitives/box.ts";
import { createCapsule } from "../../mesh/primitives/capsule.ts";
import { createCylinder } from "../../mesh/primitives/cylinder.ts";
import { createIcosphere } from "../../mesh/primitives/icosphere.ts";
import { createMesh, type TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { inWords, type MeshLoader } from "../urdf/files.ts";
import { loadMesh, placePrimitive, SPHERE_SUBDIVISIONS } from "../urdf/geometry.ts";
import { attributeOf, childrenOf, numbersOf, type XmlElement } from "../xml.ts";
import { type Defaults, withDefaults } from "./defaults.ts";
import { type Compiler, locateAsset } from "./document.ts";
import { composeFrames, frameOfSegment, readFrame } from "./pose.ts";

/** A <mesh> of the assets. */
export interface MeshAsset {
  uri: string;
  scale: readonly number[];
}

/** A <geom> with the attributes of its class, and the frame of the <frame> elements around it within its body. */
export interface Geom {
  element: XmlElement;
  frame: Float64Array | null;
}

/** What all geoms of a file need. */
export interface GeomContext {
  loader: MeshLoader;
  compiler: Compiler;
  meshes: ReadonlyMap<string, MeshAsset>;
}

const ONE = [1];
const NONE = [0];
const ONES = [1, 1, 1];
/** Geoms of groups 0 to 2 are shown by default. */
const LAST_VISIBLE_GROUP = 2;
/** How many numbers of `size` each shape needs, and whether `fromto` may replace its length. */
const SHAPES: Readonly<Record<string, { sizes: number; sizesWithEnds: number | null }>> = {
  sphere: { sizes: 1, sizesWithEnds: null },
  capsule: { sizes: 2, sizesWithEnds: 1 },
  cylinder: { sizes: 2, sizesWithEnds: 1 },
  box: { sizes: 3, sizesWithEnds: 1 },
  ellipsoid: { sizes: 3, sizesWithEnds: 1 },
};

/** The mesh assets by name. Meshes that are not a plain file are refused. */
export function readMeshAssets(
  root: XmlElement,
  compiler: Compiler,
  defaults: Defaults,
  source: string,
): Map<string, MeshAsset> {
  const assets = new Map<string, MeshAsset>();
  for (const section of childrenOf(root, "asset"))
    for (const child of childrenOf(section, "mesh")) {
      const element = withDefaults(child, null, defaults, `${source}, a mesh`);
      const named = element.attributes.get("name");
      for (const other of ["vertex", "builtin", "refpos", "refquat"])
        if (element.attributes.has(other))
          throw new FormatError(`${source}, mesh "${named ?? ""}": its ${other} is not read, only its file`);
      const file = attributeOf(element, "file", `${source}, mesh "${named ?? ""}"`);
      const name = named ?? file.slice(file.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
      const where = `${source}, mesh "${name}"`;
      if (assets.has(name)) throw new FormatError(`${where}: there are two of this name`);
      const scale = numbersOf(element, "scale", 3, where, ONES);
      assets.set(name, { uri: locateAsset(file, compiler), scale });
    }
  return assets;
}

/** Whether a geom is of the wanted kind: one that can collide, or one that is shown. */
export function isWanted({ element }: Geom, { loader }: GeomContext, where: string): boolean {
  if (loader.geometry === "visual")
    return numbersOf(element, "group", 1, where, NONE)[0] <= LAST_VISIBLE_GROUP;
  const [type] = numbersOf(element, "contype", 1, where, ONE);
  const [affinity] = numbersOf(element, "conaffinity", 1, where, ONE);
  return type !== 0 || affinity !== 0;
}

/** The asset of a mesh geom; undefined for other shapes. */
export function assetOf({ element }: Geom, { meshes }: GeomContext, where: string): MeshAsset | undefined {
  const type = element.attributes.get("type") ?? "sphere";
  const name = element.attributes.get("mesh");
  if (type !== "mesh") {
    if (name === undefined) return undefined;
    throw new FormatError(`${where}: a ${type} that is fitted to mesh "${name}" is not read`);
  }
  const asset = meshes.get(attributeOf(element, "mesh", where));
  if (asset === undefined) throw new FormatError(`${where}: there is no mesh "${name}"`);
  return asset;
}

/** A geom in the space of its body; null for a plane, which has no end, and for a missing mesh. */
export async function readGeom(
  geom: Geom,
  context: GeomContext,
  where: string,
): Promise<TriangleMesh | null> {
  const { element } = geom;
  const { loader, compiler } = context;
  const type = element.attributes.get("type") ?? "sphere";
  if (type === "plane") {
    loader.warnings.push(`${where}: a plane has no end, and is left out`);
    return null;
  }
  const asset = assetOf(geom, context, where);
  const own = readFrame(element, compiler, where);
  if (asset !== undefined)
    return loadMesh(asset.uri, asset.scale, composeFrames(geom.frame, own), where, loader);
  if (!Object.hasOwn(SHAPES, type))
    throw new FormatError(
      `${where}: type "${type}" is not read, only ${Object.keys(SHAPES).join(", ")}, mesh and plane`,
    );
  const { sizes, sizesWithEnds } = SHAPES[type];
  const hasEnds = sizesWithEnds !== null && element.attributes.has("fromto");
  const size = readSize(element, hasEnds ? sizesWithEnds : sizes, where);
  const segment = hasEnds ? frameOfSegment(element, where) : null;
  const full = segment === null ? size : sizeOfSegment(type, size[0], segment.halfLength);
  try {
    const frame = composeFrames(geom.frame, segment?.frame ?? own);
    return placePrimitive(createShape(type, full, loader.segments), frame, where, loader);
  } catch (error) {
    throw inWords(error, where);
  }
}

function sizeOfSegment(type: string, radius: number, halfLength: number): number[] {
  return type === "box" || type === "ellipsoid" ? [radius, radius, halfLength] : [radius, halfLength];
}

/** MJCF sizes are radii and half lengths. */
function createShape(type: string, size: readonly number[], segments: number): TriangleMesh {
  const [radius, half] = size;
  switch (type) {
    case "sphere":
      return createIcosphere({ radius, subdivisions: SPHERE_SUBDIVISIONS });
    case "capsule":
      return createCapsule({ radius, length: 2 * half, segments });
    case "cylinder":
      return createCylinder({ radius, length: 2 * half, segments });
    case "box":
      return createBox({ size: [2 * size[0], 2 * size[1], 2 * size[2]] });
    default:
      return stretched(size);
  }
}

/** An ellipsoid: the sphere of radius 1, stretched. */
function stretched(size: readonly number[]): TriangleMesh {
  const sphere = createIcosphere({ radius: 1, subdivisions: SPHERE_SUBDIVISIONS });
  const positions = Float64Array.from(sphere.positions, (value, i) => value * size[i % 3]);
  return createMesh({ positions, indices: sphere.indices });
}

/** The first `count` numbers of `size`; more may be there and have no meaning. */
function readSize(element: XmlElement, count: number, where: string): readonly number[] {
  const given = attributeOf(element, "size", where).trim().split(/\s+/).length;
  if (given < count || given > 3)
    throw new FormatError(`${where}: size of its <geom> needs ${count} to 3 numbers, got ${given}`);
  const size = numbersOf(element, "size", given, where).slice(0, count);
  if (size.every((value) => value > 0)) return size;
  throw new FormatError(`${where}: size ${size.join(" ")} of its <geom> is not above 0`);
}
