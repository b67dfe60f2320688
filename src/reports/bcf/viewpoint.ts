import type { Vector } from "../../geometry/vector.ts";
import { element, type XmlElement } from "../xml-document.ts";
import { ASPECT_RATIO, type Camera, FIELD_OF_VIEW } from "./camera.ts";
import type { BcfVersion } from "./options.ts";
import type { BcfComponent, BcfViewpoint } from "./topics.ts";

/** The colours of part a and part b. */
const COLOURS = ["E4572E", "2E86DE"];

/** viewpoint.bcfv: the two parts selected and coloured, the camera, the contact curves. The schema fixes the order of elements. */
export function visualizationOf(viewpoint: BcfViewpoint, version: BcfVersion): XmlElement {
  const { guid, components, camera, lines } = viewpoint;
  return element(
    "VisualizationInfo",
    [
      element("Components", [
        element("Selection", components.map(componentOf)),
        element("Visibility", [], { DefaultVisibility: "true" }),
        element(
          "Coloring",
          components.map((component, i) => colourOf(component, COLOURS[i], version)),
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
    element("AuthoringToolId", component.key),
  ]);
}

function colourOf(component: BcfComponent, colour: string, version: BcfVersion): XmlElement {
  const one = componentOf(component);
  return element("Color", version === "2.1" ? [one] : [element("Components", [one])], { Color: colour });
}

function cameraOf({ position, direction, up }: Camera, version: BcfVersion): XmlElement {
  return element("PerspectiveCamera", [
    vectorOf("CameraViewPoint", position),
    vectorOf("CameraDirection", direction),
    vectorOf("CameraUpVector", up),
    element("FieldOfView", String(FIELD_OF_VIEW)),
    version === "2.1" ? null : element("AspectRatio", String(ASPECT_RATIO)),
  ]);
}

function vectorOf(name: string, [x, y, z]: Vector): XmlElement {
  return element(name, [element("X", String(x)), element("Y", String(y)), element("Z", String(z))]);
}
