import { OptionError, show } from "../../errors.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { checkText } from "../check-argument.ts";
import { checkStatus, type StatusFile } from "../clash-status.ts";
import type { SceneSpace } from "../scene-space.ts";
import { checkUpAxis, SCENE_SPACE } from "../scene-space.ts";
import { hasZone, timeOf } from "./date-time.ts";

export type BcfVersion = "2.1" | "3.0";

export interface BcfSettings {
  version: BcfVersion;
  /** The creation time of the topics, such as "2026-11-16T09:30:00Z". */
  date: string;
  /** The author of the topics. */
  author: string;
  /** See `BcfOptions`. */
  maxPictures: number;
  references: readonly string[] | undefined;
  status: StatusFile | null;
}

export interface BcfOptions extends SceneSpace {
  /** Default "2.1", which most programs read. */
  version?: BcfVersion | undefined;
  /** Default 1970-01-01T00:00:00Z, so that equal reports give equal bytes. */
  date?: string | undefined;
  /** Default "abut". */
  author?: string | undefined;
  /** How many viewpoints have a picture, the worst first. A picture takes 0.05 to 0.2 s. Default 200. */
  maxPictures?: number | undefined;
  /** How topics refer to the inputs, in the order of the report's inputs. Default: the paths in the report. */
  references?: readonly string[] | undefined;
  /** The status after the run. Its comments are comments of the topics. Default: none. */
  status?: StatusFile | null | undefined;
}

const BCF_OPTIONS: OptionNames<BcfOptions> = {
  ...SCENE_SPACE,
  version: true,
  date: true,
  author: true,
  maxPictures: true,
  references: true,
  status: true,
};

/** Checks the options and fills in their defaults. */
export function readOptions(options: BcfOptions): BcfSettings {
  checkOptionNames(options, BCF_OPTIONS, "writeBcf");
  const { version = "2.1", date = "1970-01-01T00:00:00Z", author = "abut", maxPictures = 200 } = options;
  const { references, upAxis, status = null } = options;
  checkUpAxis(upAxis);
  if (status !== null) checkStatus(status);
  if (version !== "2.1" && version !== "3.0")
    throw new OptionError(`version: "${show(version)}" is neither "2.1" nor "3.0"`);
  checkText(date, "date");
  if (Number.isNaN(timeOf(date)) || !hasZone(date))
    throw new OptionError(`date: "${date}" is not a date with time and zone, such as "2026-11-16T09:30:00Z"`);
  checkText(author, "author");
  if (author.trim() === "") throw new OptionError("author: must not be blank");
  if (!(Number.isInteger(maxPictures) && maxPictures >= 0))
    throw new OptionError(`maxPictures: expected a count, got ${show(maxPictures)}`);
  if (
    references !== undefined &&
    !(Array.isArray(references) && Array.from(references).every((file) => typeof file === "string"))
  )
    throw new OptionError("references: expected a list of paths");
  return { version, date, author, maxPictures, references, status };
}
