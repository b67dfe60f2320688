import { XMLParser } from "fast-xml-parser";

// The structure of BCF files, element by element, as the schemas of buildingSMART (markup.xsd, visinfo.xsd, version.xsd,
// extensions.xsd of 2.1 and 3.0) require it. test/reports/bcf/grammar.test.ts compares its verdicts with those of the schemas,
// where they are at hand.

export interface Grammar {
  /** Names of root elements. */
  roots: string[];
  /**
   * Children in order: ? once or not, * any number, + one or more, A|B one of both; then the attributes, of which those without ?
   * are required. "Parent/Child" where one name has two meanings. Elements that are not listed hold text.
   */
  elements: Record<string, [children: string, attributes: string]>;
  /** The type of an element's text, of "Parent/Child", or of the attribute "@Name". */
  texts: Record<string, TextType>;
  /** The type of all other texts. */
  text: TextType;
}

type TextType = (text: string) => boolean;

/** For all types but strings, blanks around the text do not count. */
const trimmed =
  (type: TextType): TextType =>
  (text) =>
    type(text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ""));
const anyText: TextType = () => true;
const filledText: TextType = (text) => /[^ \t\r\n]/.test(text);
const boolean = trimmed((text) => /^(true|false|1|0)$/.test(text));
const int = trimmed((text) => /^[+-]?\d+$/.test(text) && Number(text) === (Number(text) | 0));
const DOUBLE = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const double = trimmed((text) => DOUBLE.test(text) || /^(-?INF|NaN)$/.test(text));
const doubleWithin = (isWithin: (value: number) => boolean) =>
  trimmed(
    (text) => (DOUBLE.test(text) || text === "INF") && isWithin(Number(text.replace("INF", "Infinity"))),
  );
