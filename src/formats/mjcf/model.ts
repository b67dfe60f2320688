import { checkOptionNames, pickOptions } from "../../option-names.ts";
import { createBudget } from "../budget.ts";
import type { Model } from "../model.ts";
import { modelOfRobot, URDF_MODEL_OPTIONS, type UrdfModelOptions } from "../urdf/model.ts";
import { URDF_OPTIONS } from "../urdf/read.ts";
import { readMjcfWithin } from "./read.ts";

/** Reads an MJCF robot as a model, as `readUrdfModel` does a URDF robot. Pairs that the file excludes are `allowedPairs`, too. */
export async function readMjcfModel(
  document: string | Uint8Array,
  source: string,
  options: UrdfModelOptions = {},
): Promise<Model> {
  checkOptionNames(options, URDF_MODEL_OPTIONS, "readMjcfModel");
  const budget = createBudget(options.limits);
  const robot = await readMjcfWithin(budget, document, source, pickOptions(options, URDF_OPTIONS));
  return modelOfRobot(robot, source, budget, options);
}
