import { OptionError } from "../../errors.js";
/** Throws `OptionError` unless it is a body: what JavaScript callers pass may be anything. */
export function checkBody(body, name) {
	if (body?.hierarchy === undefined || body.linkPoses === undefined) throw new OptionError(`${name}: expected a body of createArticulatedBody or createObstacles, got ${body === null ? "null" : typeof body}`);
}
