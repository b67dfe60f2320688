import { readFile } from "node:fs/promises";
import { FormatError } from "../../errors.ts";

/** The waypoints of a robot's path. */
export interface Waypoints {
  /** The columns of the file that are joints. */
  joints: string[];
  /** Joint values, one list a waypoint, as `setPose` takes them. */
  values: Float64Array[];
  /** The line of each waypoint in the file. */
  lines: number[];
  warnings: string[];
}

const MOST_VALUES = 2 ** 26;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Reads the CSV file of a path: names of joints in the first line, then one waypoint a line, in radians and metres. Values are
 * separated by commas, semicolons or tabs; lines that are empty or begin with # are skipped. Joints without a column stay at rest.
 */
export async function readWaypoints(file: string, valueNames: readonly string[]): Promise<Waypoints> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new FormatError(`--path ${file}: cannot read the file: ${(error as Error).message}`);
  }
  return parseWaypoints(text, `--path ${file}`, valueNames);
}

export function parseWaypoints(text: string, source: string, valueNames: readonly string[]): Waypoints {
  const rows = text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\n|\r/)
    .map((line, i) => ({ line: i + 1, text: line.trim() }))
    .filter((row) => row.text !== "" && !row.text.startsWith("#"));
  const [header, ...body] = rows;
  if (header === undefined) throw new FormatError(`${source}, line 1: expected the names of joints`);
  const separator = /[\t;]/.exec(header.text)?.[0] ?? ",";
  const cellsOf = (row: string) => row.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
  const joints = cellsOf(header.text);
  const places = joints.map((name, column) => {
    const place = valueNames.indexOf(name);
    if (place < 0)
      throw new FormatError(
        `${source}, line ${header.line}, column ${column + 1}: the robot has no joint "${name}" with a value of its own (${valueNames.join(", ") || "it has none"})`,
      );
    if (joints.indexOf(name) < column)
      throw new FormatError(`${source}, line ${header.line}, column ${column + 1}: "${name}" is there twice`);
    return place;
  });
  if (body.length === 0) throw new FormatError(`${source}: has names of joints and no waypoint`);
  if (body.length * valueNames.length > MOST_VALUES)
    throw new FormatError(`${source}: ${body.length} waypoints of ${valueNames.length} values are too many`);
  const values = body.map(({ line, text: row }) => {
    const cells = cellsOf(row);
    if (cells.length !== joints.length)
      throw new FormatError(
        `${source}, line ${line}: expected ${joints.length} values, one for each joint of line ${header.line}, got ${cells.length}`,
      );
    const pose = Float64Array.from(valueNames, (name) => (name.endsWith(".qw") ? 1 : 0));
    cells.forEach((cell, column) => {
      const value = NUMBER.test(cell) ? Number(cell) : Number.NaN;
      if (!Number.isFinite(value))
        throw new FormatError(
          `${source}, line ${line}, column ${column + 1} ("${joints[column]}"): "${cell}" is not a finite number`,
        );
      pose[places[column]] = value;
    });
    return pose;
  });
  const atRest = valueNames.filter((name) => !joints.includes(name));
  const warnings =
    atRest.length > 0 ? [`${source}: has no column for ${atRest.join(", ")}, which stay at rest`] : [];
  return { joints, values, lines: body.map(({ line }) => line), warnings };
}
