import { hasRoom, isWorthKeeping } from "../numerics/wasm/memory.js";
import { KERNELS } from "./generated/trees.js";
import { compileKernels, linkKernels } from "./load-kernels.js";
let compiled = null;
let kept = null;
/** A workspace of at least so many bytes; null where there are no kernels, or no room. Close it before the next is opened. */
export function openTreeWorkspace(bytes) {
	if (kept === null || !hasRoom(kept.memory, bytes)) kept = createWorkspace(bytes);
	if (kept !== null && kept.ints.buffer !== kept.memory.buffer) setViews(kept);
	return kept;
}
/** To be called when the caller has copied out what it wants. */
export function closeTreeWorkspace({ memory }) {
	if (!isWorthKeeping(memory)) kept = null;
}
function createWorkspace(bytes) {
	compiled ??= compileKernels(KERNELS);
	const linked = compiled && linkKernels(compiled, bytes);
	if (linked === null) return null;
	const { buffer } = linked.memory;
	return {
		memory: linked.memory,
		kernels: linked.functions,
		ints: new Int32Array(buffer),
		uints: new Uint32Array(buffer),
		floats: new Float32Array(buffer),
		doubles: new Float64Array(buffer)
	};
}
function setViews(workspace) {
	const { buffer } = workspace.memory;
	workspace.ints = new Int32Array(buffer);
	workspace.uints = new Uint32Array(buffer);
	workspace.floats = new Float32Array(buffer);
	workspace.doubles = new Float64Array(buffer);
}
