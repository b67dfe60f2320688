import { assembleModule } from "./assembler.js";
import { areKernelsAvailable } from "./available.js";
import { hasRoom, ifRoomLasts, isWorthKeeping, PAGE } from "./memory.js";
// Where kernels are available, one that does not compile or link is an error that is thrown. The only failure that has another
// answer is a limit of the engine (`ifRoomLasts`): then callers do without the kernel.
export { hasRoom, isWorthKeeping };
/** Null where kernels are not available, or the engine has no room to compile them. With `sharing`, they will work in the memory of others. */
export function compileFunctions(bytes, write, sharing = false) {
	if (!areKernelsAvailable()) return null;
	const module = assembleModule(Math.ceil(bytes / PAGE), write(), sharing);
	return ifRoomLasts(() => new WebAssembly.Module(module));
}
/** The functions with a new memory; null where there is none left. */
export function instantiate(compiled) {
	return ifRoomLasts(() => new WebAssembly.Instance(compiled, {}).exports);
}
/** How many times to go without: where address space is short, a try in vain takes a tenth of a second. */
let pause = 0;
const PAUSE = 1e3;
/** The functions with a new memory of so many bytes, for one object; null where there is none, and for a while afterwards. */
export function instantiateWith(compiled, bytes) {
	if (pause > 0) {
		pause--;
		return null;
	}
	const functions = instantiate(compiled);
	if (functions !== null && hasRoom(functions.memory, bytes)) return functions;
	pause = PAUSE;
	return null;
}
/** The functions, compiled for sharing, in the memory of others; null where the engine has no room for them. */
export function instantiateIn(compiled, memory) {
	return ifRoomLasts(() => {
		const functions = new WebAssembly.Instance(compiled, { kernels: { memory } }).exports;
		return {
			...functions,
			memory
		};
	});
}
