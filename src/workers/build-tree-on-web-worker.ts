import { ThreadError } from "../errors.ts";
import { checkMesh, type TriangleMesh } from "../mesh/triangle-mesh.ts";
import { checkOptionNames } from "../option-names.ts";
import { AABB_TREE_OPTIONS, type AabbTreeOptions } from "../trees/build-aabb.ts";
import type { AabbTree } from "../trees/layout.ts";
import { createTreeTask, receiveTree } from "./tree-work.ts";
import type { WebWorker } from "./web-workers.ts";

declare const Worker: new (url: URL, options: { type: "module" }) => WebWorker;

/** As build-tree-on-thread.ts says, on a web worker. It needs no shared memory, so the page need not be isolated. */
export async function buildTreeOnThread(
  mesh: TriangleMesh,
  options: AabbTreeOptions = {},
): Promise<AabbTree> {
  checkOptionNames(options, AABB_TREE_OPTIONS, "buildTreeOnThread");
  checkMesh(mesh);
  // Bundlers recognise exactly this expression and emit the worker as a separate file.
  const worker = new Worker(new URL("./tree-web-worker.js", import.meta.url), { type: "module" });
  try {
    const saved = await new Promise<ArrayBuffer>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data as ArrayBuffer);
      worker.onmessageerror = () => reject(new ThreadError("buildTreeOnThread: a message could not be read"));
      worker.onerror = (event) => {
        event.preventDefault(); // the promise rejects instead of the console
        reject(new ThreadError(`buildTreeOnThread: ${event.message ?? "the worker could not be loaded"}`));
      };
      worker.postMessage(createTreeTask(mesh, options));
    });
    return receiveTree(saved, mesh);
  } finally {
    worker.terminate();
  }
}
