import { storable } from "./printable-text.ts";

/** The URI of a path with forward slashes. Relative paths stay relative. */
export function fileUri(path: string): string {
  const segments = path.split("/").map((segment) => encodeURIComponent(storable(segment)));
  const isDrive = /^[A-Za-z]:\//.test(path);
  if (isDrive) segments[0] = path.slice(0, 2);
  const uri = segments.join("/");
  if (isDrive) return `file:///${uri}`;
  if (uri.startsWith("//")) return `file:${uri}`; // a network share: //server/folder
  return uri.startsWith("/") ? `file://${uri}` : uri;
}
