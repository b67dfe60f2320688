import { element, type XmlElement } from "../xml-document.ts";
import type { BcfComment } from "./comments.ts";
import type { BcfSettings } from "./options.ts";
import type { BcfTopic, BcfViewpoint } from "./topics.ts";

/** BCF 2.1 requires these names for a topic's first viewpoint. */
export function viewpointFile(index: number): string {
  return index === 0 ? "viewpoint.bcfv" : `viewpoint-${index + 1}.bcfv`;
}

export function snapshotFile(index: number): string {
  return index === 0 ? "snapshot.png" : `snapshot-${index + 1}.png`;
}

/** markup.bcf: the text of a topic. The schema fixes the order of elements. */
export function markupOf(topic: BcfTopic, index: number, settings: BcfSettings, files: string[]): XmlElement {
  return settings.version === "2.1"
    ? markup21(topic, index, settings, files)
    : markup30(topic, settings, files);
}

function markup21(topic: BcfTopic, index: number, settings: BcfSettings, files: string[]): XmlElement {
  const { guid, title, status, priority, labels, description, viewpoints } = topic;
  const headers = filesOf(topic, files, "isExternal");
  return element("Markup", [
    headers.length === 0 ? null : element("Header", headers),
    element(
      "Topic",
      [
        element("Title", title),
        element("Priority", priority),
        element("Index", String(index)),
        ...labels.map((label) => element("Labels", label)),
        element("CreationDate", settings.date),
        element("CreationAuthor", settings.author),
        topic.assignedTo === null ? null : element("AssignedTo", topic.assignedTo),
        element("Description", description),
      ],
      { Guid: guid, TopicType: "Clash", TopicStatus: status },
    ),
    ...topic.comments.map(commentOf),
    ...viewpoints.map((viewpoint, i) => viewpointOf("Viewpoints", viewpoint, i)),
  ]);
}

function markup30(topic: BcfTopic, { date, author }: BcfSettings, files: string[]): XmlElement {
  const { guid, title, status, priority, labels, description, viewpoints } = topic;
  const headers = filesOf(topic, files, "IsExternal");
  return element("Markup", [
    headers.length === 0 ? null : element("Header", [element("Files", headers)]),
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
        topic.assignedTo === null ? null : element("AssignedTo", topic.assignedTo),
        element("Description", description),
        topic.comments.length === 0 ? null : element("Comments", topic.comments.map(commentOf)),
        viewpoints.length === 0
          ? null
          : element(
              "Viewpoints",
              viewpoints.map((viewpoint, i) => viewpointOf("ViewPoint", viewpoint, i)),
            ),
      ],
      { Guid: guid, TopicType: "Clash", TopicStatus: status },
    ),
  ]);
}

function commentOf(comment: BcfComment): XmlElement {
  const { guid, date, author, text, viewpoint, modifiedDate, modifiedAuthor } = comment;
  return element(
    "Comment",
    [
      element("Date", date),
      element("Author", author),
      element("Comment", text),
      viewpoint === null ? null : element("Viewpoint", [], { Guid: viewpoint }),
      modifiedDate === null ? null : element("ModifiedDate", modifiedDate),
      modifiedAuthor === null ? null : element("ModifiedAuthor", modifiedAuthor),
    ],
    { Guid: guid },
  );
}

function viewpointOf(name: string, { guid, hasSnapshot }: BcfViewpoint, index: number): XmlElement {
  return element(
    name,
    [
      element("Viewpoint", viewpointFile(index)),
      hasSnapshot ? element("Snapshot", snapshotFile(index)) : null,
      element("Index", String(index)),
    ],
    { Guid: guid },
  );
}

/** The schema of BCF 3.0 forbids blank names, also where a path ends with one: "models/ ". */
function filesOf({ inputs }: BcfTopic, files: string[], isExternal: string): XmlElement[] {
  return inputs
    .map((input) => files[input])
    .filter((file) => file.trim() !== "")
    .map((file) => {
      const name = file.slice(file.lastIndexOf("/") + 1);
      return element(
        "File",
        [element("Filename", name.trim() === "" ? file : name), element("Reference", file)],
        { [isExternal]: "true" },
      );
    });
}