const dateTime = trimmed((text) => {
  const zone = /(Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)?$/;
  const time = /^(\d{4})-(\d\d)-(\d\d)T(([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?|24:00:00(\.0+)?)$/;
  const match = time.exec(text.replace(zone, ""));
  if (match === null || match[1] === "0000") return false;
  const [year, month, day] = match.slice(1, 4).map(Number);
  const date = new Date(Date.UTC(2000 + (year % 400), month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
});
const HEX = (digit: string) => new RegExp(`^${digit}{8}-${digit}{4}-${digit}{4}-${digit}{4}-${digit}{12}$`);
const matching =
  (pattern: RegExp): TextType =>
  (text) =>
    pattern.test(text);

const XYZ: [string, string] = ["X Y Z", ""];
const TEXT: [string, string] = ["#text?", ""];
const SHARED: Grammar["elements"] = {
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
  RelatedTopic: ["", "Guid"],
  "Comment/Comment": TEXT,
  "Comment/Viewpoint": ["", "Guid"],
};
const SHARED_TEXTS: Grammar["texts"] = {
  X: double,
  Y: double,
  Z: double,
  Height: double,
  ViewToWorldScale: double,
  Index: int,
  Date: dateTime,
  CreationDate: dateTime,
  ModifiedDate: dateTime,
  DueDate: dateTime,
  "@isExternal": boolean,
  "@IsExternal": boolean,
  "@DefaultVisibility": boolean,
  "@SpacesVisible": boolean,
  "@SpaceBoundariesVisible": boolean,
  "@OpeningsVisible": boolean,
};

export const BCF_21: Grammar = {
  roots: ["Version", "Markup", "VisualizationInfo"],
  elements: {
    ...SHARED,
    Version: ["DetailedVersion?", "VersionId?"],
    Markup: ["Header? Topic Comment* Viewpoints*", ""],
    Header: ["File+", ""],
    File: ["Filename? Date? Reference?", "IfcProject? IfcSpatialStructureElement? isExternal?"],
    Topic: [
      "ReferenceLink* Title Priority? Index? Labels* CreationDate CreationAuthor ModifiedDate? ModifiedAuthor? DueDate? " +
        "AssignedTo? Stage? Description? BimSnippet? DocumentReference* RelatedTopic*",
      "Guid TopicType? TopicStatus?",
    ],
    BimSnippet: ["Reference ReferenceSchema", "SnippetType isExternal?"],
    DocumentReference: ["ReferencedDocument? Description?", "Guid? isExternal?"],
    Comment: ["Date Author Comment Viewpoint? ModifiedDate? ModifiedAuthor?", "Guid"],
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
  },
  texts: {
    ...SHARED_TEXTS,
    FieldOfView: doubleWithin((value) => value >= 1 && value <= 170),
    "Bitmap/Bitmap": matching(/^(PNG|JPG)$/),
    "@Guid": matching(HEX("[0-9A-Fa-f]")),
    "@IfcGuid": matching(/^[0-9A-Za-z_$,]{22}$/),
    "@IfcProject": matching(/^[0-9A-Za-z_$,]{22}$/),
    "@IfcSpatialStructureElement": matching(/^[0-9A-Za-z_$,]{22}$/),
    "@Color": matching(/^[0-9A-Fa-f,]{6}([0-9A-Fa-f,]{2})?$/),
  },
  text: anyText,
};

export const BCF_30: Grammar = {
  roots: ["Version", "Markup", "VisualizationInfo", "Extensions"],
  elements: {
    ...SHARED,
    Version: ["", "VersionId"],
    Extensions: ["TopicTypes? TopicStatuses? Priorities? TopicLabels? Users? SnippetTypes? Stages?", ""],
    TopicTypes: ["TopicType*", ""],
    TopicStatuses: ["TopicStatus*", ""],
    Priorities: ["Priority*", ""],
    TopicLabels: ["TopicLabel*", ""],
    Users: ["User*", ""],
    SnippetTypes: ["SnippetType*", ""],
    Stages: ["Stage*", ""],
    Markup: ["Header? Topic", ""],
    Header: ["Files?", ""],
    Files: ["File*", ""],
    File: ["Filename? Date? Reference?", "IfcProject? IfcSpatialStructureElement? IsExternal?"],
    Topic: [
      "ReferenceLinks? Title Priority? Index? Labels? CreationDate CreationAuthor ModifiedDate? ModifiedAuthor? DueDate? " +
        "AssignedTo? Stage? Description? BimSnippet? DocumentReferences? RelatedTopics? Comments? Viewpoints?",
      "Guid ServerAssignedId? TopicType TopicStatus",
    ],
    ReferenceLinks: ["ReferenceLink*", ""],
    Labels: ["Label*", ""],
    BimSnippet: ["Reference ReferenceSchema", "SnippetType IsExternal?"],
    DocumentReferences: ["DocumentReference*", ""],
    DocumentReference: ["DocumentGuid|Url? Description?", "Guid"],
    RelatedTopics: ["RelatedTopic*", ""],
    Comments: ["Comment*", ""],
    Comment: ["Date Author Comment? Viewpoint? ModifiedDate? ModifiedAuthor?", "Guid"],
    Viewpoints: ["ViewPoint*", ""],
    ViewPoint: ["Viewpoint? Snapshot? Index?", "Guid"],
    VisualizationInfo: [
      "Components? OrthogonalCamera|PerspectiveCamera Lines? ClippingPlanes? Bitmaps?",
      "Guid",
    ],
    Components: ["Selection? Visibility? Coloring?", ""],
    Selection: ["Component*", ""],
    Visibility: ["ViewSetupHints? Exceptions?", "DefaultVisibility?"],
    Exceptions: ["Component*", ""],
    Coloring: ["Color*", ""],
    Color: ["Components", "Color"],
    "Color/Components": ["Component+", ""],
    Lines: ["Line*", ""],
    Bitmaps: ["Bitmap*", ""],
    Bitmap: ["Format Reference Location Normal Up Height", ""],
    PerspectiveCamera: ["CameraViewPoint CameraDirection CameraUpVector FieldOfView AspectRatio", ""],
    OrthogonalCamera: ["CameraViewPoint CameraDirection CameraUpVector ViewToWorldScale AspectRatio", ""],
  },
  texts: {
    ...SHARED_TEXTS,
    FieldOfView: doubleWithin((value) => value > 0 && value < 180),
    AspectRatio: doubleWithin((value) => value > 0),
    Format: matching(/^(png|jpg)$/),
    DocumentGuid: matching(HEX("[0-9a-f]")),
    "@Guid": matching(HEX("[0-9a-f]")),
    "@IfcGuid": matching(/^[0-9A-Za-z_$]{22}$/),
    "@IfcProject": matching(/^[0-9A-Za-z_$]{22}$/),
    "@IfcSpatialStructureElement": matching(/^[0-9A-Za-z_$]{22}$/),
    "@Color": matching(/^[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?$/),
    "@VersionId": anyText,
  },
  text: filledText,
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
  const roots = elementsOf(parser.parse(xml));
  const names = roots.map(nameOf);
  if (names.length !== 1 || !grammar.roots.includes(names[0]))
    found.push(`"${names.join(" ")}" is not one of ${grammar.roots.join(", ")}`);
  for (const root of roots) visit(root, "", grammar, found);
  return found;
}

function elementsOf(content: unknown): Ordered[] {
  return (content as Ordered[]).filter((node) => !/^[ \t\r\n]*$/.test(String(node["#text"] ?? "x")));
}

function nameOf(node: Ordered): string {
  return Object.keys(node).find((key) => key !== ATTRIBUTES)!;
}

function visit(node: Ordered, parent: string, grammar: Grammar, found: string[]): void {
  const name = nameOf(node);
  if (name === "#text") return;
  const path = `${parent}/${name}`;
  const [children, attributes] = grammar.elements[path] ?? grammar.elements[name] ?? TEXT;
  const inside = elementsOf(node[name]);
  const names = inside.map((child) => `${nameOf(child)} `).join("");
  if (!modelOf(children).test(names)) found.push(`${path}: "${names}" is not "${children}"`);
  const text = (node[name] as Ordered[]).map((child) => child["#text"] ?? "").join("");
  if (children === "" && text !== "") found.push(`${path}: not empty`);
  if (children === TEXT[0]) {
    const isOfType = grammar.texts[path] ?? grammar.texts[name] ?? grammar.text;
    if (!isOfType(text)) found.push(`${path}: the text "${text}"`);
  }
  const given = Object.entries((node[ATTRIBUTES] as Record<string, string>) ?? {}).filter(
    ([key]) => !/^(xmlns|xsi)\b/.test(key),
  );
  const allowed = attributes.split(" ").map((word) => word.replace("?", ""));
  const required = attributes.split(" ").filter((word) => word !== "" && !word.endsWith("?"));
  for (const [key, value] of given) {
    if (!allowed.includes(key)) found.push(`${path}: attribute ${key}`);
    else if (!(grammar.texts[`@${key}`] ?? grammar.text)(value)) found.push(`${path}: ${key}="${value}"`);
  }
  for (const key of required)
    if (!given.some(([name]) => name === key)) found.push(`${path}: no attribute ${key}`);
  for (const child of inside) visit(child, name, grammar, found);
}

/** "A B? C|D*" as a regular expression over the names of the children, each followed by a space. */
function modelOf(children: string): RegExp {
  const words = children.split(" ").filter((word) => word !== "");
  const patterns = words.map((word) => {
    const [, names, count] = /^([\w#|]+)([?*+]?)$/.exec(word)!;
    return `(${names
      .split("|")
      .map((name) => `${name} `)
      .join("|")})${count}`;
  });
  return new RegExp(`^${patterns.join("")}$`);
}
