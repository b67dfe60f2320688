import { Command, InvalidArgumentError, Option } from "commander";
import { CLASH_DEPTH_MODES } from "../clash/clash.ts";
import { GROUP_MODES } from "../clash/clash-group.ts";
import { MODEL_FORMATS } from "../formats/model-formats.ts";
import { STATUS_NAMES, type StatusName } from "../reports/clash-status.ts";
import type { ClashCommandOptions } from "./commands/clash.ts";
import type { CollideCommandOptions } from "./commands/collide.ts";
import type { DistanceCommandOptions } from "./commands/distance.ts";
import { FINDING_NAMES, type FindingName } from "./commands/findings.ts";
import type { InitCommandOptions } from "./commands/init.ts";
import type { InspectCommandOptions } from "./commands/inspect.ts";
import type { RobotCommandOptions } from "./commands/robot.ts";
import type { SelfCommandOptions } from "./commands/self.ts";
import type { StatusListOptions, StatusSetOptions } from "./commands/status.ts";
import type { StorePruneOptions } from "./commands/store.ts";
import type { WorkerCommandOptions } from "./commands/worker.ts";
import { CONFIG_NAME } from "./config/config-name.ts";
import type { ExitCode } from "./exit-codes.ts";
import {
  CLASH_EXAMPLES,
  COLLIDE_EXAMPLES,
  DISTANCE_EXAMPLES,
  EXIT_CODES,
  FILES,
  INIT_EXAMPLES,
  INSPECT_EXAMPLES,
  PATTERNS,
  ROBOT_EXAMPLES,
  SELF_EXAMPLES,
  STATUS_EXAMPLES,
  WORKER_EXAMPLES,
} from "./help.ts";
import { FORMAT_NAMES } from "./output/formats.ts";
import {
  collect,
  parseBytes,
  parseCount,
  parseDate,
  parseFailOn,
  parseFormats,
  parseLength,
  parseModelFormat,
  parsePackage,
  parsePositiveLength,
  parseReadLimits,
  parseSeconds,
  parseUnit,
} from "./parse-values.ts";
import { UNITS } from "./scene/scene-unit.ts";
import type { Terminal } from "./terminal.ts";
import { readVersion } from "./version.ts";

/**
 * The subcommands and their options. `finish` gets the exit code of the one that ran. Each subcommand is imported when it
 * runs, so `--version` and `--help` load neither readers nor queries.
 */
export function createProgram(terminal: Terminal, finish: (code: ExitCode) => void): Command {
  const program = new Command("abut")
    .description("Says whether, where and how deeply triangle meshes meet: exactly.")
    .version(readVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .addHelpText("after", `\n${EXIT_CODES}`);
  // Set before the subcommands, which inherit them.
  program
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => terminal.out.write(text),
      writeErr: () => {}, // run.ts prints the error, in one line
      getOutHelpWidth: () => terminal.out.columns ?? 100,
      getOutHasColors: () => false,
    });
  addClash(program, terminal, finish);
  addCollide(program, terminal, finish);
  addDistance(program, terminal, finish);
  addSelf(program, terminal, finish);
  addInspect(program, terminal, finish);
  addStatus(program, terminal, finish);
  addRobot(program, terminal, finish);
  addInit(program, terminal, finish);
  addWorker(program, terminal, finish);
  addStore(program, terminal, finish);
  return program;
}

