import { worldBoxes } from "../../world/clash/world-boxes.js";
import { openScene, warn, warningsOf } from "../scene/open-scene.js";
/** Reads the two sides. */
export async function openTwoSides(paths, options, terminal) {
	const { scene, filesOfArgument } = await openScene(paths, options, terminal);
	warn(warningsOf(scene), options, terminal);
	const side = (isOfSide) => {
		const parts = scene.parts.filter(({ group }) => isOfSide(group));
		const names = scene.partNames.filter((_, i) => isOfSide(scene.parts[i].group));
		return {
			parts,
			names,
			boxes: worldBoxes(parts)
		};
	};
	const filesOfA = filesOfArgument[0];
	return {
		scene,
		a: side((file) => file < filesOfA),
		b: side((file) => file >= filesOfA)
	};
}
/** Why there is nothing to compare; null when there is. */
export function emptySide(a, b, paths) {
	const empty = a.parts.length === 0 ? paths[0] : b.parts.length === 0 ? paths[1] : null;
	return empty === null ? null : `there are no triangles in ${empty}`;
}
