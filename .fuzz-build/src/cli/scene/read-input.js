import { createHash } from "node:crypto";
import { readFileBytes, readModelOfFile } from "../../formats/read-model-file.js";
export async function readInput(file, options) {
	const bytes = await readFileBytes(file, options.limits);
	const named = [];
	const model = await readModelOfFile(bytes, file, {
		...options,
		onFile: (path) => named.push(path)
	});
	const sha256 = createHash("sha256").update(bytes).digest("hex");
	return {
		model,
		bytes: bytes.length,
		sha256,
		named: [...new Set(named)]
	};
}
