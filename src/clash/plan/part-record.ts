import type { Bounds } from "../../geometry/bounds.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import type { ClashPart } from "../clash.ts";
import { checkGroup } from "../prepare-clashes.ts";
import { completeNamedPart, createKeyCheck, createShapeCheck } from "../read-parts.ts";
import { usedVertices, worldBox } from "../world-boxes.ts";
import { addressOfMesh, addressOfPosed, type Digest } from "./content-address.ts";

/** Everything that planning needs to know about a part, without its triangles. */
export interface PartRecord {
  readonly key: string;
  readonly name: string;
  readonly group: number;
  /** Content address of the mesh. */
  readonly mesh: string;
  /** The number of the mesh object. Parts that share an object have one number; equal meshes may have several. */
  readonly meshNumber: number;
  readonly triangles: number;
  /** Bytes of positions and indices. */
  readonly bytes: number;
  /** 16 numbers, column-major; null is the identity. */
  readonly toWorld: Float64Array | null;
  /** Content address of the mesh at its pose. */
  readonly posed: string;
  /** World box of the triangles. */
  readonly box: Bounds;
}

/** What is kept about a mesh while its object is alive. */
interface MeshFacts {
  number: number;
  address: string;
  isUsed: Uint8Array;
}

/** A function that checks and describes the parts of one scene, one at a time. It keeps no mesh alive. */
export function createPartRecorder(
  between: boolean,
  digest: Digest,
): (part: ClashPart, number: number) => Promise<PartRecord> {
  const checkKey = createKeyCheck();
  const checkShape = createShapeCheck();
  const factsOf = new WeakMap<TriangleMesh, MeshFacts>();
  let meshes = 0;
  return async (callerPart, number) => {
    const part = completeNamedPart(callerPart, number);
    checkKey(part, number);
    checkShape(part, number);
    if (between) checkGroup(callerPart, number);
    const { key, name, group, mesh, toWorld } = part;
    let facts = factsOf.get(mesh);
    if (facts === undefined) {
      facts = { number: meshes++, address: await addressOfMesh(mesh, digest), isUsed: usedVertices(mesh) };
      factsOf.set(mesh, facts);
    }
    return {
      key,
      name,
      group,
      mesh: facts.address,
      meshNumber: facts.number,
      triangles: mesh.triangleCount,
      bytes: mesh.positions.byteLength + (mesh.indices?.byteLength ?? 0),
      toWorld: toWorld === null ? null : toWorld.slice(), // the caller may change the pose before its task runs
      posed: await addressOfPosed(facts.address, toWorld, digest),
      box: worldBox(mesh, facts.isUsed, toWorld),
    };
  };
}
