import type { BcfOptions } from "../../reports/bcf/options.ts";
import type { ClashReport, ReportClash } from "../../reports/clash-report.ts";
import type { StatusFile } from "../../reports/clash-status.ts";
import { keepWorst } from "../../reports/keep-worst.ts";
import type { OutputPlan } from "../output/plan-outputs.ts";
import { type WrittenScene, writeOutputs } from "../output/write-outputs.ts";
import type { FailOn } from "../parse-values.ts";
import { warn } from "../scene/open-scene.ts";
import type { Terminal } from "../terminal.ts";
import type { ClashCommandOptions } from "./clash.ts";
import type { FoundReport } from "./known-report.ts";

/** What is written besides the report. */
export interface Presentation {
  readonly plan: OutputPlan;
  readonly bcf: BcfOptions;
  /** The status after the run. */
  readonly status: StatusFile | null;
  /** Files that must not be overwritten. */
  readonly inputs: readonly string[];
}

/** Warns, prints and writes. Returns whether the report is a failure by `--fail-on`. */
export async function presentReport(
  whole: ClashReport,
  { unused, notes }: Pick<FoundReport, "unused" | "notes">,
  scene: WrittenScene,
  { plan, bcf, status, inputs }: Presentation,
  options: ClashCommandOptions,
  terminal: Terminal,
): Promise<boolean> {
  const { failOn, quiet, color, limit, baseline } = options;
  const report = keepWorst(whole, limit ?? null);
  const baselineWarnings = report.baseline?.warnings.map((text) => `baseline ${baseline}: ${text}`) ?? [];
  warn([...unused, ...baselineWarnings], options, terminal);
  const junit = { isFailure: (clash: ReportClash) => isFailure(clash, failOn) };
  await writeOutputs(report, scene, plan, { bcf, junit, status, quiet, color, inputs, notes }, terminal);
  return fails(whole, failOn);
}

function fails({ clashes, counts, review }: ClashReport, failOn: FailOn): boolean {
  // With a baseline or a status file all clashes are listed; without them all are counted.
  if (failOn.onlyNew || review !== null) return clashes.some((clash) => isFailure(clash, failOn));
  return [...failOn.kinds].some((kind) => counts.byKind[kind] > 0);
}

function isFailure({ kind, change, review }: ReportClash, { kinds, onlyNew }: FailOn): boolean {
  return kinds.has(kind) && (!onlyNew || change === "new") && review?.status !== "approved";
}
