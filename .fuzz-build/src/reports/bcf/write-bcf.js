import { strToU8, zipSync } from "fflate";
import { OptionError } from "../../errors.js";
import { partsOfReport } from "../scene-space.js";
import { element, xmlDocument } from "../xml-document.js";
import { markupOf, VIEWPOINT_FILE } from "./markup.js";
import { readOptions } from "./options.js";
import { PRIORITIES } from "./topic-text.js";
import { topicsOf } from "./topics.js";
import { visualizationOf } from "./viewpoint.js";
/** A zip has at most 65,535 entries: the version, the extensions, and three a topic. */
const MOST_TOPICS = Math.floor((65535 - 2) / 3);
/**
* The report as a BCF file, which building software imports as a list of issues: one topic a clash, with a camera that looks
* at it, its parts selected and coloured, and its contact curves as lines. A clash has the same guid in every run, so that
* a later file updates the topics of an earlier one; what the baseline had and the report has not comes as a closed
* topic. The same report and options give the same bytes.
*/
export function writeBcf(report, parts, options = {}) {
	const settings = readOptions(options);
	partsOfReport(report, parts);
	const count = report.clashes.length + (report.baseline?.resolved.length ?? 0);
	if (count > MOST_TOPICS) throw new OptionError(`${count} clashes: a BCF file holds at most ${MOST_TOPICS}; set a limit`);
	const topics = topicsOf(report, options.upAxis);
	const files = { "bcf.version": xmlFile(versionOf(settings)) };
	if (settings.version === "3.0") files["extensions.xml"] = xmlFile(extensionsOf(topics, settings));
	for (const [index, topic] of topics.entries()) {
		const folder = { "markup.bcf": xmlFile(markupOf(topic, index, settings)) };
		if (topic.viewpoint !== null) folder[VIEWPOINT_FILE] = xmlFile(visualizationOf(topic.viewpoint, settings.version));
		files[topic.guid] = [folder, { level: 0 }];
	}
	// Zip files have times without zone, and fflate takes the local one: noon of a day that every zone has.
	return zipSync(files, {
		level: 3,
		mtime: new Date(1980, 0, 1, 12)
	});
}
function xmlFile(root) {
	return strToU8(xmlDocument(root));
}
function versionOf({ version }) {
	const content = version === "2.1" ? [element("DetailedVersion", version)] : [];
	return element("Version", content, { VersionId: version });
}
/** BCF 3.0 lists all words that topics use. */
function extensionsOf(topics, { author }) {
	const labels = [...new Set(topics.flatMap((topic) => topic.labels))].sort();
	const list = (name, item, words) => element(name, words.map((word) => element(item, word)));
	return element("Extensions", [
		list("TopicTypes", "TopicType", ["Clash"]),
		list("TopicStatuses", "TopicStatus", ["Open", "Closed"]),
		list("Priorities", "Priority", PRIORITIES),
		list("TopicLabels", "TopicLabel", labels),
		list("Users", "User", [author])
	]);
}
