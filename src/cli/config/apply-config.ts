import { dirname, join } from "node:path";
import { OptionError } from "../../errors.ts";
import type { ClashCommandOptions } from "../commands/clash.ts";
import type { Config } from "./config-file.ts";

/**
 * The options of a run: those of the command line, and of the rules file where the command line is silent. `isGiven` says
 * whether the command line has an option. Paths in the file are relative to its folder. Patterns of both are used.
 */
export function applyConfig(
  options: ClashCommandOptions,
  paths: readonly string[],
  config: Config,
  configPath: string,
  isGiven: (name: string) => boolean,
): { options: ClashCommandOptions; paths: readonly string[] } {
  const at = (path: string) => join(dirname(configPath), path);
  const { files = [], formats, output, baseline, status, ignore = [] } = config;
  if (paths.length === 0 && files.length === 0)
    throw new OptionError(`no models: name some, or list them as "files" in ${configPath}`);
  const { unit, tolerance, clearance, touching, between, self, group, failOn, limit, threads, timeout } =
    config;
  const fromFile: { [Name in keyof ClashCommandOptions]?: ClashCommandOptions[Name] | undefined } = {
    ...{ unit, tolerance, clearance, touching, between, self, group, failOn, limit, threads, timeout },
    format: formats,
    output: output === undefined || output === "-" ? output : at(output) + (/[/\\]$/.test(output) ? "/" : ""),
    baseline: baseline && at(baseline),
    status: typeof status === "string" ? at(status) : status,
  };
  const merged: Record<string, unknown> = { ...options };
  for (const [name, value] of Object.entries(fromFile))
    if (value !== undefined && !isGiven(name)) merged[name] = value;
  // Formats and their destination belong together: one on the command line replaces both.
  if (isGiven("format") && !isGiven("output")) merged.output = options.output;
  if (isGiven("output") && !isGiven("format")) merged.format = options.format;
  merged.ignore = [...ignore, ...(options.ignore ?? [])];
  return {
    options: merged as unknown as ClashCommandOptions,
    paths: paths.length > 0 ? paths : files.map(at),
  };
}
