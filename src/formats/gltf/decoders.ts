import type { OptionNames } from "../../option-names.ts";
import { items, type Json, member, refuse } from "./json.ts";

// Decoders of compressed files are optional: they are loaded when a file needs them, if they are installed.

/** The part of meshoptimizer's `MeshoptDecoder` that abut uses. */
export interface MeshoptDecoder {
  ready: Promise<void>;
  decodeGltfBuffer(
    target: Uint8Array,
    count: number,
    size: number,
    source: Uint8Array,
    mode: string,
    filter?: string,
  ): void;
}

/** The part that abut uses of the module made by draco3dgltf's `createDecoderModule()`. */
export interface DracoModule {
  // biome-ignore lint/suspicious/noExplicitAny: the classes that Emscripten makes have no types
  [name: string]: any;
}

export interface Decoders {
  /** The module that `createDecoderModule()` of draco3dgltf resolves to. Default: loaded if installed; null: none. */
  draco?: DracoModule | null | undefined;
  /** `MeshoptDecoder` of meshoptimizer. Default: loaded if installed; null: none. */
  meshopt?: MeshoptDecoder | null | undefined;
}

export const DECODERS: OptionNames<Decoders> = { draco: true, meshopt: true };

const DRACO = "KHR_draco_mesh_compression";
const MESHOPT = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/** The decoders that the file's extensions require: the caller's, otherwise installed ones, otherwise none. */
export async function loadDecoders(root: Json, supplied: Decoders): Promise<Decoders> {
  const used = items(member(root, "extensionsUsed")).map(({ value }) => value);
  const { draco = used.includes(DRACO) ? await loadDraco() : null } = supplied;
  const { meshopt = used.some((name) => MESHOPT.includes(name as string)) ? await loadMeshopt() : null } =
    supplied;
  await meshopt?.ready;
  return { draco, meshopt };
}

// The package names are in variables, so that neither the compiler nor a bundler insists on packages that may be absent.
async function loadDraco(): Promise<DracoModule | null> {
  const name = "draco3dgltf";
  try {
    const { default: draco } = await import(name);
    return await draco.createDecoderModule();
  } catch {
    return null;
  }
}

async function loadMeshopt(): Promise<MeshoptDecoder | null> {
  const name = "meshoptimizer";
  try {
    return (await import(name)).MeshoptDecoder;
  } catch {
    return null;
  }
}

export function meshoptDecoder({ meshopt }: Decoders, json: Json): MeshoptDecoder {
  return (
    meshopt ?? refuse(json, "the data is compressed with meshopt; to read it, run: npm install meshoptimizer")
  );
}

export function dracoDecoder({ draco }: Decoders, json: Json): DracoModule {
  return draco ?? refuse(json, "the mesh is compressed with Draco; to read it, run: npm install draco3dgltf");
}
