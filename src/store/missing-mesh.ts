import { StoreError } from "../errors.ts";

/** Thrown when a mesh is needed that the store has lost: it was damaged, or removed by another process. */
export class MissingMesh extends StoreError {
  /** Content address of the mesh. */
  readonly mesh: string;

  constructor(place: string, mesh: string) {
    super(`${place}: mesh ${mesh} is missing or damaged`);
    this.mesh = mesh;
  }
}
