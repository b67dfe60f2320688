import { XMLParser } from "fast-xml-parser";

// The structure of BCF files, element by element, as the schemas of buildingSMART (markup.xsd, visinfo.xsd, version.xsd,
// extensions.xsd of 2.1 and 3.0) require it: children in order, ? once or not, * any number, + one or more; then the
// attributes, of which those without ? are required. "Parent/Child" where one name has two meanings.

export type Grammar = Record<string, [children: string, attributes: string]>;

const XYZ: Grammar[string] = ["X Y Z", ""];
const TEXT: Grammar[string] = ["#text?", ""];
const SHARED: Grammar = {
  CameraViewPoint: XYZ,
  CameraDirection: XYZ,
  CameraUpVector: XYZ,
  StartPoint: XYZ,
  EndPoint: XYZ,
  Location: XYZ,
  Direction: XYZ,
  Normal: XYZ,
  Up: XYZ,
  Line: ["StartPoint EndPoint", ""],
  Component: ["OriginatingSystem? AuthoringToolId?", "IfcGuid?"],
  ViewSetupHints: ["", "SpacesVisible? SpaceBoundariesVisible? OpeningsVisible?"],
  ClippingPlanes: ["ClippingPlane*", ""],
  ClippingPlane: ["Location Direction", ""],
  BimSnippet: ["Reference ReferenceSchema", "SnippetType isExternal?"],
  RelatedTopic: ["", "Guid"],
  Comment: ["Date Author Comment? Viewpoint? ModifiedDate? ModifiedAuthor?", "Guid"],
  "Comment/Comment": TEXT,
  "Comment/Viewpoint": ["", "Guid"],
};

export const BCF_21: Grammar = {
  ...SHARED,
  Version: ["DetailedVersion?", "VersionId"],
  Markup: ["Header? Topic Comment* Viewpoints*", ""],
  Header: ["File+", ""],
  File: ["Filename? Date? Reference?", "IfcProject? IfcSpatialStructureElement? isExternal?"],
  Topic: [
    "ReferenceLink* Title Priority? Index? Labels* CreationDate CreationAuthor ModifiedDate? ModifiedAuthor? DueDate? " +
      "AssignedTo? Stage? Description? BimSnippet? DocumentReference* RelatedTopic*",
    "Guid TopicType? TopicStatus?",
  ],
  DocumentReference: ["ReferencedDocument? Description?", "Guid? isExternal?"],
  Viewpoints: ["Viewpoint? Snapshot? Index?", "Guid"],
  VisualizationInfo: [
    "Components? OrthogonalCamera? PerspectiveCamera? Lines? ClippingPlanes? Bitmap*",
    "Guid",
  ],
  Components: ["ViewSetupHints? Selection? Visibility Coloring?", ""],
  Selection: ["Component+", ""],
  Visibility: ["Exceptions?", "DefaultVisibility?"],
  Exceptions: ["Component+", ""],
  Coloring: ["Color+", ""],
  Color: ["Component+", "Color?"],
  Lines: ["Line+", ""],
  PerspectiveCamera: ["CameraViewPoint CameraDirection CameraUpVector FieldOfView", ""],
  OrthogonalCamera: ["CameraViewPoint CameraDirection CameraUpVector ViewToWorldScale", ""],
  Bitmap: ["Bitmap Reference Location Normal Up Height", ""],
  "Bitmap/Bitmap": TEXT,
};

export const BCF_30: Grammar = {
  ...SHARED,
  Version: ["", "VersionId"],
  Extensions: ["TopicTypes? TopicStatuses? Priorities? TopicLabels? Users? SnippetTypes? Stages?", ""],
  TopicTypes: ["TopicType*", ""],
  TopicStatuses: ["TopicStatus*", ""],
  Priorities: ["Priority*", ""],
  TopicLabels: ["TopicLabel*", ""],
  Users: ["User*", ""],
  Markup: ["Header? Topic", ""],
  Header: ["Files?", ""],
  Files: ["File*", ""],
  File: ["Filename? Date? Reference?", "IfcProject? IfcSpatialStructureElement? IsExternal?"],
  Topic: [
    "ReferenceLinks? Title Priority? Index? Labels? CreationDate CreationAuthor ModifiedDate? ModifiedAuthor? DueDate? " +
      "AssignedTo? Stage? Description? BimSnippet? DocumentReferences? RelatedTopics? Comments? Viewpoints?",
    "Guid ServerAssignedId? TopicType TopicStatus",
  ],
  Labels: ["Label*", ""],
  Viewpoints: ["ViewPoint*", ""],
  ViewPoint: ["Viewpoint? Snapshot? Index?", "Guid"],
  VisualizationInfo: ["Components? PerspectiveCamera Lines? ClippingPlanes? Bitmaps?", "Guid"],
  Components: ["Selection? Visibility? Coloring?", ""],
  Selection: ["Component*", ""],
  Visibility: ["ViewSetupHints? Exceptions?", "DefaultVisibility?"],
  Coloring: ["Color*", ""],
  Color: ["Components", "Color"],
  "Color/Components": ["Component+", ""],
  Lines: ["Line*", ""],
  PerspectiveCamera: ["CameraViewPoint CameraDirection CameraUpVector FieldOfView AspectRatio", ""],
};

const ATTRIBUTES = ":@";
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  ignoreDeclaration: true,
  trimValues: false,
  parseTagValue: false,
});

type Ordered = Record<string, unknown>;

/** All violations of the grammar, each with its path. */
export function breaches(xml: string, grammar: Grammar): string[] {
  const found: string[] = [];
  for (const root of elementsOf(parser.parse(xml))) visit(root, "", grammar, found);
  return found;
}

function elementsOf(content: unknown): Ordered[] {
  return (content as Ordered[]).filter((node) => !/^\s*$/.test(String(node["#text"] ?? "x")));
}

function nameOf(node: Ordered): string {
  return Object.keys(node).find((key) => key !== ATTRIBUTES)!;
}

function visit(node: Ordered, parent: string, grammar: Grammar, found: string[]): void {
  const name = nameOf(node);
  if (name === "#text") return;
  const [children, attributes] = grammar[`${parent}/${name}`] ?? grammar[name] ?? TEXT;
  const inside = elementsOf(node[name]);
  const names = inside.map((child) => `${nameOf(child)} `).join("");
  if (!modelOf(children).test(names)) found.push(`${parent}/${name}: "${names}" is not "${children}"`);
  const given = Object.keys((node[ATTRIBUTES] as object) ?? {}).filter((key) => !/^(xmlns|xsi)\b/.test(key));
  const allowed = attributes.split(" ").map((word) => word.replace("?", ""));
  const required = attributes.split(" ").filter((word) => word !== "" && !word.endsWith("?"));
  for (const key of given) if (!allowed.includes(key)) found.push(`${parent}/${name}: attribute ${key}`);
  for (const key of required) if (!given.includes(key)) found.push(`${parent}/${name}: no attribute ${key}`);
  for (const child of inside) visit(child, name, grammar, found);
}

/** "A B? C*" as a regular expression over the names of the children, each followed by a space. */
function modelOf(children: string): RegExp {
  const words = children.split(" ").filter((word) => word !== "");
  return new RegExp(`^${words.map((word) => word.replace(/^([\w#]+)(.?)$/, "($1 )$2")).join("")}$`);
}
