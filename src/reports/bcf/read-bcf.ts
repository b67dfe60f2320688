import { unzipSync } from "fflate";
import { FormatError, OptionError } from "../../errors.ts";
import {
  type Budget,
  createBudget,
  LIMIT_OPTIONS,
  type LimitOptions,
  spend,
  spendFile,
} from "../../formats/budget.ts";
import { childOf, childrenOf, parseXml, type XmlElement } from "../../formats/xml.ts";
import { checkOptionNames } from "../../option-names.ts";
import { isArrayOf } from "../../typed-arrays.ts";
import { checkText } from "../check-argument.ts";
import { readGuid } from "./guid.ts";

/** The topics of a BCF file of any program. */
export interface BcfRecord {
  /** Such as "2.1". */
  version: string;
  topics: BcfTopicRecord[];
}

/** Texts that the file does not have are null. */
export interface BcfTopicRecord {
  guid: string;
  title: string;
  type: string | null;
  status: string | null;
  priority: string | null;
  labels: string[];
  assignedTo: string | null;
  description: string | null;
  creationDate: string | null;
  creationAuthor: string | null;
  modifiedDate: string | null;
  modifiedAuthor: string | null;
  dueDate: string | null;
  comments: BcfCommentRecord[];
  viewpoints: BcfViewpointRecord[];
  /** The id of the group or clash that the topic is about, if abut wrote the topic. */
  group: string | null;
  clash: string | null;
  /** Ids of all clashes that viewpoints of abut show. */
  clashes: string[];
}

export interface BcfCommentRecord {
  guid: string;
  date: string | null;
  author: string | null;
  text: string;
  modifiedDate: string | null;
  modifiedAuthor: string | null;
  /** The guid of the viewpoint that the comment refers to. */
  viewpoint: string | null;
}

export interface BcfViewpointRecord {
  guid: string;
  /** Null where the file has only a picture. */
  camera: BcfCameraRecord | null;
  /** IFC guids, else ids of the authoring tool, of the selected parts. */
  selection: string[];
  /** The name of the picture in the file. */
  snapshot: string | null;
}

/** In metres, z up. */
export interface BcfCameraRecord {
  kind: "perspective" | "orthogonal";
  position: [number, number, number];
  direction: [number, number, number];
  up: [number, number, number];
}

/** The longest XML that is read. Markups of real files have some KB. */
const LONGEST_XML = 2 ** 24;
const TEXT_FILE = /^(?:bcf\.version|[^/]+\/(?:markup\.bcf|[^/]+\.bcfv))$/;

/**
 * Reads a BCF file, version 2.0 to 3.0: what a coordinator decided in their program. Topics that abut wrote are matched to clashes
 * and groups by their guids. Throws `FormatError`, with the file's name in the zip, for anything that is not BCF or asks for more than
 * `limits` allow. Pictures are not unpacked.
 */
export async function readBcf(
  bytes: Uint8Array,
  options: LimitOptions & { source?: string | undefined } = {},
): Promise<BcfRecord> {
  checkOptionNames(options, { ...LIMIT_OPTIONS, source: true }, "readBcf");
  const { source = "bcf", limits } = options;
  checkText(source, "source");
  if (!isArrayOf(bytes, "Uint8Array")) throw new OptionError(`${source}: expected the bytes of a BCF file`);
  const budget = createBudget(limits);
  const files = unzip(bytes, source, budget);
  const version = await readVersion(files, source, budget);
  const topics: BcfTopicRecord[] = [];
  for (const name of [...files.keys()].filter((path) => path.endsWith("/markup.bcf")).sort())
    topics.push(await readTopic(files, name.slice(0, name.indexOf("/")), source, budget));
  return { version, topics };
}

/** The texts of the zip. Sizes are spent before anything is unpacked; fflate never writes more than a file's declared size. */
function unzip(bytes: Uint8Array, source: string, budget: Budget): Map<string, Uint8Array> {
  spendFile(budget, bytes.length, source);
  const names = new Set<string>();
  try {
    const files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        spend(budget, "parts", 1, `${source}, ${name}`);
        if (!TEXT_FILE.test(name)) return false;
        if (names.has(name)) throw new FormatError(`${source}: ${name} is in the file twice`);
        names.add(name);
        if (originalSize > LONGEST_XML)
          throw new FormatError(`${source}, ${name}: ${originalSize} bytes of XML, more than ${LONGEST_XML}`);
        spend(budget, "bytes", originalSize, `${source}, ${name}`);
        return true;
      },
    });
    return new Map(Object.entries(files));
  } catch (error) {
    if (error instanceof FormatError) throw error;
    throw new FormatError(`${source}: not a zip file that can be read: ${(error as Error).message}`);
  }
}

async function readVersion(files: Map<string, Uint8Array>, source: string, budget: Budget): Promise<string> {
  const file = files.get("bcf.version");
  if (file === undefined) throw new FormatError(`${source}: no bcf.version inside; is it a BCF file?`);
  const root = await parseXml(file, `${source}, bcf.version`, budget);
  const version = root.attributes.get("VersionId") ?? "";
  if (!/^[23]\.\d/.test(version))
    throw new FormatError(`${source}: BCF "${version}" is not read, only 2.0 to 3.0`);
  return version;
}

