import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdir, open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { FormatError, OptionError } from "../../errors.js";
/**
* Writes a file as a whole or not at all: beside it under another name, then renamed. A symbolic link stays one. Folders are made
* where missing. Devices and pipes are written to as they are. Throws `OptionError` where one of `inputs` would be overwritten,
* by whatever path.
*/
export async function replaceFile(path, content, inputs) {
	await refuseInput(path, inputs);
	try {
		await mkdir(dirname(path), { recursive: true });
		const found = await stat(path).catch(() => null);
		if (found !== null && !found.isFile()) await writeFile(path, content);
		else await writeBeside(found === null ? path : await realpath(path), content, found?.mode);
	} catch (error) {
		throw new FormatError(`-o ${path}: cannot write the file: ${error.message}`);
	}
}
/** Throws `OptionError` if a path leads to one of the inputs: the same name, a symbolic link or a hard link. */
export async function refuseInput(path, inputs) {
	const target = await identityOf(path);
	for (const input of inputs) if (resolve(input) === resolve(path) || target !== null && target === await identityOf(input)) throw new OptionError(`-o ${path}: this is ${input}, which is read and stays as it is`);
}
/** Device and inode, wherever links lead; null where there is no file. Pipes and devices may be read and written. */
async function identityOf(path) {
	const found = await stat(path, { bigint: true }).catch(() => null);
	return found?.isFile() ? `${found.dev}:${found.ino}` : null;
}
async function writeBeside(target, content, mode) {
	const draft = join(dirname(target), `.${basename(target).slice(0, 200)}.${randomBytes(6).toString("hex")}.tmp`);
	const remove = () => rmSync(draft, { force: true });
	process.on("exit", remove);
	try {
		const file = await open(draft, "wx", mode ?? 438);
		try {
			await file.writeFile(content);
			await file.sync();
		} finally {
			await file.close();
		}
		await rename(draft, target);
	} catch (error) {
		await rm(draft, { force: true });
		throw error;
	} finally {
		process.off("exit", remove);
	}
}
