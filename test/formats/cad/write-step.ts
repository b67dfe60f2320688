import { utf8 } from "../write-models.ts";

// Small STEP files as text: boxes as boundary representations, each a product with a name and a colour.

export interface StepBox {
  name: string;
  at?: readonly [number, number, number];
  size?: readonly [number, number, number];
  /** Red, green and blue, as CAD programs write them. */
  color?: readonly [number, number, number];
}

const MILLIMETRE = "(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))";
export const METRE = "(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT($,.METRE.))";

// The corners of a box are numbered x + 2y + 4z. Faces list them counter-clockwise seen from outside.
const FACES = [
  { corners: [0, 2, 3, 1], normal: [0, 0, -1], along: [0, 1, 0] },
  { corners: [4, 5, 7, 6], normal: [0, 0, 1], along: [1, 0, 0] },
  { corners: [0, 1, 5, 4], normal: [0, -1, 0], along: [1, 0, 0] },
  { corners: [2, 6, 7, 3], normal: [0, 1, 0], along: [0, 0, 1] },
  { corners: [0, 4, 6, 2], normal: [-1, 0, 0], along: [0, 0, 1] },
  { corners: [1, 3, 7, 5], normal: [1, 0, 0], along: [0, 1, 0] },
];

/** A STEP file (AP214) with these boxes. */
export function stepBoxes(boxes: readonly StepBox[], unit = MILLIMETRE): Uint8Array {
  const lines: string[] = [];
  const add = (statement: string) => `#${lines.push(statement)}`;
  const real = (value: number) => (Number.isInteger(value) ? `${value}.` : String(value));
  const point = (p: readonly number[]) => add(`CARTESIAN_POINT('',(${p.map(real).join()}))`);
  const direction = (d: readonly number[]) => add(`DIRECTION('',(${d.map(real).join()}))`);
  const placement = (p: readonly number[], z: readonly number[], x: readonly number[]) =>
    add(`AXIS2_PLACEMENT_3D('',${point(p)},${direction(z)},${direction(x)})`);
  const length = add(unit);
  const angle = add("(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))");
  const solidAngle = add("(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())");
  const accuracy = add(
    `UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-07),${length},'distance_accuracy_value','')`,
  );
  const context = add(
    `(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((${accuracy}))GLOBAL_UNIT_ASSIGNED_CONTEXT((${length},${angle},${solidAngle}))REPRESENTATION_CONTEXT('',''))`,
  );
  const application = add("APPLICATION_CONTEXT('automotive design')");
  add(`APPLICATION_PROTOCOL_DEFINITION('','automotive_design',2000,${application})`);
  for (const { name, at = [0, 0, 0], size = [1, 1, 1], color } of boxes) {
    const corners = Array.from({ length: 8 }, (_, i) =>
      [0, 1, 2].map((axis) => at[axis] + ((i >> axis) & 1) * size[axis]),
    );
    const vertices = corners.map((corner) => add(`VERTEX_POINT('',${point(corner)})`));
    const edges = new Map<string, string>();
    const edge = (a: number, b: number): string => {
      const [from, to] = a < b ? [a, b] : [b, a];
      const key = `${from},${to}`;
      const known = edges.get(key);
      if (known !== undefined) return known;
      const way = corners[to].map((value, axis) => value - corners[from][axis]);
      const distance = Math.hypot(...way);
      const vector = add(`VECTOR('',${direction(way.map((value) => value / distance))},${real(distance)})`);
      const line = add(`LINE('',${point(corners[from])},${vector})`);
      const curve = add(`EDGE_CURVE('',${vertices[from]},${vertices[to]},${line},.T.)`);
      edges.set(key, curve);
      return curve;
    };
    const faces = FACES.map(({ corners: around, normal, along }) => {
      const oriented = around.map((a, i) => {
        const b = around[(i + 1) % 4];
        return add(`ORIENTED_EDGE('',*,*,${edge(a, b)},${a < b ? ".T." : ".F."})`);
      });
      const bound = add(`FACE_OUTER_BOUND('',${add(`EDGE_LOOP('',(${oriented.join()}))`)},.T.)`);
      const plane = add(`PLANE('',${placement(corners[around[0]], normal, along)})`);
      return add(`ADVANCED_FACE('',(${bound}),${plane},.T.)`);
    });
    const solid = add(`MANIFOLD_SOLID_BREP('${name}',${add(`CLOSED_SHELL('',(${faces.join()}))`)})`);
    const origin = placement([0, 0, 0], [0, 0, 1], [1, 0, 0]);
    const shape = add(`ADVANCED_BREP_SHAPE_REPRESENTATION('${name}',(${origin},${solid}),${context})`);
    const product = add(
      `PRODUCT('${name}','${name}','',(${add(`PRODUCT_CONTEXT('',${application},'mechanical')`)}))`,
    );
    const formation = add(`PRODUCT_DEFINITION_FORMATION('','',${product})`);
    const definition = add(
      `PRODUCT_DEFINITION('design','',${formation},${add(`PRODUCT_DEFINITION_CONTEXT('part definition',${application},'design')`)})`,
    );
    add(`SHAPE_DEFINITION_REPRESENTATION(${add(`PRODUCT_DEFINITION_SHAPE('','',${definition})`)},${shape})`);
    if (color === undefined) continue;
    const fill = add(`FILL_AREA_STYLE_COLOUR('',${add(`COLOUR_RGB('',${color.map(real).join()})`)})`);
    const style = add(`SURFACE_STYLE_FILL_AREA(${add(`FILL_AREA_STYLE('',(${fill}))`)})`);
    const usage = add(`SURFACE_STYLE_USAGE(.BOTH.,${add(`SURFACE_SIDE_STYLE('',(${style}))`)})`);
    const item = add(`STYLED_ITEM('color',(${add(`PRESENTATION_STYLE_ASSIGNMENT((${usage}))`)}),${solid})`);
    add(`MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION('',(${item}),${context})`);
  }
  const data = lines.map((line, i) => `#${i + 1}=${line};`).join("\n");
  return utf8(`ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('boxes.step','2026-01-01T00:00:00',(''),(''),'','','');
FILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }'));
ENDSEC;
DATA;
${data}
ENDSEC;
END-ISO-10303-21;
`);
}
