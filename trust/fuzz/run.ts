import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { runCampaign } from "./campaign.ts";
import { appendCounts, sumCounts } from "./counts-file.ts";
import { type FuzzReport, fuzz } from "./fuzz.ts";
import { QUERIES } from "./queries/index.ts";

const DEFAULT_SECONDS = 60;
const CAMPAIGN_GOALS = "10^8 pairs, 10^7 neighbours, 10^5 updates, 10^6 answers";
const HELP = `npm run fuzz -- <query|all> [options]

Asks abut hostile questions and compares every answer with an exact one that shares no code with src/.

  --seconds N   how long, for all queries together (default ${DEFAULT_SECONDS})
  --cases N     how many cases of each query, instead of --seconds
  --answers N   how many answers of each query (pairs of triangles for pairs and pairBatches, pairs of neighbours for self,
                updates for broadPhases, pairs of parts for clashes), instead of --seconds; with --seconds as well, whichever ends first
  --counts F    append what was counted to a file, one line of JSON for each query
  --campaign F  ask in turns until every query has reached its goal (${CAMPAIGN_GOALS}),
                counting what that file has already and adding to it; --seconds ends it earlier
  --sum F       ask nothing: add up the lines of that file; may be given several times
  --seed S      any text (default "1"); the same seed gives the same cases
  --case N      only case number N of one query
  --folder F    where failures are written (default fuzz-failures)
  --most N      stop a query after this many different failures (default 5)
  --help        this text

Exit code: 0 all right, 1 wrong answers, 2 wrong call.

Queries:
${QUERIES.map(({ name, checks }) => `  ${name.padEnd(18)}${checks}`).join("\n")}
`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  let options: ReturnType<typeof readArguments>;
  try {
    options = readArguments(args);
  } catch (error) {
    console.error(`npm run fuzz: ${(error as Error).message}\nTry npm run fuzz -- --help`);
    return 2;
  }
  if (options === null) {
    console.log(HELP);
    return 0;
  }
  const { queries, seconds, cases, answers, seed, onlyCase, folder, most, countsFile, campaignFile, summed } =
    options;
  if (summed.length > 0) {
    console.log(sumCounts(summed, QUERIES).join("\n"));
    return 0;
  }
  const isStopped = watchSignals();
  let failures = 0;
  if (campaignFile !== null)
    failures = await runCampaign(queries, {
      countsFile: campaignFile,
      seed,
      seconds,
      folder,
      mostFailures: most,
      isStopped,
      report: (query, report) => console.log(describe(query.name, report)),
    });
  for (const query of campaignFile === null ? queries : []) {
    if (isStopped()) break;
    const report = await fuzz(query, {
      seed,
      cases,
      answers,
      seconds: seconds === null ? null : seconds / queries.length,
      onlyCase,
      folder,
      mostFailures: most,
      isStopped,
    });
    console.log(describe(query.name, report));
    if (countsFile !== null) appendCounts(countsFile, query, seed, report);
    failures += report.failures.length;
  }
  if (failures > 0) console.error(`${failures} wrong answers, written to ${folder}`);
  return failures > 0 ? 1 : 0;
}

/** Ctrl-C and SIGTERM end the run after the case at hand, so that its counts are written; the second time at once. */
function watchSignals(): () => boolean {
  let isStopped = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      isStopped = true;
    });
  return () => isStopped;
}

function readArguments(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seconds: { type: "string" },
      cases: { type: "string" },
      answers: { type: "string" },
      counts: { type: "string" },
      campaign: { type: "string" },
      sum: { type: "string", multiple: true },
      seed: { type: "string", default: "1" },
      case: { type: "string" },
      folder: { type: "string", default: "fuzz-failures" },
      most: { type: "string", default: "5" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return null;
  const summed = (values.sum ?? []).map((path) => resolve(path));
  if (positionals.length === 0 && summed.length === 0) throw new Error("name a query, or all");
  const queries = positionals.includes("all")
    ? QUERIES
    : positionals.map((name) => {
        const query = QUERIES.find((other) => other.name === name);
        if (query === undefined)
          throw new Error(
            `${name} is no query; there are all, ${QUERIES.map((other) => other.name).join(", ")}`,
          );
        return query;
      });
  const onlyCase = values.case === undefined ? null : readNumber("--case", values.case);
  if (onlyCase !== null && queries.length !== 1) throw new Error("--case needs one query");
  const cases = values.cases === undefined ? null : readNumber("--cases", values.cases);
  const answers = values.answers === undefined ? null : readNumber("--answers", values.answers);
  const seconds = values.seconds === undefined ? null : readNumber("--seconds", values.seconds);
  return {
    queries,
    campaignFile: values.campaign === undefined ? null : resolve(values.campaign),
    seconds:
      cases === null && answers === null && values.campaign === undefined
        ? (seconds ?? DEFAULT_SECONDS)
        : seconds,
    cases,
    answers,
    countsFile: values.counts === undefined ? null : resolve(values.counts),
    summed,
    seed: values.seed,
    onlyCase,
    folder: resolve(values.folder),
    most: readNumber("--most", values.most),
  };
}

function readNumber(name: string, text: string): number {
  const value = Number(text);
  if (!(text.trim() !== "" && value >= 0 && value < Infinity))
    throw new Error(`${name}: ${text} is not a number of at least 0`);
  return value;
}

function describe(name: string, { counts, failures, seconds }: FuzzReport): string {
  const parts = [
    `${counts.cases} cases`,
    `${counts.forced} answers with kernels, ${counts.off} without`,
    counts.pairs > 0 ? `${counts.pairs} triangle pairs` : "",
    counts.steps > 0 ? `${counts.steps} steps` : "",
    counts.partPairs > 0
      ? `${counts.partPairs} pairs of parts, of them ${counts.partPairsOnThreads} on threads`
      : "",
    counts.neighbours > 0 ? `${counts.neighbours} of neighbours` : "",
    counts.triangleTests > 0
      ? `triangle tests ${counts.triangleTests}, of them exact ${counts.exactTests}`
      : "",
    counts.undecided > 0 ? `${counts.undecided} not judged` : "",
    `${failures.length} wrong`,
  ].filter((part) => part !== "");
  const lines = failures.map(
    ({ path, what, caseNumber, after }) =>
      `  WRONG ${what}: case ${caseNumber}, after ${after.toFixed(1)} s\n    ${path}`,
  );
  return [`${name.padEnd(18)}${seconds.toFixed(1).padStart(7)} s  ${parts.join(" · ")}`, ...lines].join("\n");
}
