import { FormatError } from "../errors.js";
import { checkOptionNames } from "../option-names.js";
import { createBudget, LIMIT_OPTIONS } from "./budget.js";
import { attributeOf, childrenOf, parseXml } from "./xml.js";
const SRDF_OPTIONS = {
	...LIMIT_OPTIONS,
	links: true
};
/** Reads the disable_collisions pairs of an SRDF file. Throws `FormatError`. */
export async function readSrdf(document, source, options = {}) {
	checkOptionNames(options, SRDF_OPTIONS, "readSrdf");
	return readSrdfWithin(createBudget(options.limits), document, source, options.links);
}
/** `readSrdf` within a budget that it shares with other files. */
export async function readSrdfWithin(budget, document, source, links) {
	const known = links === undefined ? null : new Set(links.map(({ name }) => name));
	const root = await parseXml(document, source, budget);
	if (root.name !== "robot") throw new FormatError(`${source}: expected <robot>, got <${root.name}>`);
	const found = {
		robot: root.attributes.get("name") ?? "",
		allowedPairs: [],
		reasons: [],
		warnings: []
	};
	const seen = new Set();
	for (const element of childrenOf(root, "disable_collisions")) {
		const [a, b] = ["link1", "link2"].map((name) => attributeOf(element, name, source));
		const stranger = known === null ? undefined : [a, b].find((name) => !known.has(name));
		const pair = JSON.stringify(a < b ? [a, b] : [b, a]);
		if (a === b) found.warnings.push(`${source}: link "${a}" is paired with itself, ignored`);
		else if (stranger !== undefined) found.warnings.push(`${source}: pair "${a}", "${b}": the robot has no link "${stranger}"`);
		else if (!seen.has(pair)) {
			seen.add(pair);
			found.allowedPairs.push([a, b]);
			found.reasons.push(element.attributes.get("reason") ?? "");
		}
	}
	return found;
}
