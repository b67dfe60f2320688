import { parentPort } from "node:worker_threads";
import { topologyOf } from "../../mesh/surface-topology.js";
import { readInput } from "./read-input.js";
const port = parentPort;
if (port === null) throw new Error("read-thread: to be started as a thread");
port.on("message", async ({ file, options }) => {
	try {
		const input = await readInput(file, options);
		input.closed = closedOf(input.model);
		port.postMessage({ input }, buffersOf(input.model));
	} catch (error) {
		const { name, message, stack } = error;
		port.postMessage({ error: {
			name,
			message,
			...stack !== undefined && { stack }
		} });
	}
});
function closedOf({ parts }) {
	const closed = new Map();
	return parts.map(({ mesh }) => {
		const known = closed.get(mesh) ?? topologyOf(mesh).closed;
		closed.set(mesh, known);
		return known;
	});
}
/** The memory of the meshes, which moves to the other thread instead of being copied. */
function buffersOf({ parts }) {
	const buffers = new Set();
	for (const { mesh } of parts) for (const array of [mesh.positions, mesh.indices]) if (array?.buffer instanceof ArrayBuffer && array.byteLength === array.buffer.byteLength) buffers.add(array.buffer);
	return [...buffers];
}
