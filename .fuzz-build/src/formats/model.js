import { FormatError, MeshError } from "../errors.js";
import { createMesh } from "../mesh/triangle-mesh.js";
import { spend } from "./budget.js";
const UNKNOWN_SPACE = {
	metresPerUnit: null,
	upAxis: null
};
/** The name for a part that has none: the file's name without its folder. */
export function nameOfFile(source) {
	return source.slice(Math.max(source.lastIndexOf("/"), source.lastIndexOf("\\")) + 1) || "model";
}
/** The model whose parts have distinct names; says in a warning when there are none. */
export function createModel(source, budget, parts, warnings, space = UNKNOWN_SPACE) {
	const taken = new Set(parts.map(({ name }) => name));
	const seen = new Map();
	for (const part of parts) {
		const { name } = part;
		let count = (seen.get(name) ?? 0) + 1;
		if (count > 1) {
			spend(budget, "bytes", 2 * name.length, `${source}, names of parts`);
			while (taken.has(`${name}#${count}`)) count++;
			part.name = `${name}#${count}`;
			taken.add(part.name);
		}
		seen.set(name, count);
	}
	if (parts.length === 0) warnings.push(`${source}: no triangles`);
	return {
		parts,
		warnings,
		...space
	};
}
/** `createMesh` within the budget; complaints name the file and the part. */
export function meshOfPart(source, budget, part, positions, indices) {
	const corners = indices === null ? positions.length / 3 : indices.length;
	spend(budget, "triangles", Math.floor(corners / 3), `${source}, part "${part}"`);
	try {
		return createMesh({
			positions,
			indices
		});
	} catch (error) {
		if (!(error instanceof MeshError)) throw error;
		throw new FormatError(`${source}, part "${part}": ${error.message}`);
	}
}
