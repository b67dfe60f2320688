import { describeEnvironment } from "../environment.mjs";
import { UsageError } from "../usage-error.mjs";
import { run as contacts } from "./proximity/contacts.mjs";
import { run as culling } from "./proximity/culling.mjs";
import { run as nearness } from "./proximity/nearness.mjs";
import { run as penetration } from "./proximity/penetration.mjs";
import { run as rays } from "./proximity/rays.mjs";
import { run as timeOfImpact } from "./proximity/time-of-impact.mjs";

export const description =
  "how near, where, how deep, since when, against three-mesh-bvh and Rapier (--parts nearness, rays, …)";

/** Each prints its own tables, of the run's options { quick, seed, models, progress }. */
const PARTS = { nearness, rays, culling, contacts, penetration, "time-of-impact": timeOfImpact };

export async function run({ parts = Object.keys(PARTS), ...options }) {
  const unknown = parts.find((part) => !Object.hasOwn(PARTS, part));
  if (unknown !== undefined)
    throw new UsageError(`--parts: no part "${unknown}" here; there are ${Object.keys(PARTS).join(", ")}`);
  console.log(`One process, interleaved rounds, medians\n${describeEnvironment(options.seed)}`);
  for (const part of parts) await PARTS[part](options);
}
