import { parentPort } from "node:worker_threads";
import { createShapeCheck } from "../../clash/read-parts.ts";
import { usedVertices, worldBox } from "../../clash/world-boxes.ts";
import { MeshError, PoseError } from "../../errors.ts";
import type { Model } from "../../formats/model.ts";
import type { Bounds } from "../../geometry/bounds.ts";
import { topologyOf } from "../../mesh/surface-topology.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { type Input, type InputOptions, readInput } from "./read-input.ts";

// The thread that reads models, so that reading can be ended.

export interface ReadRequest {
  file: string;
  options: InputOptions;
  /** The bytes of the standard input; undefined for a file, which the thread reads. */
  content: Uint8Array | undefined;
  /** Whether boxes are wanted, because meshes go to a store. */
  isStored: boolean;
}

interface EndRequest {
  kind: "end";
}

export type ReadAnswer = { input: Input } | { error: { name: string; message: string; stack?: string } };

const port = parentPort;
if (port === null) throw new Error("read-thread: must be started as a worker thread");

port.on("message", async (request: ReadRequest | EndRequest) => {
  if ("kind" in request) {
    port.close();
    return;
  }
  const { file, options, content, isStored } = request;
  try {
    const input = await readInput(file, options, content);
    // Here, where it can be ended, and beside the other thread's work: for millions of triangles it takes seconds.
    input.closed = closedOf(input.model);
    if (isStored) input.boxes = boxesOf(input.model);
    port.postMessage({ input } satisfies ReadAnswer, buffersOf(input.model));
  } catch (error) {
    const { name, message, stack } = error as Error;
    port.postMessage({
      error: { name, message, ...(stack !== undefined && { stack }) },
    } satisfies ReadAnswer);
  }
});

function closedOf({ parts }: Model): boolean[] {
  const closed = new Map<TriangleMesh, boolean>();
  return parts.map(({ mesh }) => {
    const known = closed.get(mesh) ?? topologyOf(mesh).closed;
    closed.set(mesh, known);
    return known;
  });
}

function boxesOf({ parts }: Model): (Bounds | null)[] {
  const checkShape = createShapeCheck();
  const isUsed = new Map<TriangleMesh, Uint8Array>();
  return parts.map(({ name, mesh, toWorld }, number) => {
    try {
      checkShape({ key: name, name, group: 0, mesh, toWorld }, number);
    } catch (error) {
      if (error instanceof MeshError || error instanceof PoseError) return null; // the search reports it
      throw error;
    }
    const used = isUsed.get(mesh) ?? usedVertices(mesh);
    isUsed.set(mesh, used);
    return worldBox(mesh, used, toWorld);
  });
}

/** The memory of the meshes, which is transferred to the other thread instead of copied. */
function buffersOf({ parts }: Model): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  for (const { mesh } of parts)
    for (const array of [mesh.positions, mesh.indices])
      if (array?.buffer instanceof ArrayBuffer && array.byteLength === array.buffer.byteLength)
        buffers.add(array.buffer);
  return [...buffers];
}
