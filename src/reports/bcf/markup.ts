import { element, type XmlElement } from "../xml-document.ts";
import type { BcfSettings } from "./options.ts";
import type { BcfTopic } from "./topics.ts";

/** The name of a topic's only viewpoint. BCF 2.1 requires that one viewpoint has this name. */
export const VIEWPOINT_FILE = "viewpoint.bcfv";

/** markup.bcf: the text of a topic. The schema fixes the order of elements. */
export function markupOf(topic: BcfTopic, index: number, settings: BcfSettings): XmlElement {
  return settings.version === "2.1" ? markup21(topic, index, settings) : markup30(topic, settings);
}

function markup21(topic: BcfTopic, index: number, { date, author }: BcfSettings): XmlElement {
  const { guid, title, status, priority, labels, description, viewpoint } = topic;
  const files = filesOf(topic, "isExternal");
  return element("Markup", [
    files.length === 0 ? null : element("Header", files),
    element(
      "Topic",
      [
        element("Title", title),
        element("Priority", priority),
        element("Index", String(index)),
        ...labels.map((label) => element("Labels", label)),
        element("CreationDate", date),
        element("CreationAuthor", author),
        element("Description", description),
      ],
      { Guid: guid, TopicType: "Clash", TopicStatus: status },
    ),
    viewpoint && element("Viewpoints", [element("Viewpoint", VIEWPOINT_FILE)], { Guid: viewpoint.guid }),
  ]);
}

function markup30(topic: BcfTopic, { date, author }: BcfSettings): XmlElement {
  const { guid, title, status, priority, labels, description, viewpoint } = topic;
  const files = filesOf(topic, "IsExternal");
  return element("Markup", [
    files.length === 0 ? null : element("Header", [element("Files", files)]),
    element(
      "Topic",
      [
        element("Title", title),
        element("Priority", priority),
        element(
          "Labels",
          labels.map((label) => element("Label", label)),
        ),
        element("CreationDate", date),
        element("CreationAuthor", author),
        element("Description", description),
        viewpoint &&
          element("Viewpoints", [
            element("ViewPoint", [element("Viewpoint", VIEWPOINT_FILE)], { Guid: viewpoint.guid }),
          ]),
      ],
      { Guid: guid, TopicType: "Clash", TopicStatus: status },
    ),
  ]);
}

/** The schema of BCF 3.0 forbids blank names. */
function filesOf({ files }: BcfTopic, isExternal: string): XmlElement[] {
  return files
    .filter((file) => file.trim() !== "")
    .map((file) =>
      element(
        "File",
        [element("Filename", file.slice(file.lastIndexOf("/") + 1) || file), element("Reference", file)],
        { [isExternal]: "true" },
      ),
    );
}
