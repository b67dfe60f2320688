// Machine parts as closed meshes, in millimetres: turned parts, gears, plates with bores.
import { createMesh } from "abut";

const FULL_TURN = 2 * Math.PI;

/** A turned part: the closed outline [radius, z], counterclockwise, taken round the z axis. */
export function turn(outline, segments = 48) {
  const shape = createShape();
  const at = ([radius, z], k) => {
    const angle = (FULL_TURN * (k % segments)) / segments;
    return [radius * Math.cos(angle), radius * Math.sin(angle), z];
  };
  outline.forEach((from, i) => {
    const to = outline[(i + 1) % outline.length];
    for (let k = 0; k < segments; k++) {
      shape.add(at(from, k), at(from, k + 1), at(to, k + 1));
      shape.add(at(from, k), at(to, k + 1), at(to, k));
    }
  });
  return shape.mesh();
}

/** A flat part from z = low to high: `faces` are rings [outline, bore] about a centre, `walls` its outlines and bores. */
function extrude(faces, walls, low, high) {
  const shape = createShape();
  for (const { outline, bore, centre } of faces)
    for (const [p, q, r] of fillRing(outline, bore, centre)) {
      shape.add([...p, high], [...q, high], [...r, high]);
      shape.add([...p, low], [...r, low], [...q, low]);
    }
  for (const wall of walls)
    wall.forEach((p, k) => {
      const q = wall[(k + 1) % wall.length];
      shape.add([...p, low], [...q, low], [...q, high]);
      shape.add([...p, low], [...q, high], [...p, high]);
    });
  return shape.mesh();
}

/** Triangles between an outline and a bore, both counterclockwise and seen from the centre in rising angle. */
function fillRing(outline, bore, [cx, cy]) {
  const angle = ([x, y], from) => (Math.atan2(y - cy, x - cx) - from + 2 * FULL_TURN) % FULL_TURN;
  const start = Math.atan2(outline[0][1] - cy, outline[0][0] - cx);
  if (bore === null) return outline.map((p, k) => [[cx, cy], p, outline[(k + 1) % outline.length]]);
  const first = bore.reduce((best, p, k) => (angle(p, start) < angle(bore[best], start) ? k : best), 0);
  const inner = [...bore.slice(first), ...bore.slice(0, first)];
  const triangles = [];
  let [i, j] = [0, 0];
  while (i < outline.length || j < inner.length) {
    const [p, q] = [outline[i % outline.length], inner[j % inner.length]];
    const nextP = outline[(i + 1) % outline.length];
    const nextQ = inner[(j + 1) % inner.length];
    const angleP = i + 1 < outline.length ? angle(nextP, start) : FULL_TURN;
    const angleQ = j + 1 < inner.length ? angle(nextQ, start) : FULL_TURN + angle(inner[0], start);
    if (j >= inner.length || (i < outline.length && angleP <= angleQ)) {
      triangles.push([p, nextP, q]);
      i++;
    } else {
      triangles.push([p, nextQ, q]);
      j++;
    }
  }
  return triangles;
}

function circle(radius, [cx, cy] = [0, 0], segments = 48) {
  return Array.from({ length: segments }, (_, k) => {
    const angle = (FULL_TURN * k) / segments;
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
  });
}

/** A spur gear about the z axis with involute teeth, the first one pointing along +x. */
export function gear({ teeth, module, width, bore, backlash = 0.1, pressureAngle = 20 }) {
  const pitch = (module * teeth) / 2;
  const alpha = (pressureAngle * Math.PI) / 180;
  const base = pitch * Math.cos(alpha);
  const [root, tip] = [pitch - 1.25 * module, pitch + module];
  const involute = (r) => {
    const a = Math.acos(Math.min(1, base / r));
    return Math.tan(a) - a;
  };
  // Half the angle that a tooth takes at radius r; below the base circle flanks are radial.
  const halfTooth = (r) =>
    Math.PI / (2 * teeth) - backlash / (4 * pitch) + involute(pitch) - involute(Math.max(r, base));
  const outline = [];
  for (let tooth = 0; tooth < teeth; tooth++) {
    const middle = (FULL_TURN * tooth) / teeth;
    const flank = [0, 0.3, 0.5, 0.7, 0.85, 1].map((share) => root + share * (tip - root));
    const at = (r, side) => {
      const angle = middle + side * halfTooth(r);
      outline.push([r * Math.cos(angle), r * Math.sin(angle)]);
    };
    for (const r of flank) at(r, -1);
    for (const r of flank.toReversed()) at(r, 1);
  }
  const hole = circle(bore);
  const face = { outline, bore: hole, centre: [0, 0] };
  return extrude([face], [outline, hole.toReversed()], -width / 2, width / 2);
}