function addClash(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const nothing = [parseLength("0"), "0"] as const;
  const command = program
    .command("clash")
    .summary("find every clash of an assembly, and report it")
    .description("Finds every pair of parts that intersect, or come closer than a clearance.")
    .argument(
      "[file...]",
      "models, folders of models, or - for the standard input (default: those of the rules file)",
    )
    .option("--config <file>", `a rules file (default: ${CONFIG_NAME}, if there is one)`)
    .option("--no-config", "no rules file, even if there is one")
    .option("--between", "only parts of different files")
    .option("--self", "also each part against itself")
    .addOption(
      new Option(
        "--tolerance <length>",
        "parts that overlap, or are apart, by no more than this touch (default: 0; for IFC 1mm)",
      ).argParser(parseLength),
    )
    .addOption(
      new Option("--clearance <length>", "parts nearer than this are a clash")
        .argParser(parseLength)
        .default(...nothing),
    )
    .addOption(
      new Option("--touching <what>", "what to do with parts that only touch")
        .choices(["ignore", "report"])
        .default("ignore"),
    )
    .addOption(
      new Option("--depth <how>", "how deep overlaps are: unknown (the fastest), roughly, or to 1 %")
        .choices(CLASH_DEPTH_MODES)
        .default("exact"),
    )
    .addOption(
      new Option("--group <by>", "what the clashes of a group have in common")
        .choices([...GROUP_MODES, "none"])
        .default("cause"),
    )
    .option("--ignore <pattern>", "a part, or 'part :: part', that may clash; may be repeated", collect)
    .option("--allow <file>", "a file of such patterns and clash ids, with reasons")
    .option("--baseline <report.json>", "an earlier report: says what is new, unchanged, resolved")
    .option(
      "--status [file]",
      "what the team decided, merged with what is found (default: if there is a file)",
    )
    .option("--no-status", "no status file, even if there is one")
    .addOption(
      new Option("--fail-on <what>", "any, none, new (since the baseline), or kinds separated by commas")
        .argParser(parseFailOn)
        .default(parseFailOn("any"), "any"),
    )
    .option("--limit <n>", "list only the worst n; all are counted", parseCount(0))
    .option("--threads <n>", "how many threads search", parseCount(1))
    .option(
      "--cluster [redis://host]",
      "workers of this Redis search; they use the folder of --store (default address: ABUT_REDIS_URL)",
    )
    .option("--redis-options <file>", "a JSON file with url, username, password, ca, cert, key of Redis")
    .option(
      "--store <folder>",
      "keep what is found out there, and check only what changed since; s3://bucket/prefix is a bucket",
    )
    .option("--store-limit <size>", "how large the store may get, such as 10GB", parseBytes)
    .option("--memory <size>", "how much memory to take at most, such as 1GB; needs --store", parseBytes)
    .option("--watch", "check again whenever a file changes, and show the report in a page that follows")
    .option("--timeout <seconds>", "stop after this time, with what was found so far", parseSeconds)
    .option(
      "-f, --format <names>",
      `${FORMAT_NAMES.join(", ")}; several separated by commas, or repeated`,
      parseFormats,
    )
    .option(
      "-o, --output <path>",
      "a file; for several formats a folder or a name without extension; - prints",
    )
    .addOption(new Option("--bcf-version <version>", "version of bcf").choices(["2.1", "3.0"]).default("2.1"))
    .option(
      "--bcf-date <date>",
      "creation time in bcf: now, or 2026-11-16T09:30:00Z (default: SOURCE_DATE_EPOCH, or now)",
      parseDate,
    )
    .option("--bcf-author <name>", "author in bcf (default: abut)");
  addSceneOptions(command)
    .addHelpText("after", `\n${FILES}\n\n${PATTERNS}\n\n${EXIT_CODES}\n\n${CLASH_EXAMPLES}`)
    .action(async (files: string[], options: ClashCommandOptions) => {
      const { runClash } = await import("./commands/clash.ts");
      const isGiven = (name: string) => command.getOptionValueSource(name) === "cli";
      finish(await runClash(files, options, terminal, isGiven));
    });
}

