import {
  BufferGeometry,
  type Color,
  Float32BufferAttribute,
  Group,
  Points,
  ShaderMaterial,
  type Vector3Like,
} from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import type { Vector } from "../../../src/geometry/vector.ts";
import type { PageClash } from "../../../src/reports/packed-scene.ts";
import type { Curve } from "../data/unpack-scene.ts";
import { COLOUR_CASING, COLOUR_CURVE, COLOUR_MEASURE } from "./colours.ts";

/** Everything drawn over the parts for one clash: curves, and the way between two points with its measure. */
export interface Marks {
  group: Group;
  show(clash: PageClash | null, curves: Curve[], origin: Vector): void;
}

export function createMarks(): Marks {
  const group = new Group();
  const curveLines = casedLines(COLOUR_CURVE, 3.2, 6.2);
  const measureLines = casedLines(COLOUR_MEASURE, 2.2, 4.8);
  const curveDots = createDotMaterial(9);
  const measureDots = createDotMaterial(8);
  return {
    group,
    show(clash, curves, origin) {
      for (const child of group.children) (child as Points).geometry.dispose();
      group.clear();
      if (clash === null) return;
      // Curves are stored less the clash's point, so that f32 is precise around it.
      const place = less(clash.point, origin);
      const addTo = (objects: (LineSegments2 | Points)[]) => {
        for (const object of objects) {
          object.position.copy(place);
          object.frustumCulled = false;
          object.renderOrder = group.children.length;
          group.add(object);
        }
      };
      const ends = curveSegments(curves);
      if (ends.length > 0) addTo(cased(ends, curveLines));
      const single = curves.filter(({ points }) => points.length === 3).flatMap(({ points }) => [...points]);
      if (single.length > 0) addTo([drawDots(single, COLOUR_CURVE, curveDots)]);
      const measured = clash.depth ?? clash.distance;
      if (measured === null) return;
      const way = [...offset(measured.pointA, clash.point), ...offset(measured.pointB, clash.point)];
      addTo(cased(way, measureLines));
      addTo([drawDots(way, COLOUR_MEASURE, measureDots)]);
    },
  };
}

/** A measured way, cased. */
export function drawWay(ends: number[]): LineSegments2[] {
  return cased(ends, casedLines(COLOUR_MEASURE, 2.2, 4.8));
}

/** Ends of the segments of all curves, less the clash's point. */
export function curveSegments(curves: Curve[]): number[] {
  const ends: number[] = [];
  for (const { points, closed } of curves) {
    const count = points.length / 3;
    for (let i = 0; i < (closed ? count : count - 1); i++) {
      const next = (i + 1) % count;
      for (const at of [i, next]) ends.push(points[3 * at], points[3 * at + 1], points[3 * at + 2]);
    }
  }
  return ends;
}

/** Round dots of a size in pixels, with a dark rim, in the colours of the attribute `colour`. */
export function createDotMaterial(pixels: number): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { size: { value: pixels }, casing: { value: COLOUR_CASING } },
    vertexShader: `
      attribute vec3 colour;
      uniform float size;
      varying vec3 vColour;
      void main() {
        vColour = colour;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
        gl_PointSize = size * ${Math.min(devicePixelRatio, 2).toFixed(2)};
      }`,
    fragmentShader: `
      uniform vec3 casing;
      varying vec3 vColour;
      void main() {
        float away = 2.0 * length(gl_PointCoord - 0.5);
        float soft = fwidth(away);
        gl_FragColor = vec4(mix(vColour, casing, smoothstep(0.75 - soft, 0.75, away)), 1.0 - smoothstep(1.0 - soft, 1.0, away));
        #include <colorspace_fragment>
      }`,
    transparent: true,
    depthTest: false,
    depthWrite: false,
  });
}

export function drawDots(positions: number[], colour: Color, material: ShaderMaterial): Points {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  const colours = positions.map((_, i) => colour.toArray()[i % 3]);
  geometry.setAttribute("colour", new Float32BufferAttribute(colours, 3));
  return new Points(geometry, material);
}

/** A line in the casing's colour, and a thinner one over it. */
function casedLines(colour: Color, width: number, casing: number): LineMaterial[] {
  const shared = { depthTest: false, depthWrite: false, transparent: true };
  return [
    new LineMaterial({ ...shared, color: COLOUR_CASING.getHex(), linewidth: casing }),
    new LineMaterial({ ...shared, color: colour.getHex(), linewidth: width }),
  ];
}

function cased(ends: number[], materials: LineMaterial[]): LineSegments2[] {
  const geometry = new LineSegmentsGeometry().setPositions(ends);
  return materials.map((material) => new LineSegments2(geometry, material));
}

function offset(point: Vector, from: Vector): Vector {
  return [point[0] - from[0], point[1] - from[1], point[2] - from[2]];
}

function less(point: Vector, origin: Vector): Vector3Like {
  const [x, y, z] = offset(point, origin);
  return { x, y, z };
}
