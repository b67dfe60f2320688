import { FormatError } from "../../errors.ts";
import type { Positions } from "../../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { type Budget, createBudget, LIMIT_OPTIONS, type LimitOptions, spend, spendBytes } from "../budget.ts";
import { createModel, type Model, type ModelPart, meshOfPart, nameOfFile } from "../model.ts";
import { weldSoup } from "../weld-soup.ts";
import { readStlFacets } from "./ascii.ts";
import { HEADER_BYTES, readStlRecords, TRIANGLE_BYTES } from "./binary.ts";

export interface StlOptions extends LimitOptions {
  /**
   * Merge corners with identical coordinates into one vertex (default true). The triangles do not change; otherwise the
   * mesh is a soup, three vertices per triangle, without neighbours.
   */
  weld?: boolean | undefined;
}

export const STL_OPTIONS: OptionNames<StlOptions> = { ...LIMIT_OPTIONS, weld: true };

/**
 * Reads an STL file, ASCII (one part per solid, f64) or binary (one part, f32). Normals, colours and attributes are
 * ignored: the order of the corners defines the outside. Throws `FormatError` with line or byte.
 */
export function readStl(bytes: Uint8Array, source: string, options: StlOptions = {}): Model {
  checkOptionNames(options, STL_OPTIONS, "readStl");
  return readStlWithin(createBudget(options.limits), bytes, source, options.weld);
}

/** `readStl` within a budget that it shares with other files. */
export function readStlWithin(budget: Budget, bytes: Uint8Array, source: string, weld = true): Model {
  spendBytes(budget, bytes, source);
  if (bytes.length === 0) throw new FormatError(`${source}, byte 0: the file is empty`);
  const { solids, warnings } = isBinaryStl(bytes)
    ? readStlRecords(bytes, source)
    : readStlFacets(bytes, source);
  const parts: ModelPart[] = [];
  for (const { name, soup } of solids) {
    if (soup.length === 0) continue;
    spend(budget, "parts", 1, source);
    parts.push(createPart(source, budget, name || nameOfFile(source), soup, weld));
  }
  return createModel(source, budget, parts, warnings);
}

function createPart(source: string, budget: Budget, name: string, soup: Positions, weld: boolean): ModelPart {
  const { positions, indices } = weld ? weldSoup(soup) : { positions: soup, indices: null };
  return { name, mesh: meshOfPart(source, budget, name, positions, indices), toWorld: null };
}

/**
 * "solid" at the start proves nothing: many binary headers begin with it. A length that fits the count does: ASCII
 * characters read as a count would mean 20 GB and more. Otherwise zero bytes decide, which no text has.
 */
function isBinaryStl(bytes: Uint8Array): boolean {
  if (bytes.length >= HEADER_BYTES) {
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    if (HEADER_BYTES + TRIANGLE_BYTES * view.getUint32(HEADER_BYTES - 4, true) === bytes.length) return true;
  }
  const isUtf16 = bytes[0] >= 0xfe && bytes[1] >= 0xfe;
  return !isUtf16 && bytes.subarray(0, 1024).includes(0);
}
