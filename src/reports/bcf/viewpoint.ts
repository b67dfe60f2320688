import type { Vector } from "../../geometry/vector.ts";
import { FIELD_OF_VIEW } from "../picture/camera.ts";
import { COLOUR_A, COLOUR_B } from "../picture/colours.ts";
import { PICTURE_HEIGHT, PICTURE_WIDTH } from "../picture/draw-picture.ts";
import { element, type XmlElement } from "../xml-document.ts";
import type { BcfVersion } from "./options.ts";
import type { BcfCamera, BcfComponent, BcfViewpoint } from "./topics.ts";

/** By side. */
const COLOURS = ["", COLOUR_A, COLOUR_B];

/** viewpoint.bcfv: the parts selected and coloured, the camera, the contact curves. The schema fixes the order of elements. */
export function visualizationOf(viewpoint: BcfViewpoint, version: BcfVersion): XmlElement {
  const { guid, components, camera, lines } = viewpoint;
  return element(
    "VisualizationInfo",
    [
      element("Components", [
        element(
          "Selection",
          components.map(({ component }) => componentOf(component)),
        ),
        element("Visibility", [], { DefaultVisibility: "true" }),
        element(
          "Coloring",
          components.map(({ component, side }) => colourOf(component, COLOURS[side], version)),
        ),
      ]),
      cameraOf(camera, version),
      lines.length === 0
        ? null
        : element(
            "Lines",
            lines.map(([start, end]) =>
              element("Line", [vectorOf("StartPoint", start), vectorOf("EndPoint", end)]),
            ),
          ),
    ],
    { Guid: guid },
  );
}

function componentOf(component: BcfComponent): XmlElement {
  if ("ifcGuid" in component) return element("Component", [], { IfcGuid: component.ifcGuid });
  return element("Component", [
    element("OriginatingSystem", "abut"),
    component.key.trim() === "" ? null : element("AuthoringToolId", component.key), // BCF 3.0 forbids blank texts
  ]);
}

function colourOf(component: BcfComponent, colour: string, version: BcfVersion): XmlElement {
  const one = componentOf(component);
  return element("Color", version === "2.1" ? [one] : [element("Components", [one])], {
    Color: colour.slice(1).toUpperCase(),
  });
}

function cameraOf({ position, direction, up }: BcfCamera, version: BcfVersion): XmlElement {
  return element("PerspectiveCamera", [
    vectorOf("CameraViewPoint", position),
    vectorOf("CameraDirection", direction),
    vectorOf("CameraUpVector", up),
    element("FieldOfView", String(FIELD_OF_VIEW)),
    version === "2.1" ? null : element("AspectRatio", String(PICTURE_WIDTH / PICTURE_HEIGHT)),
  ]);
}

function vectorOf(name: string, [x, y, z]: Vector): XmlElement {
  return element(name, [element("X", String(x)), element("Y", String(y)), element("Z", String(z))]);
}
