import { FormatError } from "../errors.js";
import { checkOptionNames } from "../option-names.js";
const LOCATE_MESH_OPTIONS = {
	folder: true,
	packages: true
};
/** The path or URL that a mesh's name in a robot file stands for. Throws `FormatError` for a package that is not listed. */
export function locateMesh(uri, options = {}) {
	checkOptionNames(options, LOCATE_MESH_OPTIONS, "locateMesh");
	const { folder = "", packages = {} } = options;
	if (uri.startsWith("package://")) return locateInPackage(uri, packages);
	if (uri.startsWith("file://")) return decodePath(uri.slice("file://".length).replace(/^localhost(?=\/)/, ""), uri);
	if (/^[a-z][a-z\d+.-]+:\/\//i.test(uri) || uri.startsWith("/") || folder === "") return uri;
	return `${folder.replace(/\/+$/, "")}/${uri}`;
}
function locateInPackage(uri, packages) {
	const path = uri.slice("package://".length);
	let best = "";
	for (const name of Object.keys(packages)) if (name.length > best.length && (path === name || path.startsWith(`${name}/`))) best = name;
	if (best === "") {
		const known = Object.keys(packages).join(", ") || "none";
		throw new FormatError(`"${uri}": the folder of package "${path.split("/")[0]}" is not known (known: ${known})`);
	}
	return packages[best].replace(/\/+$/, "") + path.slice(best.length);
}
function decodePath(path, uri) {
	try {
		return decodeURIComponent(path);
	} catch {
		throw new FormatError(`"${uri}": not a valid URI`);
	}
}
