import { storable } from "./printable-text.js";
/** The URI of a file that was named by a path with forward slashes: relative paths stay relative. */
export function fileUri(path) {
	const segments = path.split("/").map((segment) => encodeURIComponent(storable(segment)));
	const isDrive = /^[A-Za-z]:\//.test(path);
	if (isDrive) segments[0] = path.slice(0, 2);
	const uri = segments.join("/");
	if (isDrive) return `file:///${uri}`;
	if (uri.startsWith("//")) return `file:${uri}`;
	return uri.startsWith("/") ? `file://${uri}` : uri;
}
