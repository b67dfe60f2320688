import { OptionError } from "../errors.ts";

/** The time of the run, such as "2026-11-16T09:30:00Z". SOURCE_DATE_EPOCH, in seconds since 1970, makes runs repeatable. */
export function dateOfRun(env: Readonly<Record<string, string | undefined>>): string {
  const epoch = env.SOURCE_DATE_EPOCH;
  const seconds = epoch === undefined || epoch === "" ? Math.floor(Date.now() / 1000) : Number(epoch);
  // The year 9999 is the last one with four digits.
  if (!(Number.isInteger(seconds) && seconds >= 0 && seconds < 253402300800))
    throw new OptionError(`SOURCE_DATE_EPOCH: "${epoch}" is not a number of seconds since 1970`);
  return new Date(1000 * seconds).toISOString().replace(".000Z", "Z");
}