function addCollide(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const command = program
    .command("collide")
    .summary("say whether two files meet")
    .description("Says whether two files share a point: which of their parts meet, and how. Touching counts.")
    .argument("<a>", "a model, or a folder of models")
    .argument("<b>", "another")
    .option("--json", "print the answer as JSON");
  addSceneOptions(command)
    .addHelpText("after", `\n${FILES}\n\n${EXIT_CODES}\n\n${COLLIDE_EXAMPLES}`)
    .action(async (a: string, b: string, options: CollideCommandOptions) => {
      const { runCollide } = await import("./commands/collide.ts");
      finish(await runCollide([a, b], options, terminal));
    });
}

function addDistance(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const command = program
    .command("distance")
    .summary("say how far apart two files are")
    .description("Measures how far apart the surfaces of two files are, and between which parts and points.")
    .argument("<a>", "a model, or a folder of models")
    .argument("<b>", "another")
    .option("--clearance <length>", "exit with 1 if they are nearer than this", parseLength)
    .option("--limit <n>", "how many of the nearest pairs of parts to list", parseCount(1), 10)
    .option("--json", "print the answer as JSON");
  addSceneOptions(command)
    .addHelpText("after", `\n${FILES}\n\n${EXIT_CODES}\n\n${DISTANCE_EXAMPLES}`)
    .action(async (a: string, b: string, options: DistanceCommandOptions) => {
      const { runDistance } = await import("./commands/distance.ts");
      finish(await runDistance([a, b], options, terminal));
    });
}

function addSelf(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const command = program
    .command("self")
    .summary("find parts whose surface meets itself")
    .description("Finds the parts whose surface meets itself.")
    .argument("<file...>", "models, folders of models, or - for the standard input")
    .option("--json", "print the answer as JSON");
  addSceneOptions(command)
    .addHelpText("after", `\n${FILES}\n\n${EXIT_CODES}\n\n${SELF_EXAMPLES}`)
    .action(async (files: string[], options: SelfCommandOptions) => {
      const { runSelf } = await import("./commands/self.ts");
      finish(await runSelf(files, options, terminal));
    });
}

function addInspect(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const command = program
    .command("inspect")
    .summary("describe files, and what is wrong with them")
    .description("Describes files: parts, sizes, suspicious properties of their meshes, their trees.")
    .argument("<file...>", "models, folders of models, or - for the standard input")
    .addOption(
      new Option("--fail-on <what>", `exit with 1 at any of ${FINDING_NAMES.join(", ")}; or any, or none`)
        .argParser(parseFindings)
        .default(parseFindings("none"), "none"),
    )
    .option("--json", "print the answer as JSON");
  addSceneOptions(command)
    .addHelpText("after", `\n${FILES}\n\n${EXIT_CODES}\n\n${INSPECT_EXAMPLES}`)
    .action(async (files: string[], options: InspectCommandOptions) => {
      const { runInspect } = await import("./commands/inspect.ts");
      finish(await runInspect(files, options, terminal));
    });
}

function addStatus(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const status = program
    .command("status")
    .summary("list and set what was decided about clashes")
    .description(
      "Lists what a team decided about clashes, and sets it. abut clash --status keeps the file up to date.",
    );
  status
    .command("list", { isDefault: true })
    .description("Lists the clashes of a status file.")
    .argument("<model-or-status-file>", "a status file, or the model beside it")
    .option("--only <names>", `${STATUS_NAMES.join(", ")}; several separated by commas`, parseStatuses)
    .option("--assignee <name>", "only clashes of this person")
    .option("--json", "print JSON")
    .option("--no-color", "no colours")
    .action(async (file: string, options: StatusListOptions) => {
      const { runStatusList } = await import("./commands/status.ts");
      finish(await runStatusList(file, options, terminal));
    });
  status
    .command("set")
    .description("Decides about clashes, or about all clashes of groups.")
    .argument("<model-or-status-file>", "a status file, or the model beside it")
    .argument("<id...>", "clashes or groups, by the first digits of their ids")
    .addOption(new Option("--status <name>", "the decision").choices(STATUS_NAMES))
    .option("--assignee <name>", "who deals with it")
    .option("--comment <text>", "a comment to add")
    .option("--author <name>", "who comments")
    .option("-q, --quiet", "say nothing")
    .addHelpText("after", `\n${STATUS_EXAMPLES}`)
    .action(async (file: string, ids: string[], options: StatusSetOptions) => {
      const { runStatusSet } = await import("./commands/status.ts");
      finish(await runStatusSet(file, ids, options, terminal));
    });
  addStatusImport(status, terminal, finish);
}

