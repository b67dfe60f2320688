import {
  BackSide,
  type BatchedMesh,
  DoubleSide,
  FrontSide,
  type Intersection,
  type Material,
  Matrix4,
  type Mesh,
  type Object3D,
  Ray,
  type Raycaster,
  type Side,
} from "three";
import { OptionError, show } from "../errors.ts";
import { castRay, castRayAll, type RayHit, type RayOptions } from "../queries/shapes/cast-ray.ts";
import { firstCornerOf } from "./drawn-triangles.ts";
import { describeHit } from "./intersection.ts";
import { isMesh, type ObjectPart, partsOfMesh } from "./parts-of.ts";

/** A raycaster of three.js, with an option of `acceleratedRaycast`. */
export type FirstHitRaycaster = Raycaster & {
  /** Whether only the nearest hit of each instance is wanted; default false. three-mesh-bvh has an option of this name, too. */
  firstHitOnly?: boolean;
};

/**
 * Takes the place of `raycast` of a Mesh, SkinnedMesh, InstancedMesh or BatchedMesh: `mesh.raycast = acceleratedRaycast`, or
 * `Mesh.prototype.raycast = acceleratedRaycast` for all. It fills in what three.js would, by the trees of `treeOf`, and minds
 * `material.side`, groups, draw ranges, `near`, `far` and, through the raycaster, layers. Which triangles are hit is exact: no ray slips
 * through between two triangles.
 */
export function acceleratedRaycast(this: Mesh, raycaster: Raycaster, intersects: Intersection[]): void {
  const { material } = this;
  if (material === undefined || this.geometry.getAttribute("position") === undefined) return;
  for (const part of partsOfMesh(this, "raycast")) castAtPart(raycaster, part, material, intersects);
}

/**
 * Gives every mesh of a subgraph `acceleratedRaycast`, and returns a function that takes it back. Meshes that are added later keep
 * three.js's own.
 */
export function installRaycast(root: Object3D): () => void {
  if (root?.isObject3D !== true)
    throw new OptionError(`installRaycast: expected an Object3D of three.js, got ${show(root)}`);
  const given: [Mesh, Mesh["raycast"] | null][] = [];
  root.traverse((object) => {
    if (!isMesh(object) || object.raycast === acceleratedRaycast) return;
    given.push([object, Object.hasOwn(object, "raycast") ? object.raycast : null]);
    object.raycast = acceleratedRaycast;
  });
  return () => {
    for (const [mesh, own] of given)
      if (own === null) delete (mesh as Partial<Mesh>).raycast;
      else mesh.raycast = own;
  };
}

const toLocal = new Matrix4();
const localRay = new Ray();
/** A hit at the end of the ray is compared as three.js measures it; until then the end is this much farther. */
const SLACK = 1 + 2 ** -40;

function castAtPart(
  raycaster: FirstHitRaycaster,
  part: ObjectPart,
  material: Material | Material[],
  intersects: Intersection[],
): void {
  toLocal.copy(part.toWorld).invert();
  localRay.copy(raycaster.ray).applyMatrix4(toLocal);
  const isMirrored = part.toWorld.determinant() < 0;
  for (const intersection of hitsOf(raycaster, part, material, isMirrored))
    intersects.push(label(intersection, part));
}

/** Takes the ray from `localRay`. */
function hitsOf(
  raycaster: FirstHitRaycaster,
  part: ObjectPart,
  material: Material | Material[],
  isMirrored: boolean,
): Intersection[] {
  const isFirstOnly = raycaster.firstHitOnly === true;
  const found: Intersection[] = [];
  for (const side of sidesOf(material)) {
    const cast = { raycaster, part, material, side, isMirrored };
    const hit = isFirstOnly ? castOnce(cast) : null;
    if (isFirstOnly && hit === null) continue;
    // The first hit may lie before `near`, or belong to a material that shows another side.
    const first = describe(cast, hit);
    if (first !== null) found.push(first);
    else
      for (const hit of castAll(cast)) {
        const intersection = describe(cast, hit);
        if (intersection !== null) found.push(intersection);
      }
  }
  if (isFirstOnly && found.length > 1) {
    found.sort((p, q) => p.distance - q.distance);
    found.length = 1;
  }
  return found;
}

/** A ray against triangles whose material shows one kind of side. */
interface SidedCast {
  readonly raycaster: Raycaster;
  readonly part: ObjectPart;
  readonly material: Material | Material[];
  readonly side: Side;
  readonly isMirrored: boolean;
}

function sidesOf(material: Material | Material[]): Side[] {
  if (!Array.isArray(material)) return [material.side];
  return [...new Set(material.map(({ side }) => side))];
}

function castOnce(cast: SidedCast): RayHit | null {
  const { origin, direction } = cast.raycaster.ray;
  return castRay(cast.part.tree, origin.toArray(), direction.toArray(), optionsOf(cast));
}

function castAll(cast: SidedCast): RayHit[] {
  const { origin, direction } = cast.raycaster.ray;
  return castRayAll(cast.part.tree, origin.toArray(), direction.toArray(), optionsOf(cast));
}

/** Sides are those of the geometry's own winding, which a mirroring matrix reverses in the world. */
function optionsOf({ raycaster, part, side, isMirrored }: SidedCast): RayOptions {
  const { ray, far } = raycaster;
  const isFront = (side === FrontSide) !== isMirrored;
  return {
    toWorld: part.toWorld.elements,
    maxT: (Math.max(0, far) / ray.direction.length()) * SLACK,
    side: side === DoubleSide ? "both" : isFront ? "front" : "back",
  };
}

function describe({ raycaster, part, material, side }: SidedCast, hit: RayHit | null): Intersection | null {
  if (hit === null) return null;
  const { corner, materialIndex } = firstCornerOf(part.ranges, hit.triangle);
  if (Array.isArray(material) && material[materialIndex]?.side !== side) return null;
  const intersection = describeHit(raycaster, localRay, part, corner, side === BackSide, hit.barycentric);
  if (intersection !== null) intersection.face!.materialIndex = materialIndex;
  return intersection;
}

function label(intersection: Intersection, { object, instance }: ObjectPart): Intersection {
  if (instance === null) return intersection;
  if ((object as BatchedMesh).isBatchedMesh === true) intersection.batchId = instance;
  else intersection.instanceId = instance;
  return intersection;
}
