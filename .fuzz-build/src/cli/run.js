import { CommanderError } from "commander";
import { FormatError, MeshError, OptionError, PoseError } from "../errors.js";
import { EXIT } from "./exit-codes.js";
import { createProgram } from "./program.js";
import { say } from "./terminal.js";
/** Runs the command with the words behind its name, and gives its exit code. Complaints are one line, on `err`. */
export async function run(words, terminal) {
	let code = EXIT.clean;
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
function complain(error, terminal) {
	if (error instanceof CommanderError) {
		if (error.exitCode === 0) return EXIT.clean;
		say(terminal, `abut: ${oneLine(error.message.replace(/^error: /, ""))}`);
		return EXIT.usage;
	}
	if (terminal.env.ABUT_DEBUG === "1" && error instanceof Error) say(terminal, String(error.stack));
	const message = error instanceof Error ? error.message : String(error);
	if ([
		FormatError,
		MeshError,
		OptionError,
		PoseError
	].some((kind) => error instanceof kind)) {
		say(terminal, `abut: ${oneLine(message)}`);
		return EXIT.usage;
	}
	// A mistake of ours: nothing that was found can be relied on.
	say(terminal, `abut: internal error: ${oneLine(message)} (ABUT_DEBUG=1 shows where)`);
	return EXIT.unchecked;
}
function oneLine(text) {
	return text.trim().replace(/\s*\n\s*/g, " ");
}
