import { FormatError } from "../../errors.js";
const ERRORS_ONLY = 4;
/** WebAssembly never gives memory back, so a module that has grown beyond this is not kept. */
const MOST_KEPT = 2 ** 29;
/** A wrong reference has it say the same for ever. The console is the only place where it can be stopped. */
const MOST_SAID = 1e4;
/** What web-ifc has said since the last `heard`. */
let said = [];
let kept = null;
/** The one that was made last, which is the one that speaks. */
let own = null;
/** The module that reads IFC: one for all files, until it is released or has grown too large. */
export async function loadWebIfc(source) {
	kept ??= createWebIfc();
	try {
		if ((await kept).wasmModule.HEAPU8.length > MOST_KEPT) kept = createWebIfc();
		return await kept;
	} catch (error) {
		kept = null;
		const advice = "reading IFC takes the package web-ifc; to install it, run: npm install web-ifc";
		const isAbsent = error.code === "ERR_MODULE_NOT_FOUND";
		const reason = isAbsent ? "" : ` (${error.message})`;
		throw new FormatError(`${source}: ${advice}${reason}`, { cause: error });
	}
}
// The name in a variable, so that neither the compiler nor a bundler insists on a package that may be absent.
async function createWebIfc() {
	const name = "web-ifc";
	const { IfcAPI } = await import(name);
	const api = new IfcAPI();
	// It takes hold of the console's functions when it begins, and prints there from then on.
	await listen(() => api.Init(undefined, true));
	listen(() => api.SetLogLevel(ERRORS_ONLY));
	own = api;
	return api;
}
/** Lets go of the module, which cannot be trusted any more: the next file gets a new one. */
export function releaseWebIfc() {
	kept = null;
	own = null;
}
/**
* Ends the call of web-ifc that is under way. It catches all that is thrown into it, traps too; so its memory is taken from
* under it, and the next pointer it follows leads nowhere: a trap of its own, which nothing catches.
*/
function breakDown() {
	own?.wasmModule.HEAPU8.fill(255);
	releaseWebIfc();
}
/** Runs a call of web-ifc, which may print, without a line on the console. It must not wait for anything. */
export function listen(call) {
	const { log, warn, error } = console;
	console.log = console.warn = console.error = (...words) => {
		if (said.push(words.join(" ")) > MOST_SAID) breakDown();
	};
	try {
		return call();
	} finally {
		Object.assign(console, {
			log,
			warn,
			error
		});
	}
}
/** What it has printed since the last time, without its marks and numbers of lines. */
export function heard() {
	const lines = said.map((line) => line.replace(/^\[WEB-IFC\]\[\w+\]|^ERROR: */, "").replace(/^\[\(?\w+[()[\]]* */, "").replace(/ \d+$/, "").trim());
	said = [];
	return [...new Set(lines)];
}