function addStatusImport(status: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  status
    .command("import")
    .description("Takes over status, assignees and comments of a BCF file that other programs worked on.")
    .argument("<model-or-status-file>", "a status file, or the model beside it")
    .argument("<bcf>", "the BCF file, version 2.0 to 3.0")
    .option("-q, --quiet", "say nothing")
    .action(async (file: string, bcf: string, options: { quiet?: boolean }) => {
      const { runStatusImport } = await import("./commands/status.ts");
      finish(await runStatusImport(file, bcf, options, terminal));
    });
}

function addInit(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const command = program
    .command("init")
    .summary("write a rules file for some models")
    .description(
      "Writes a rules file for some models: their files, classes and names as sets, and which to check.",
    )
    .argument("<file...>", "models, or folders of models")
    .option("-o, --output <file>", "where to write it", CONFIG_NAME)
    .option("--force", "replace a file that is there");
  addSceneOptions(command)
    .addHelpText("after", `\n${FILES}\n\n${INIT_EXAMPLES}`)
    .action(async (files: string[], options: InitCommandOptions) => {
      const { runInit } = await import("./commands/init.ts");
      finish(await runInit(files, options, terminal));
    });
}

function addWorker(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  program
    .command("worker")
    .summary("check pairs for abut clash --cluster")
    .description(
      "Checks pairs for every abut clash --cluster on this Redis, until it gets SIGTERM or Ctrl-C.",
    )
    .argument("[redis://host]", "the address of Redis (default: ABUT_REDIS_URL)")
    .requiredOption("--store <folder>", "the folder, or s3://bucket/prefix, that it shares with them")
    .option("--redis-options <file>", "a JSON file with url, username, password, ca, cert, key of Redis")
    .option("--concurrency <n>", "how many tasks run at a time, each in a process", parseCount(1), 1)
    .option(
      "--takeover <seconds>",
      "when others take over the tasks of a worker that is silent (default: 15)",
      parseSeconds,
    )
    .option("-q, --quiet", "say nothing")
    .addHelpText("after", `\n${WORKER_EXAMPLES}`)
    .action(async (address: string | undefined, options: WorkerCommandOptions) => {
      const { runWorker } = await import("./commands/worker.ts");
      finish(await runWorker(address, options, terminal));
    });
}

function addStore(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const store = program
    .command("store")
    .summary("describe, prune and verify a store")
    .description("Describes, prunes and verifies the folder of abut clash --store.");
  store
    .command("stats")
    .description("Says what a store holds.")
    .argument("<folder>", "the folder of the store, or s3://bucket/prefix")
    .option("--json", "print JSON")
    .action(async (folder: string, options: { json?: boolean }) => {
      const { runStoreStats } = await import("./commands/store.ts");
      finish(await runStoreStats(folder, options, terminal));
    });
  store
    .command("prune")
    .description("Removes entries that are damaged, or of other versions of abut, or were not used for long.")
    .argument("<folder>", "the folder of the store, or s3://bucket/prefix")
    .option("--limit <size>", "how large the rest may be, such as 10GB", parseBytes)
    .option("--unused <days>", "remove what was not used for so many days", parseCount(0))
    .option("-q, --quiet", "say nothing")
    .action(async (folder: string, options: StorePruneOptions) => {
      const { runStorePrune } = await import("./commands/store.ts");
      finish(await runStorePrune(folder, options, terminal));
    });
  store
    .command("verify")
    .description("Names every damaged entry; exits with 1 if there is one.")
    .argument("<folder>", "the folder of the store, or s3://bucket/prefix")
    .action(async (folder: string) => {
      const { runStoreVerify } = await import("./commands/store.ts");
      finish(await runStoreVerify(folder, terminal));
    });
}

