import type { PartRecord } from "../clash/plan/part-record.ts";
import type { LoadMesh } from "../clash/plan/run-clash-task.ts";
import { buildAabbTree } from "../trees/build-aabb.ts";
import type { AabbTree } from "../trees/layout.ts";
import { saveTree } from "../trees/save.ts";
import type { ClashStore } from "./clash-store.ts";
import { meshOfBytes, treeOfBytes } from "./mesh-bytes.ts";
import { MissingMesh } from "./missing-mesh.ts";

/** Trees of smaller meshes are built each time: 20,000 triangles take 4 ms to build. */
const STORED_TREE = 20_000;

/** A loader for `runClashTask` that reads meshes, and the trees of large ones, from a store. Throws `MissingMesh`. */
export function createTreeLoader(store: ClashStore): LoadMesh {
  return async ({ mesh: address, triangles }: PartRecord): Promise<AabbTree> => {
    const [bytes] = await store.get("mesh", [address]);
    if (bytes === null) throw new MissingMesh(store.place, address);
    const mesh = meshOfBytes(bytes);
    if (triangles < STORED_TREE) return buildAabbTree(mesh);
    const [saved] = await store.get("tree", [address]);
    if (saved !== null) return treeOfBytes(saved, mesh);
    const tree = buildAabbTree(mesh);
    await store.put("tree", [{ address, bytes: new Uint8Array(saveTree(tree)) }]);
    return tree;
  };
}
