import type { Version } from "./schemas.ts";

// Documents with every element and attribute that the schemas of BCF know.

const GUID = "0123abcd-4567-89ef-8abc-0123456789ab";
const IFC_GUID = "2O2Fr$t4X7Zf8NOew3FNr2";
const xyz = (name: string) => `<${name}><X>1</X><Y>-2.5e-3</Y><Z>0</Z></${name}>`;
const COMPONENT = `<Component IfcGuid="${IFC_GUID}"><OriginatingSystem>abut</OriginatingSystem><AuthoringToolId>a</AuthoringToolId></Component>`;
const CAMERA = `${xyz("CameraViewPoint")}${xyz("CameraDirection")}${xyz("CameraUpVector")}`;
const LINES = `<Lines><Line>${xyz("StartPoint")}${xyz("EndPoint")}</Line></Lines>`;
const PLANES = `<ClippingPlanes><ClippingPlane>${xyz("Location")}${xyz("Direction")}</ClippingPlane></ClippingPlanes>`;
const BITMAP = `<Reference>a.png</Reference>${xyz("Location")}${xyz("Normal")}${xyz("Up")}<Height>2</Height>`;
const HINTS = '<ViewSetupHints SpacesVisible="true" SpaceBoundariesVisible="0" OpeningsVisible="false"/>';
const VISIBLE = `<Exceptions>${COMPONENT}</Exceptions>`;
const DATE = "2026-11-16T09:30:00+01:00";
const FILE = `<Filename>a.ifc</Filename><Date>${DATE}</Date><Reference>../a.ifc</Reference>`;
const FILE_GUIDS = `IfcProject="${IFC_GUID}" IfcSpatialStructureElement="${IFC_GUID}"`;
const SNIPPET = "<Reference>a</Reference><ReferenceSchema>b</ReferenceSchema>";
const DATES = `<CreationDate>${DATE}</CreationDate><CreationAuthor>me</CreationAuthor><ModifiedDate>${DATE}</ModifiedDate><ModifiedAuthor>me</ModifiedAuthor><DueDate>${DATE}</DueDate><AssignedTo>you</AssignedTo><Stage>s</Stage><Description>d</Description>`;
const COMMENT = `<Comment Guid="${GUID}"><Date>${DATE}</Date><Author>me</Author><Comment>why</Comment><Viewpoint Guid="${GUID}"/><ModifiedDate>${DATE}</ModifiedDate><ModifiedAuthor>me</ModifiedAuthor></Comment>`;
const VIEWPOINT = "<Viewpoint>viewpoint.bcfv</Viewpoint><Snapshot>snapshot.png</Snapshot><Index>0</Index>";
const RELATED = `<RelatedTopic Guid="${GUID}"/>`;

const lists = ["TopicTypes", "TopicStatuses", "Priorities", "TopicLabels", "Users", "SnippetTypes", "Stages"];
const singular = (list: string) =>
  list
    .replace(/ies$/, "y")
    .replace(/(s)es$/, "$1")
    .replace(/([^su])s$/, "$1");

export const DOCUMENTS: Record<Version, string[]> = {
  "2.1": [
    `<Version VersionId="2.1"><DetailedVersion>2.1</DetailedVersion></Version>`,
    `<Markup><Header><File ${FILE_GUIDS} isExternal="true">${FILE}</File></Header><Topic Guid="${GUID}" TopicType="Clash" TopicStatus="Open"><ReferenceLink>r</ReferenceLink><Title>t</Title><Priority>High</Priority><Index>3</Index><Labels>l</Labels><Labels>m</Labels>${DATES}<BimSnippet SnippetType="x" isExternal="true">${SNIPPET}</BimSnippet><DocumentReference Guid="${GUID}" isExternal="false"><ReferencedDocument>r</ReferencedDocument><Description>d</Description></DocumentReference>${RELATED}</Topic>${COMMENT}<Viewpoints Guid="${GUID}">${VIEWPOINT}</Viewpoints></Markup>`,
    `<VisualizationInfo Guid="${GUID}"><Components>${HINTS}<Selection>${COMPONENT}</Selection><Visibility DefaultVisibility="true">${VISIBLE}</Visibility><Coloring><Color Color="FF00AA">${COMPONENT}</Color></Coloring></Components><OrthogonalCamera>${CAMERA}<ViewToWorldScale>3</ViewToWorldScale></OrthogonalCamera><PerspectiveCamera>${CAMERA}<FieldOfView>60</FieldOfView></PerspectiveCamera>${LINES}${PLANES}<Bitmap><Bitmap>PNG</Bitmap>${BITMAP}</Bitmap></VisualizationInfo>`,
  ],
  "3.0": [
    `<Version VersionId="3.0"/>`,
    `<Extensions>${lists.map((list) => `<${list}><${singular(list)}>a</${singular(list)}></${list}>`).join("")}</Extensions>`,
    `<Markup><Header><Files><File ${FILE_GUIDS} IsExternal="true">${FILE}</File></Files></Header><Topic Guid="${GUID}" ServerAssignedId="4" TopicType="Clash" TopicStatus="Open"><ReferenceLinks><ReferenceLink>r</ReferenceLink></ReferenceLinks><Title>t</Title><Priority>High</Priority><Index>3</Index><Labels><Label>l</Label><Label>m</Label></Labels>${DATES}<BimSnippet SnippetType="x" IsExternal="true">${SNIPPET}</BimSnippet><DocumentReferences><DocumentReference Guid="${GUID}"><DocumentGuid>${GUID}</DocumentGuid><Description>d</Description></DocumentReference><DocumentReference Guid="${GUID}"><Url>u</Url></DocumentReference></DocumentReferences><RelatedTopics>${RELATED}</RelatedTopics><Comments>${COMMENT}</Comments><Viewpoints><ViewPoint Guid="${GUID}">${VIEWPOINT}</ViewPoint></Viewpoints></Topic></Markup>`,
    ...[
      `<OrthogonalCamera>${CAMERA}<ViewToWorldScale>3</ViewToWorldScale><AspectRatio>1.5</AspectRatio></OrthogonalCamera>`,
      `<PerspectiveCamera>${CAMERA}<FieldOfView>60</FieldOfView><AspectRatio>1.5</AspectRatio></PerspectiveCamera>`,
    ].map(
      (camera) =>
        `<VisualizationInfo Guid="${GUID}"><Components><Selection>${COMPONENT}</Selection><Visibility DefaultVisibility="true">${HINTS}${VISIBLE}</Visibility><Coloring><Color Color="FF00AA99"><Components>${COMPONENT}</Components></Color></Coloring></Components>${camera}${LINES}${PLANES}<Bitmaps><Bitmap><Format>png</Format>${BITMAP}</Bitmap></Bitmaps></VisualizationInfo>`,
    ),
  ],
};