async function readTopic(
  files: Map<string, Uint8Array>,
  folder: string,
  source: string,
  budget: Budget,
): Promise<BcfTopicRecord> {
  const where = `${source}, ${folder}/markup.bcf`;
  const root = await parseXml(files.get(`${folder}/markup.bcf`)!, where, budget);
  const topic = childOf(root, "Topic");
  if (root.name !== "Markup" || topic === undefined)
    throw new FormatError(`${where}: expected <Markup> with a <Topic>`);
  const guid = topic.attributes.get("Guid");
  if (guid === undefined) throw new FormatError(`${where}: <Topic> has no Guid`);
  const ours = readGuid(guid);
  const viewpoints: BcfViewpointRecord[] = [];
  for (const viewpoint of itemsOf(root, topic, "Viewpoints", "ViewPoint"))
    viewpoints.push(await readViewpoint(viewpoint, files, folder, source, budget));
  const shown = viewpoints.map((viewpoint) => readGuid(viewpoint.guid));
  return {
    guid,
    title: textOf(topic, "Title") ?? "",
    type: topic.attributes.get("TopicType") ?? null,
    status: topic.attributes.get("TopicStatus") ?? null,
    priority: textOf(topic, "Priority"),
    labels: labelsOf(topic),
    assignedTo: textOf(topic, "AssignedTo"),
    description: textOf(topic, "Description"),
    creationDate: textOf(topic, "CreationDate"),
    creationAuthor: textOf(topic, "CreationAuthor"),
    modifiedDate: textOf(topic, "ModifiedDate"),
    modifiedAuthor: textOf(topic, "ModifiedAuthor"),
    dueDate: textOf(topic, "DueDate"),
    comments: itemsOf(root, topic, "Comment", "Comment", "Comments").map(readComment),
    viewpoints,
    group: ours?.purpose === "group" ? ours.id : null,
    clash: ours?.purpose === "topic" ? ours.id : null,
    clashes: [
      ...new Set([
        ...(ours?.purpose === "topic" ? [ours.id] : []),
        ...shown.flatMap((found) => (found?.purpose === "viewpoint" ? [found.id] : [])),
      ]),
    ],
  };
}

/** Comments and viewpoints are children of the markup in BCF 2, and in a list of the topic in BCF 3. */
function itemsOf(root: XmlElement, topic: XmlElement, old: string, item: string, list = old): XmlElement[] {
  const inTopic = childOf(topic, list);
  return [...childrenOf(root, old), ...(inTopic === undefined ? [] : childrenOf(inTopic, item))];
}

/** BCF 2 repeats <Labels>; BCF 3 has one with <Label> inside. */
function labelsOf(topic: XmlElement): string[] {
  return childrenOf(topic, "Labels").flatMap((labels) =>
    labels.children.length > 0
      ? childrenOf(labels, "Label").map(({ text }) => text.trim())
      : [labels.text.trim()].filter((text) => text !== ""),
  );
}

function readComment(comment: XmlElement): BcfCommentRecord {
  return {
    guid: comment.attributes.get("Guid") ?? "",
    date: textOf(comment, "Date"),
    author: textOf(comment, "Author"),
    text: textOf(comment, "Comment") ?? "",
    modifiedDate: textOf(comment, "ModifiedDate"),
    modifiedAuthor: textOf(comment, "ModifiedAuthor"),
    viewpoint: childOf(comment, "Viewpoint")?.attributes.get("Guid") ?? null,
  };
}

async function readViewpoint(
  entry: XmlElement,
  files: Map<string, Uint8Array>,
  folder: string,
  source: string,
  budget: Budget,
): Promise<BcfViewpointRecord> {
  const guid = entry.attributes.get("Guid") ?? "";
  const snapshot = textOf(entry, "Snapshot");
  const name = `${folder}/${textOf(entry, "Viewpoint") ?? ""}`;
  const file = files.get(name);
  if (file === undefined) return { guid, camera: null, selection: [], snapshot };
  const root = await parseXml(file, `${source}, ${name}`, budget);
  const components = childOf(root, "Components");
  const selection = components === undefined ? undefined : childOf(components, "Selection");
  return {
    guid,
    camera: readCamera(root),
    selection: (selection === undefined ? [] : childrenOf(selection, "Component")).flatMap((component) => {
      const id = component.attributes.get("IfcGuid") ?? textOf(component, "AuthoringToolId");
      return id === null ? [] : [id];
    }),
    snapshot,
  };
}

function readCamera(root: XmlElement): BcfCameraRecord | null {
  for (const [kind, name] of [
    ["perspective", "PerspectiveCamera"],
    ["orthogonal", "OrthogonalCamera"],
  ] as const) {
    const camera = childOf(root, name);
    if (camera === undefined) continue;
    const [position, direction, up] = ["CameraViewPoint", "CameraDirection", "CameraUpVector"].map((part) => {
      const vector = childOf(camera, part);
      return ["X", "Y", "Z"].map((axis) => Number((vector && textOf(vector, axis)) ?? Number.NaN));
    }) as [number[], number[], number[]];
    if (![...position, ...direction, ...up].every(Number.isFinite)) continue;
    return {
      kind,
      position: position as [number, number, number],
      direction: direction as [number, number, number],
      up: up as [number, number, number],
    };
  }
  return null;
}

function textOf(element: XmlElement, name: string): string | null {
  const text = childOf(element, name)?.text.trim() ?? "";
  return text === "" ? null : text;
}
