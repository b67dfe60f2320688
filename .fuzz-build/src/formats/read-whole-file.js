import { open } from "node:fs/promises";
import { limitOf, spendFile } from "./budget.js";
// `readFile` refuses files above 2 GiB, and reads a pipe until memory is full.
/** Of one call: 2^30 is below what the systems take at once. */
const MOST_AT_ONCE = 2 ** 30;
/** What a pipe is asked for at a time. */
const PIPE_BYTES = 2 ** 16;
/** All bytes of a file, or what comes out of a pipe. Throws `FormatError`, before it reads them, for more than the budget has. */
export async function readWholeFile(path, budget) {
	const file = await open(path);
	try {
		const found = await file.stat();
		if (found.isDirectory()) throw new Error("it is a folder");
		return found.isFile() && found.size > 0 ? await readSized(file, found.size, budget, path) : await readPipe(file, budget, path);
	} finally {
		await file.close();
	}
}
async function readSized(file, size, budget, path) {
	spendFile(budget, size, path);
	const bytes = new Uint8Array(size);
	let at = 0;
	while (at < size) {
		const { bytesRead } = await file.read(bytes, at, Math.min(MOST_AT_ONCE, size - at), null);
		if (bytesRead === 0) break;
		at += bytesRead;
	}
	return at === size ? bytes : bytes.slice(0, at);
}
async function readPipe(file, budget, path) {
	const pieces = [];
	let size = 0;
	for (;;) {
		const piece = new Uint8Array(PIPE_BYTES);
		const { bytesRead } = await file.read(piece, 0, PIPE_BYTES, null);
		if (bytesRead === 0) break;
		// A pipe is not known to end: what has come so far is held against the limit without what it may unpack to.
		if ((size += bytesRead) > limitOf(budget, "bytes")) spendFile(budget, size, path);
		pieces.push(piece.subarray(0, bytesRead));
	}
	const bytes = new Uint8Array(size);
	let at = 0;
	for (const piece of pieces) {
		bytes.set(piece, at);
		at += piece.length;
	}
	return bytes;
}
