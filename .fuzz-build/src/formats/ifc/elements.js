import { OptionError } from "../../errors.js";
const ALL = ["IfcProduct"];
const NO_SOLIDS = [
	"IfcSpace",
	"IfcFeatureElementSubtraction",
	"IfcSite",
	"IfcVirtualElement",
	"IfcAnnotation",
	"IfcGrid",
	"IfcPort"
];
/** The elements with a shape, in the order of their numbers. */
export function readElements(api, model, options) {
	const { types } = options;
	const { excludeTypes = types === undefined ? NO_SOLIDS : [] } = options;
	const wanted = linesOf(api, model, types ?? ALL, "types");
	for (const line of linesOf(api, model, excludeTypes, "excludeTypes")) wanted.delete(line);
	const elements = [];
	for (const line of [...wanted].sort((a, b) => a - b)) {
		const { GlobalId, Name, Representation } = api.GetLine(model, line);
		if ((Representation ?? null) === null) continue;
		const guid = textOf(GlobalId);
		elements.push({
			line,
			name: textOf(Name) || guid || `#${line}`,
			guid,
			type: api.GetNameFromTypeCode(api.GetLineType(model, line))
		});
	}
	return elements;
}
function linesOf(api, model, types, option) {
	const lines = new Set();
	for (const type of types) {
		const code = api.GetTypeCodeFromName(type.toUpperCase());
		if (api.GetNameFromTypeCode(code).toUpperCase() !== type.toUpperCase()) throw new OptionError(`${option}: "${type}" is no class of IFC`);
		for (const line of valuesOf(api.GetLineIDsWithType(model, code, true))) lines.add(line);
	}
	return lines;
}
export function* valuesOf(list) {
	for (let i = 0; i < list.size(); i++) yield list.get(i);
}
function textOf(attribute) {
	return typeof attribute?.value === "string" ? attribute.value : "";
}
