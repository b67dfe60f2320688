import { readFileSync } from "node:fs";
/** The version of the package; src/ and dist/ lie equally deep in it. */
export function readVersion() {
	const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
	return JSON.parse(text).version;
}
