import { buildAabbTree, refit } from "abut";
import { createPlaneGrid, createTorus } from "abut/primitives";

// Two models of which one deforms from frame to frame.

export const DEFORMING = [
  { title: "waving sheet 3,200 × torus 5,000", label: "sheet 3,200", columns: 40 },
  { title: "waving sheet 20,000 × torus 5,000", label: "sheet 20,000", columns: 100 },
  { title: "waving sheet 80,000 × torus 20,000", label: "sheet 80,000", columns: 200, detail: 2 },
  { title: "two waving sheets of 20,000, close", label: "two sheets", columns: 100, sheets: true },
  { title: "twisting torus 5,000 × torus 5,000", label: "torus 5,000", twist: true },
  { title: "twisting torus 20,000 × torus 20,000", label: "torus 20,000", twist: true, detail: 2 },
];

/** The trees, b's pose, and `deform(frame)`, which moves the vertices of a and refits its tree. */
export function createDeforming({ columns, sheets, twist, detail = 1 }) {
  const ring = () => createTorus({ majorSegments: 100 * detail, minorSegments: 25 * detail });
  const sheet = () => createPlaneGrid({ width: 3, depth: 3, columns, rows: columns });
  const moving = twist ? ring() : sheet();
  const still = sheets ? sheet() : ring();
  const rest = moving.positions.slice();
  const [a, b] = [buildAabbTree(moving), buildAabbTree(still)];
  const bToWorld = twist ? at(0.5, 0.2, 0.1) : sheets ? at(0, 0.1, 0) : at(0, 0, 0);
  const deform = (frame) => {
    if (twist) twistAboutY(rest, moving.positions, 0.6 * Math.sin(0.05 * frame));
    else wave(rest, moving.positions, 0.05 * frame);
    refit(a);
  };
  return { a, b, bToWorld, deform };
}

function at(x, y, z) {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}

function wave(rest, positions, phase) {
  for (let v = 0; v < rest.length; v += 3)
    positions[v + 1] = 0.15 * Math.sin(4 * rest[v] + phase) * Math.cos(3 * rest[v + 2] - phase);
}

/** Turns each point about the y axis, by its height. */
function twistAboutY(rest, positions, angle) {
  for (let v = 0; v < rest.length; v += 3) {
    const turn = angle * (1 + 2 * rest[v + 1]);
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    positions[v] = cos * rest[v] - sin * rest[v + 2];
    positions[v + 2] = sin * rest[v] + cos * rest[v + 2];
  }
}