/** A hexagonal nut about the z axis, standing on z = 0. */
export function nut({ across, bore, height }) {
  const corner = (k) => circle(across / Math.sqrt(3), [0, 0], 6)[k % 6];
  const outline = Array.from({ length: 6 }, (_, k) => spread(corner(k), corner(k + 1), 4)).flat();
  const hole = circle(bore, [0, 0], 24);
  return extrude([{ outline, bore: hole, centre: [0, 0] }], [outline, hole.toReversed()], 0, height);
}

/** A plate from z = 0 to `thickness`, cut by lines at `columns` and `rows` into cells of which each has one bore at most. */
export function plate({ columns, rows, thickness, bores = [] }) {
  const [left, right, bottom, top] = [columns[0], columns.at(-1), rows[0], rows.at(-1)];
  const STEP = 6;
  // Both cells at a line take the same points of it.
  const along = (p, q) => spread(p, q, Math.ceil(Math.hypot(q[0] - p[0], q[1] - p[1]) / STEP));
  const border = (x0, y0, x1, y1) => [
    ...along([x0, y0], [x1, y0]),
    ...along([x1, y0], [x1, y1]),
    ...reverseWay(along, [x1, y1], [x0, y1]),
    ...reverseWay(along, [x0, y1], [x0, y0]),
  ];
  const faces = [];
  for (let i = 0; i + 1 < columns.length; i++)
    for (let j = 0; j + 1 < rows.length; j++) {
      const [x0, x1, y0, y1] = [columns[i], columns[i + 1], rows[j], rows[j + 1]];
      const hole = bores.find(({ at: [x, y] }) => x > x0 && x < x1 && y > y0 && y < y1);
      faces.push({
        outline: border(x0, y0, x1, y1),
        bore: hole === undefined ? null : circle(hole.radius, hole.at, hole.segments),
        centre: hole?.at ?? [(x0 + x1) / 2, (y0 + y1) / 2],
      });
    }
  const pieces = (line) => line.slice(0, -1).map((from, k) => [from, line[k + 1]]);
  const edge = [
    ...pieces(columns).flatMap(([from, to]) => along([from, bottom], [to, bottom])),
    ...pieces(rows).flatMap(([from, to]) => along([right, from], [right, to])),
    ...pieces(columns)
      .toReversed()
      .flatMap(([from, to]) => reverseWay(along, [to, top], [from, top])),
    ...pieces(rows)
      .toReversed()
      .flatMap(([from, to]) => reverseWay(along, [left, to], [left, from])),
  ];
  const holes = bores.map(({ radius, at, segments }) => circle(radius, at, segments).toReversed());
  return extrude(faces, [edge, ...holes], 0, thickness);
}

/** Points from p to q in equal steps, q not among them. */
function spread(p, q, steps) {
  return Array.from({ length: steps }, (_, k) => p.map((x, axis) => x + (k / steps) * (q[axis] - x)));
}

/** The points of a line from q to p walked from p to q, so that they are the same numbers; q not among them. */
function reverseWay(along, p, q) {
  return [p, ...along(q, p).slice(1).toReversed()];
}

/** Collects triangles; corners with the same coordinates become one vertex, triangles without area are left out. */
function createShape() {
  const vertices = new Map();
  const positions = [];
  const indices = [];
  const numberOf = (p) => {
    const key = p.join();
    if (!vertices.has(key)) {
      vertices.set(key, positions.length / 3);
      positions.push(...p);
    }
    return vertices.get(key);
  };
  return {
    add(...corners) {
      const numbers = corners.map((p) => numberOf(p.map((x) => Math.fround(x) + 0)));
      if (new Set(numbers).size === 3) indices.push(...numbers);
    },
    mesh: () => createMesh({ positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }),
  };
}
