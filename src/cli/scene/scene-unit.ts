import { OptionError } from "../../errors.ts";
import type { ReportUnit } from "../../reports/clash-report.ts";

/** The units with names, in metres. */
export const UNITS = { m: 1, mm: 0.001, cm: 0.01, in: 0.0254, ft: 0.3048 } as const;

export type UnitName = keyof typeof UNITS;

export function isUnitName(name: string): name is UnitName {
  return Object.hasOwn(UNITS, name);
}

/** A length as written on the command line: 10, or 10mm. */
export interface Length {
  value: number;
  /** Null: in the unit of the report. */
  unit: UnitName | null;
}

export interface FileUnit {
  label: string;
  /** The unit of the file's numbers; null if the format does not say. */
  metresPerUnit: number | null;
}

export interface SceneUnit {
  unit: ReportUnit;
  /** The factor from each file's numbers to the scene: 1 unless files of different units meet. */
  scales: number[];
  warnings: string[];
}

/**
 * The unit of a scene and of its report. Numbers keep their values wherever possible, because scaling rounds: files are
 * scaled, to metres, only if files of different units meet. A file without a unit is in `named`, the unit of the command
 * line; beside files with a unit, and without `named`, it is in metres, with a warning.
 */
export function chooseSceneUnit(files: readonly FileUnit[], named: UnitName | null): SceneUnit {
  const silent = files.filter(({ metresPerUnit }) => metresPerUnit === null);
  const perFile = files.map(({ metresPerUnit }) => metresPerUnit ?? (named === null ? 1 : UNITS[named]));
  if (silent.length === files.length)
    return {
      unit: { name: named ?? "unit", metres: named === null ? null : UNITS[named], perSceneUnit: 1 },
      scales: files.map(() => 1),
      warnings: [],
    };
  const isUniform = new Set(perFile).size === 1;
  const sceneMetres = isUniform ? perFile[0] : 1;
  const name = named ?? nameOf(sceneMetres) ?? "m";
  const warnings =
    named === null && silent.length > 0
      ? [`${doNotSay(silent)}: metres are assumed, as in other files; --unit sets another unit`]
      : [];
  return {
    unit: { name, metres: UNITS[name], perSceneUnit: sceneMetres / UNITS[name] },
    scales: perFile.map((metres) => (isUniform ? 1 : metres)),
    warnings,
  };
}

/** A length in the report's unit. */
export function inUnit({ value, unit }: Length, reportUnit: ReportUnit, option: string): number {
  if (unit === null || unit === reportUnit.name) return value;
  if (reportUnit.metres === null)
    throw new OptionError(
      `${option}: the files do not say their unit, so ${value} ${unit} cannot be converted; name the unit with --unit`,
    );
  return (value * UNITS[unit]) / reportUnit.metres;
}

/** A copy of the pose with a scale; null stands for the identity. */
export function scalePose(pose: Float64Array | null, scale: number): Float64Array | null {
  if (scale === 1) return pose;
  const scaled =
    pose === null ? Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1) : pose.slice();
  for (let i = 0; i < 15; i++) if (i % 4 !== 3) scaled[i] *= scale;
  return scaled;
}

function nameOf(metres: number): UnitName | null {
  return (Object.keys(UNITS) as UnitName[]).find((name) => UNITS[name] === metres) ?? null;
}

function doNotSay(files: readonly FileUnit[]): string {
  const { label } = files[0];
  if (files.length === 1) return `${label} does not say its unit`;
  return `${label} and ${files.length === 2 ? "another file" : `${files.length - 1} other files`} do not say their unit`;
}
