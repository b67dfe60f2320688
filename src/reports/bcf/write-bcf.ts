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

/** A zip has at most 65,535 entries: the version, the extensions, and three a topic. */
const MOST_TOPICS = Math.floor((65535 - 2) / 3);

/**
 * The report as a BCF file, which building software imports as a list of issues: one topic a clash, with a camera that looks
 * at it, its parts selected and coloured, and its contact curves as lines. A clash has the same guid in every run, so that
 * a later file updates the topics of an earlier one; what the baseline had and the report has not comes as a closed
 * topic. The same report and options give the same bytes.
 */
export function writeBcf(
  report: ClashReport,
  parts: readonly ClashPart[],
  options: BcfOptions = {},
): Uint8Array {
  const settings = readOptions(options);
  partsOfReport(report, parts); // throws where they are others
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
    files[topic.guid] = [folder, { level: 0 }]; // the entry of the folder itself; its files are deflated
  }
  // Zip files have times without zone, and fflate takes the local one: noon of a day that every zone has.
  return zipSync(files, { level: 3, mtime: new Date(1980, 0, 1, 12) });
}

function xmlFile(root: XmlElement): Uint8Array {
  return strToU8(xmlDocument(root));
}

function versionOf({ version }: BcfSettings): XmlElement {
  const content = version === "2.1" ? [element("DetailedVersion", version)] : [];
  return element("Version", content, { VersionId: version });
}

/** BCF 3.0 lists all words that topics use. */
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
