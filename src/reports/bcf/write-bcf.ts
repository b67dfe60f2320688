import { strToU8, type Zippable, zipSync } from "fflate";
import { OptionError } from "../../errors.ts";
import type { ClashPart, ClashReport } from "../clash-report.ts";
import { partsOfReport } from "../scene-space.ts";
import { element, type XmlElement, xmlDocument } from "../xml-document.ts";
import { markupOf, VIEWPOINT_FILE } from "./markup.ts";
import { type BcfOptions, type BcfSettings, readOptions } from "./options.ts";
import { PRIORITIES } from "./topic-text.ts";
import { type BcfTopic, topicsOf } from "./topics.ts";
import { visualizationOf } from "./viewpoint.ts";

/** A zip file has at most 65,535 entries: the version, the extensions, and three per topic. */
const MOST_TOPICS = Math.floor((65535 - 2) / 3);

/**
 * The report as a BCF file, which building software imports as a list of issues. Each clash is a topic with a camera that looks
 * at it, its parts selected and coloured, and its contact curves as lines. A clash keeps its guid in every run, so a later file
 * updates the topics of an earlier one. Resolved clashes of the baseline are closed topics. Equal reports and options give equal
 * bytes.
 */
export function writeBcf(
  report: ClashReport,
  parts: readonly ClashPart[],
  options: BcfOptions = {},
): Uint8Array {
  const settings = readOptions(options);
  partsOfReport(report, parts); // throws when the parts are not those of the report
  const count = report.clashes.length + (report.baseline?.resolved.length ?? 0);
  if (count > MOST_TOPICS)
    throw new OptionError(`${count} clashes: a BCF file holds at most ${MOST_TOPICS}; set a limit`);
  const topics = topicsOf(report, options.upAxis);
  const files: Zippable = { "bcf.version": xmlFile(versionOf(settings)) };
  if (settings.version === "3.0") files["extensions.xml"] = xmlFile(extensionsOf(topics, settings));
  for (const [index, topic] of topics.entries()) {
    const folder: Zippable = { "markup.bcf": xmlFile(markupOf(topic, index, settings)) };
    if (topic.viewpoint !== null)
      folder[VIEWPOINT_FILE] = xmlFile(visualizationOf(topic.viewpoint, settings.version));
    files[topic.guid] = [folder, { level: 0 }]; // the folder's own entry is stored; its files are deflated
  }
  // Zip files hold local times without a zone, and fflate uses the local zone: noon of a day that exists in every zone.
  return zipSync(files, { level: 3, mtime: new Date(1980, 0, 1, 12) });
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
    list("TopicStatuses", "TopicStatus", ["Open", "Closed"]),
    list("Priorities", "Priority", PRIORITIES),
    list("TopicLabels", "TopicLabel", labels),
    list("Users", "User", [author]),
  ]);
}
