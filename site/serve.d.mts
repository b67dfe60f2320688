import type { Server } from "node:http";

/** A server of the folder's files, listening on this machine only. */
export function serve(folder: string, port?: number): Promise<Server>;
