import { element } from "../xml-document.js";
/** The name of a topic's only viewpoint; other names are allowed, but BCF 2.1 wants one to have this. */
export const VIEWPOINT_FILE = "viewpoint.bcfv";
/** markup.bcf: what there is to say of a topic. The order of elements is the schema's. */
export function markupOf(topic, index, settings) {
	return settings.version === "2.1" ? markup21(topic, index, settings) : markup30(topic, settings);
}
function markup21(topic, index, { date, author }) {
	const { guid, title, status, priority, labels, description, viewpoint } = topic;
	const files = filesOf(topic, "isExternal");
	return element("Markup", [
		files.length === 0 ? null : element("Header", files),
		element("Topic", [
			element("Title", title),
			element("Priority", priority),
			element("Index", String(index)),
			...labels.map((label) => element("Labels", label)),
			element("CreationDate", date),
			element("CreationAuthor", author),
			element("Description", description)
		], {
			Guid: guid,
			TopicType: "Clash",
			TopicStatus: status
		}),
		viewpoint && element("Viewpoints", [element("Viewpoint", VIEWPOINT_FILE)], { Guid: viewpoint.guid })
	]);
}
function markup30(topic, { date, author }) {
	const { guid, title, status, priority, labels, description, viewpoint } = topic;
	const files = filesOf(topic, "IsExternal");
	return element("Markup", [files.length === 0 ? null : element("Header", [element("Files", files)]), element("Topic", [
		element("Title", title),
		element("Priority", priority),
		element("Labels", labels.map((label) => element("Label", label))),
		element("CreationDate", date),
		element("CreationAuthor", author),
		element("Description", description),
		viewpoint && element("Viewpoints", [element("ViewPoint", [element("Viewpoint", VIEWPOINT_FILE)], { Guid: viewpoint.guid })])
	], {
		Guid: guid,
		TopicType: "Clash",
		TopicStatus: status
	})]);
}
/** Blank names would break the schema of 3.0. */
function filesOf({ files }, isExternal) {
	return files.filter((file) => file.trim() !== "").map((file) => element("File", [element("Filename", file.slice(file.lastIndexOf("/") + 1) || file), element("Reference", file)], { [isExternal]: "true" }));
}
