import { FormatError, OptionError, show } from "../errors.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";

export interface LocateMeshOptions {
  /** The folder of the robot's file, or that of its URL: relative names start there. Default "". */
  folder?: string | undefined;
  /** The folders of packages: a package, or the beginning of a path in it, and its folder. The longest match counts. */
  packages?: Readonly<Record<string, string>> | undefined;
}

const LOCATE_MESH_OPTIONS: OptionNames<LocateMeshOptions> = { folder: true, packages: true };

/** The path or URL of a mesh named in a robot file. Throws `FormatError` for a package that is not listed. */
export function locateMesh(uri: string, options: LocateMeshOptions = {}): string {
  checkOptionNames(options, LOCATE_MESH_OPTIONS, "locateMesh");
  const { folder = "", packages = {} } = options;
  if (typeof uri !== "string") throw new OptionError(`uri: expected a string, got ${show(uri)}`);
  if (typeof folder !== "string") throw new OptionError(`folder: expected a string, got ${show(folder)}`);
  if (typeof packages !== "object" || packages === null)
    throw new OptionError(`packages: expected an object, got ${show(packages)}`);
  if (uri.startsWith("package://")) return locateInPackage(uri, packages);
  if (uri.startsWith("file://"))
    return decodePath(uri.slice("file://".length).replace(/^localhost(?=\/)/, ""), uri);
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(uri) || uri.startsWith("/") || folder === "") return uri;
  return `${folder.replace(/\/+$/, "")}/${uri}`;
}

function locateInPackage(uri: string, packages: Readonly<Record<string, string>>): string {
  const path = uri.slice("package://".length);
  let best = "";
  for (const name of Object.keys(packages))
    if (name.length > best.length && (path === name || path.startsWith(`${name}/`))) best = name;
  if (best === "") {
    const known = Object.keys(packages).join(", ") || "none";
    throw new FormatError(
      `"${uri}": the folder of package "${path.split("/")[0]}" is not known (known: ${known})`,
    );
  }
  return packages[best].replace(/\/+$/, "") + path.slice(best.length);
}

function decodePath(path: string, uri: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new FormatError(`"${uri}": not a valid URI`);
  }
}
