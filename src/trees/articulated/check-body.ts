import { OptionError } from "../../errors.ts";
import type { ArticulatedBody } from "./articulated-body.ts";

/** Throws `OptionError` unless it is a body: JavaScript callers may pass anything. */
export function checkBody(body: ArticulatedBody, name: string): void {
  if (body?.hierarchy === undefined || body.linkPoses === undefined)
    throw new OptionError(
      `${name}: expected a body of createArticulatedBody or createObstacles, got ${body === null ? "null" : typeof body}`,
    );
}
