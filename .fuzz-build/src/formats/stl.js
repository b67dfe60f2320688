import { FormatError } from "../errors.js";
import { checkOptionNames } from "../option-names.js";
import { createBudget, LIMIT_OPTIONS, spend, spendFile } from "./budget.js";
import { createModel, meshOfPart, nameOfFile } from "./model.js";
import { readStlFacets } from "./stl-ascii.js";
import { HEADER_BYTES, readStlRecords, TRIANGLE_BYTES } from "./stl-binary.js";
import { weldSoup } from "./weld-soup.js";
export const STL_OPTIONS = {
	...LIMIT_OPTIONS,
	weld: true
};
/**
* Reads an STL file, ASCII (one part per solid, f64) or binary (one part, f32). Normals, colours and attributes are
* ignored: the order of the corners says which side is out. Throws `FormatError` with line or byte.
*/
export function readStl(bytes, source, options = {}) {
	checkOptionNames(options, STL_OPTIONS, "readStl");
	return readStlWithin(createBudget(options.limits), bytes, source, options.weld);
}
/** `readStl` within a budget that it shares with other files. */
export function readStlWithin(budget, bytes, source, weld = true) {
	spendFile(budget, bytes.length, source);
	if (bytes.length === 0) throw new FormatError(`${source}, byte 0: the file is empty`);
	const { solids, warnings } = isBinaryStl(bytes) ? readStlRecords(bytes, source) : readStlFacets(bytes, source);
	const parts = [];
	for (const { name, soup } of solids) {
		if (soup.length === 0) continue;
		spend(budget, "parts", 1, source);
		parts.push(createPart(source, budget, name || nameOfFile(source), soup, weld));
	}
	return createModel(source, budget, parts, warnings);
}
function createPart(source, budget, name, soup, weld) {
	const { positions, indices } = weld ? weldSoup(soup) : {
		positions: soup,
		indices: null
	};
	return {
		name,
		mesh: meshOfPart(source, budget, name, positions, indices),
		toWorld: null
	};
}
/**
* "solid" at the start proves nothing, many binary headers begin with it. A length that fits the count does: ASCII
* digits and letters read as a count would mean 20 GB and more. Else zero bytes tell, which no text has.
*/
function isBinaryStl(bytes) {
	if (bytes.length >= HEADER_BYTES) {
		const view = new DataView(bytes.buffer, bytes.byteOffset);
		if (HEADER_BYTES + TRIANGLE_BYTES * view.getUint32(HEADER_BYTES - 4, true) === bytes.length) return true;
	}
	const isUtf16 = bytes[0] >= 254 && bytes[1] >= 254;
	return !isUtf16 && bytes.subarray(0, 1024).includes(0);
}
