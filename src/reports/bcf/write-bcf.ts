import { strToU8, type Zippable, zipSync } from "fflate";
import { OptionError } from "../../errors.ts";
import { checkReport } from "../check-report.ts";
import type { ClashPart, ClashReport } from "../clash-report.ts";
import { createPainter, drawPicture } from "../picture/draw-picture.ts";
import { createPictureScene } from "../picture/scene.ts";
import { partsOfReport } from "../scene-space.ts";
import { element, type XmlElement, xmlDocument } from "../xml-document.ts";
import { markupOf, snapshotFile, viewpointFile } from "./markup.ts";
import { type BcfOptions, type BcfSettings, readOptions } from "./options.ts";
import { PRIORITIES } from "./topic-text.ts";
import { type BcfTopic, topicsOf } from "./topics.ts";
import { visualizationOf } from "./viewpoint.ts";

/** The largest number of files and folders in a zip file. */
const MOST_ENTRIES = 65535;

/**
 * The report as a BCF file, which building software imports as a list of issues. Each group is a topic with a viewpoint of all
 * its clashes and one of each; where clashes are not grouped, each clash is a topic. A viewpoint has a camera, its parts selected
 * and coloured, the contact curves as lines, and a picture. Groups and clashes keep their guids in every run, so a later file
 * updates the topics of an earlier one. Resolved clashes of the baseline are closed topics. Comments of the status file are comments
 * of the topics. Equal reports and options give equal bytes.
 */
export function writeBcf(
  report: ClashReport,
  parts: readonly ClashPart[],
  options: BcfOptions = {},
): Uint8Array {
  const settings = readOptions(options);
  checkReport(report);
  const whole = partsOfReport(report, parts);
  const references = [...(settings.references ?? report.inputs.map(({ file }) => file))];
  if (references.length !== report.inputs.length)
    throw new OptionError(
      `references: the report has ${report.inputs.length} inputs, got ${references.length}`,
    );
  checkEntries(report, settings);
  const scene = createPictureScene(report, whole, options.upAxis === "y" ? "y" : "z");
  const topics = topicsOf(scene, settings);
  const isDrawn = topics.some(({ viewpoints }) => viewpoints.some(({ hasSnapshot }) => hasSnapshot));
  const painter = isDrawn ? createPainter() : null;
  const files: Zippable = { "bcf.version": xmlFile(versionOf(settings)) };
  if (settings.version === "3.0") files["extensions.xml"] = xmlFile(extensionsOf(topics, settings));
  for (const [index, topic] of topics.entries()) {
    const folder: Zippable = { "markup.bcf": xmlFile(markupOf(topic, index, settings, references)) };
    for (const [i, viewpoint] of topic.viewpoints.entries()) {
      folder[viewpointFile(i)] = xmlFile(visualizationOf(viewpoint, settings.version));
      if (viewpoint.hasSnapshot)
        folder[snapshotFile(i)] = [
          drawPicture(painter!, scene, viewpoint.shot, viewpoint.look),
          { level: 0 },
        ];
    }
    files[topic.guid] = [folder, { level: 0 }]; // the folder's own entry is stored; its files are deflated
  }
  // Zip files hold local times without a zone, and fflate uses the local zone: noon of a day that exists in every zone.
  return zipSync(files, { level: 3, mtime: new Date(1980, 0, 1, 12) });
}

/** Before any picture is drawn. Each topic has a folder and a markup; each clash and each larger group a viewpoint. */
function checkEntries({ clashes, groups, baseline }: ClashReport, { maxPictures }: BcfSettings): void {
  const topics = (groups.length || clashes.length) + (baseline?.resolved.length ?? 0);
  const viewpoints = clashes.length + groups.filter((group) => group.clashes.length > 1).length;
  const entries = 2 + 2 * topics + viewpoints + Math.min(viewpoints, maxPictures);
  if (entries > MOST_ENTRIES)
    throw new OptionError(
      `${clashes.length} clashes: their BCF file would have ${entries} entries, a zip file holds ${MOST_ENTRIES}; set a limit`,
    );
}

function xmlFile(root: XmlElement): Uint8Array {
  return strToU8(xmlDocument(root));
}

function versionOf({ version }: BcfSettings): XmlElement {
  const content = version === "2.1" ? [element("DetailedVersion", version)] : [];
  return element("Version", content, { VersionId: version });
}

/** extensions.xml: BCF 3.0 lists all types, statuses and users that topics use. */
function extensionsOf(topics: BcfTopic[], { author }: BcfSettings): XmlElement {
  const labels = [...new Set(topics.flatMap((topic) => topic.labels))].sort();
  const list = (name: string, item: string, words: readonly string[]) =>
    element(
      name,
      words.map((word) => element(item, word)),
    );
  return element("Extensions", [
    list("TopicTypes", "TopicType", ["Clash"]),
    list("TopicStatuses", "TopicStatus", [
      ...new Set(["Open", "Closed", ...topics.map(({ status }) => status)]),
    ]),
    list("Priorities", "Priority", PRIORITIES),
    list("TopicLabels", "TopicLabel", labels),
    list("Users", "User", [...new Set([author, ...topics.flatMap(usersOf)])]),
  ]);
}

function usersOf({ assignedTo, comments }: BcfTopic): string[] {
  const users = [assignedTo, ...comments.flatMap((comment) => [comment.author, comment.modifiedAuthor])];
  return users.filter((user) => user !== null);
}
