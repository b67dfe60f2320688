import { type ArticulatedBody, createArticulatedBody } from "../trees/articulated/articulated-body.ts";
import { updateLeafBoxes } from "../trees/articulated/update-boxes.ts";
import { freshTree } from "./deformation.ts";
import { isArticulated, type WorldBody } from "./world-body.ts";

/** The links of an articulated body, or the body as a single link; each link's oriented box is up to date. */
export function linksOf(body: WorldBody): ArticulatedBody {
  const { changes, links } = body;
  if (links !== null && body.linksAt === changes) return links;
  if (!isArticulated(body)) placeSingleLink(body);
  updateLeafBoxes(body.links!);
  body.linksAt = changes;
  return body.links!;
}

/** The pose was checked when it was set. */
function placeSingleLink(body: WorldBody): void {
  const tree = freshTree(body);
  if (body.links === null) body.links = createArticulatedBody([{ name: "body", tree }]);
  else if (body.links.trees[0] !== tree) body.links.trees[0] = tree;
  const { linkToWorld } = body.links;
  for (let i = 0; i < 16; i++) linkToWorld[i] = body.toWorld[i];
  body.links.poseCount++;
}
