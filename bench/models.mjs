import { createMesh } from "abut";
import { createGrid46080, createSpacecraft, createTorus } from "abut/primitives";
import { TeapotGeometry } from "three/addons/geometries/TeapotGeometry.js";
import { UsageError } from "./usage-error.mjs";

// The models of the tables. None is the papers' own file: torus and teapot are the same shapes, the spacecraft is a
// slender craft with four wings like the X-wing, the grid a lattice of bars with as many triangles as Figueiredo's.

const MODELS = {
  torus: { title: "Torus", create: () => createTorus({ majorSegments: 100, minorSegments: 25 }) },
  spacecraft: { title: "Spacecraft", create: () => createSpacecraft() },
  ship: { title: "Ship", create: () => createSpacecraft({ detail: "fine" }) },
  teapot: { title: "Teapot", create: createTeapot },
  grid: { title: "Grid", create: createGrid46080 },
};

/** A model by its name, with `Positions` (Float64Array or Float32Array) as its kind of coordinates. */
export function createModel(name, Positions = Float64Array) {
  const { title, create } = MODELS[name];
  const { positions, indices } = create();
  const mesh = createMesh({ positions: new Positions(positions), indices: new Uint32Array(indices) });
  return { name, title, mesh, size: diagonal(mesh.positions) };
}

/** Those of `offered` that were asked for, in the order offered; all when none were. */
export function chooseModels(offered, asked) {
  if (asked === undefined) return offered;
  const unknown = asked.filter((name) => !offered.includes(name));
  if (unknown.length > 0)
    throw new UsageError(`--models: no model "${unknown[0]}" here; there are ${offered.join(", ")}`);
  return offered.filter((name) => asked.includes(name));
}

/** Newell's teapot as three.js cuts it: 4,032 triangles, none of them degenerate, patches not welded. */
function createTeapot() {
  const geometry = new TeapotGeometry(1, 8);
  return { positions: geometry.attributes.position.array, indices: geometry.index.array };
}

function diagonal(positions) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  return Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}
