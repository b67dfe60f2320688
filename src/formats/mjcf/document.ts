import { FormatError, OptionError, show } from "../../errors.ts";
import { isArrayOf } from "../../typed-arrays.ts";
import { type Budget, checkDepth, spend } from "../budget.ts";
import type { Resolver } from "../gltf/document.ts";
import { attributeOf, childrenOf, parseXml, type XmlElement } from "../xml.ts";

/** What <compiler> says about the numbers and names in a file. */
export interface Compiler {
  /** Radians per unit of an angle. */
  angle: number;
  /** Three of x, y, z, X, Y, Z: the axes of Euler angles, turned with the frame, or fixed if capital. */
  eulerSequence: string;
  meshFolder: string;
  /** Whether folders in names of files are dropped. */
  stripsPath: boolean;
  /** Whether a joint with a range is limited without saying so. */
  autoLimits: boolean;
}

/** The top-level element of an MJCF file, with included files in place. Throws `FormatError`. */
export async function readDocument(
  document: string | Uint8Array,
  source: string,
  budget: Budget,
  resolve: Resolver | undefined,
): Promise<XmlElement> {
  const root = await parseXml(document, source, budget);
  if (root.name !== "mujoco") throw new FormatError(`${source}: expected <mujoco>, got <${root.name}>`);
  const included = new Set<string>();
  const withIncludes = new Set<XmlElement>();
  noteIncludes(root, withIncludes);
  const include = async (element: XmlElement, file: string, depth: number): Promise<XmlElement> => {
    checkDepth(budget, depth, `${file}, <${element.name}>`);
    if (!withIncludes.has(element)) return element;
    const children: XmlElement[] = [];
    for (const child of element.children) {
      if (child.name !== "include") {
        children.push(await include(child, file, depth + 1));
        continue;
      }
      const name = attributeOf(child, "file", file);
      if (included.has(name))
        throw new FormatError(`${file}: "${name}" is included twice, which is not allowed`);
      included.add(name);
      spend(budget, "files", 1, `${file}, include "${name}"`);
      const inner = await parseXml(await fetchInclude(name, file, resolve), name, budget);
      noteIncludes(inner, withIncludes);
      for (const added of (await include(inner, name, depth + 1)).children) children.push(added);
    }
    return { ...element, children };
  };
  return include(root, source, 1);
}

/** Adds the elements that have an <include> at any depth. Recursion is bounded by the depth that XML may have. */
function noteIncludes(element: XmlElement, found: Set<XmlElement>): boolean {
  let isFound = false;
  for (const child of element.children)
    if (child.name === "include" || noteIncludes(child, found)) isFound = true;
  if (isFound) found.add(element);
  return isFound;
}

async function fetchInclude(name: string, file: string, resolve: Resolver | undefined): Promise<Uint8Array> {
  let bytes: unknown;
  try {
    if (resolve === undefined) throw new OptionError("no resolve option was given");
    bytes = await resolve(name);
    if (!isArrayOf(bytes, "Uint8Array"))
      throw new OptionError(`resolve gave ${bytes === null ? "null" : typeof bytes}, not bytes`);
  } catch (error) {
    throw new FormatError(
      `${file}: include "${name}" is missing: ${error instanceof Error ? error.message : show(error)}`,
    );
  }
  return bytes;
}

/** Later <compiler> elements override earlier ones. */
export function readCompiler(root: XmlElement, source: string): Compiler {
  const said = new Map(childrenOf(root, "compiler").flatMap(({ attributes }) => [...attributes]));
  const choose = <T>(name: string, fallback: string, choices: Readonly<Record<string, T>>): T => {
    const value = said.get(name) ?? fallback;
    if (Object.hasOwn(choices, value)) return choices[value];
    throw new FormatError(
      `${source}: ${name} "${value}" of <compiler> is not read, only ${Object.keys(choices).join(" or ")}`,
    );
  };
  const yesOrNo = { false: false, true: true };
  choose("coordinate", "local", { local: true });
  const eulerSequence = said.get("eulerseq") ?? "xyz";
  if (!/^[xyz]{3}$/i.test(eulerSequence))
    throw new FormatError(`${source}: eulerseq "${eulerSequence}" of <compiler> is not three of x, y and z`);
  return {
    angle: choose("angle", "degree", { degree: Math.PI / 180, radian: 1 }),
    eulerSequence,
    meshFolder: said.get("meshdir") ?? said.get("assetdir") ?? "",
    stripsPath: choose("strippath", "false", yesOrNo),
    autoLimits: choose("autolimits", "true", yesOrNo),
  };
}

/** The name of a mesh file for the resolver: relative to the model's file. */
export function locateAsset(file: string, { meshFolder, stripsPath }: Compiler): string {
  const name = stripsPath ? file.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1) : file;
  if (meshFolder === "" || name.startsWith("/")) return name;
  return `${meshFolder.replace(/\/+$/, "")}/${name}`;
}
