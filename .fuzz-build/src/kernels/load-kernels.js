import { areKernelsAvailable } from "../numerics/wasm/available.js";
import { ifRoomLasts, PAGE } from "../numerics/wasm/memory.js";
/** Null where kernels are not available, or the engine has no room to compile them. */
export function compileKernels({ base64 }) {
	if (!areKernelsAvailable()) return null;
	const text = atob(base64);
	const bytes = new Uint8Array(text.length);
	for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
	return ifRoomLasts(() => new WebAssembly.Module(bytes));
}
/** How many times to go without after a try in vain: where address space is short, one takes a tenth of a second. */
const PAUSE = 1e3;
let pause = 0;
/** The functions of a module over a new memory of at least so many bytes; null where there is no room, and for a while afterwards. */
export function linkKernels(compiled, bytes) {
	if (pause > 0) {
		pause--;
		return null;
	}
	const linked = ifRoomLasts(() => {
		const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
		const functions = new WebAssembly.Instance(compiled, { env: { memory } }).exports;
		return {
			functions,
			memory
		};
	});
	if (linked === null) pause = PAUSE;
	return linked;
}
