import {
  BufferGeometry,
  type Color,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Material,
  Mesh,
  type Raycaster,
  type Vector3,
} from "three";
import type { PageClash, PageData } from "../../../src/reports/packed-scene.ts";
import type { UnpackedScene } from "../data/unpack-scene.ts";
import type { PartHit } from "./all-parts.ts";
import { COLOUR_A, COLOUR_B } from "./colours.ts";
import { featureEdges } from "./feature-edges.ts";
import { solidMaterial, xrayMaterial } from "./materials.ts";
import { boxEdges, geometryOf, matrixOf } from "./part-geometry.ts";

export interface Highlight {
  group: Group;
  materials: Material[];
  /** Draws the parts of the clash, less those that are hidden. */
  show(clash: PageClash | null, hidden: ReadonlySet<number>): void;
  pick(raycaster: Raycaster, keeps: (point: Vector3) => boolean): PartHit | null;
}

/** The two parts of the selected clash, in their colours, with their edges. */
export function createHighlight(data: PageData, unpacked: UnpackedScene): Highlight {
  const group = new Group();
  const materials = [COLOUR_A, COLOUR_B].map((colour, side) => {
    const solid = solidMaterial(colour);
    // Edges win over their own faces; where faces coincide a's win, instead of flickering.
    solid.polygonOffset = true;
    solid.polygonOffsetFactor = solid.polygonOffsetUnits = 1 + side;
    const outer = xrayMaterial(colour, 0.1, 0.6);
    outer.depthWrite = false;
    const lines = new LineBasicMaterial({ color: shade(colour), transparent: true, opacity: 0.75 });
    const outline = new LineBasicMaterial({ color: colour });
    return { solid, outer, lines, outline };
  });
  const edges = new Map<number, BufferGeometry>();

  function edgesOf(mesh: number): BufferGeometry {
    if (!edges.has(mesh)) edges.set(mesh, segments(featureEdges(unpacked.meshes[mesh])));
    return edges.get(mesh)!;
  }

  function add(part: number, side: 0 | 1, isOuter: boolean): void {
    const { solid, outer, lines, outline } = materials[side];
    const matrix = unpacked.matrices[part];
    if (matrix == null) {
      const ends: number[] = [];
      boxEdges(data.report.parts[part].box, data.scene.origin, ends);
      group.add(new LineSegments(segments(ends), outline));
      return;
    }
    const number = data.scene.meshOfPart[part];
    const mesh = new Mesh(geometryOf(unpacked.meshes[number]), isOuter ? outer : solid);
    const drawing = new LineSegments(edgesOf(number), lines);
    for (const object of [mesh, drawing]) {
      object.matrixAutoUpdate = false;
      matrixOf(matrix, object.matrix);
      group.add(object);
    }
    mesh.userData.part = part;
  }

  return {
    group,
    materials: materials.flatMap((own) => Object.values(own)),
    show(clash, hidden) {
      for (const object of group.children) if (object instanceof Mesh) object.geometry.dispose();
      group.clear();
      if (clash === null) return;
      const { a, b, kind } = clash;
      if (!hidden.has(a)) add(a, 0, kind === "contains");
      if (b !== a && !hidden.has(b)) add(b, 1, kind === "inside");
    },
    pick(raycaster, keeps) {
      const meshes = group.children.filter((object) => object instanceof Mesh);
      const hit = raycaster.intersectObjects(meshes, false).find(({ point }) => keeps(point));
      if (hit === undefined) return null;
      return { part: hit.object.userData.part as number, hit, toWorld: hit.object.matrixWorld };
    },
  };
}

function segments(ends: ArrayLike<number>): BufferGeometry {
  return new BufferGeometry().setAttribute("position", new Float32BufferAttribute(ends, 3));
}

function shade(colour: Color): Color {
  return colour.clone().multiplyScalar(0.28);
}