function parseStatuses(text: string): StatusName[] {
  return text.split(",").map((word) => {
    const name = STATUS_NAMES.find((known) => known === word.trim());
    if (name === undefined)
      throw new InvalidArgumentError(`"${word.trim()}" is not one of ${STATUS_NAMES.join(", ")}.`);
    return name;
  });
}

function addRobot(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const command = program
    .command("robot")
    .summary("find the first contact of a robot on a path")
    .description("Finds where a robot on a path first meets obstacles, or itself.")
    .argument("<robot>", "a URDF or MJCF file")
    .requiredOption("--path <poses.csv>", "the waypoints: names of joints, then a waypoint a line")
    .option("--obstacles <file...>", "models, or folders of models, that stand still")
    .option(
      "--tolerance <length>",
      "how near counts as a contact (default: 1/10,000 of a link)",
      parsePositiveLength,
    )
    .option("--max-poses <n>", "how many poses to try at most (default: 100,000)", parseCount(1))
    .option("--no-self", "do not test the robot with itself")
    .option("-o, --output <page.html>", "writes the report page of the contact")
    .option("--json", "print the answer as JSON");
  addSceneOptions(command)
    .addHelpText("after", `\n${EXIT_CODES}\n\n${ROBOT_EXAMPLES}`)
    .action(async (file: string, options: RobotCommandOptions) => {
      const { runRobot } = await import("./commands/robot.ts");
      finish(await runRobot(file, options, terminal));
    });
}

function parseFindings(text: string): ReadonlySet<FindingName> {
  if (text === "any") return new Set(FINDING_NAMES);
  if (text === "none") return new Set();
  return new Set(
    text.split(",").map((word) => {
      const finding = FINDING_NAMES.find((name) => name === word.trim());
      if (finding === undefined)
        throw new InvalidArgumentError(
          `"${word.trim()}" is not one of any, none, ${FINDING_NAMES.join(", ")}.`,
        );
      return finding;
    }),
  );
}

/** How files are read and how the command reports: options of all subcommands. */
function addSceneOptions(command: Command): Command {
  return command
    .option(
      "--unit <name>",
      `${Object.keys(UNITS).join(", ")}: unit of lengths here and in the answer, and of files without a unit`,
      parseUnit,
    )
    .option(
      "--joints <values>",
      "robots: name=value separated by commas, or a JSON file; may be repeated",
      collect,
    )
    .option("--srdf <file>", "robots: the file that says which links may meet")
    .option(
      "--package <name=folder>",
      "URDF: the folder of a ROS package; may be repeated (default: in the folders around the file)",
      parsePackage,
    )
    .option(
      "--files-within <folder>",
      "the folder that must contain files named by models (default: buffers of glTF beside it, meshes of robots anywhere)",
    )
    .option(
      "--read-limit <name=number>",
      "how much reading a file may take: bytes, triangles, parts, files, depth; separated by commas, or repeated",
      parseReadLimits,
    )
    .option(
      "--all-elements",
      "IFC: also spaces, zones, openings, annotations, grids, and markers that several files share",
    )
    .option("--animation <name>", "glTF: name or number of the animation that poses the model")
    .option("--time <seconds>", "glTF: time in the animation", parseSeconds)
    .option(
      "--deflection <length>",
      "STEP, IGES, BREP: how far triangles may be from the true surface (default: 1/1000 of the model's size)",
      parsePositiveLength,
    )
    .option(
      "--input-format <name>",
      `format of the standard input (-) and of files without an extension: ${MODEL_FORMATS.join(", ")}`,
      parseModelFormat,
    )
    .option("-q, --quiet", "no progress, no warnings")
    .option("--no-color", "no colours");
}
