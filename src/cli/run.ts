import { CommanderError } from "commander";
import { FormatError, MeshError, OptionError, PoseError, StoreError } from "../errors.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { createProgram } from "./program.ts";
import { say, type Terminal } from "./terminal.ts";

/** Runs the command with its arguments and returns the exit code. Errors are one line, on `err`. */
export async function run(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = EXIT.clean;
  const program = createProgram(terminal, (found) => {
    code = found;
  });
  try {
    if (words.length === 0) {
      terminal.err.write(program.helpInformation());
      return EXIT.usage;
    }
    await program.parseAsync([...words], { from: "user" });
    return code;
  } catch (error) {
    return complain(error, terminal);
  }
}

function complain(error: unknown, terminal: Terminal): ExitCode {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.clean; // --help, --version
    say(terminal, `abut: ${oneLine(error.message.replace(/^error: /, ""))}`);
    return EXIT.usage;
  }
  if (terminal.env.ABUT_DEBUG === "1" && error instanceof Error) say(terminal, String(error.stack));
  const message = error instanceof Error ? error.message : String(error);
  if ([FormatError, MeshError, OptionError, PoseError, StoreError].some((kind) => error instanceof kind)) {
    say(terminal, `abut: ${oneLine(message)}`);
    return EXIT.usage;
  }
  // A bug: nothing that was found can be relied on.
  say(terminal, `abut: internal error: ${oneLine(message)} (ABUT_DEBUG=1 shows where)`);
  return EXIT.unchecked;
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, " ");
}
