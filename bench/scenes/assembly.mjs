import { createRandom } from "../random.mjs";
import { aboutCircle, revolve, square, toothed, tube } from "./machine-shapes.mjs";

// A machine of stations in a cubic grid. Lengths in mm, z up. A station:
//
//   z 102 … 122   a bent pipe
//   z  68 … 100   a cap over shaft end and spring
//   z  56 …  66   a gear, in mesh with those of the four neighbours
//   z   8 …  48   a housing with two bearings; a shaft through all, z −4 … 84
//   z   8 …  26   in each corner a lug with a bolt
//   z   0 …   8   a plate that touches those of the neighbours
//
// Parts that belong on each other touch exactly; others keep a clearance of 0.05 and more. Bearings, lugs, bolts and gears are
// instances of few meshes; the rest are one mesh a part. A share of the stations has a mistake, which is remembered, so that what a
// search should find is known.

const PITCH = 128;
const CLEARANCE = 0.05;
const SHAFT = 12;
const GEAR_KINDS = 4;
const TEETH = 40;
const CORNERS = [
  [-52, -52],
  [52, -52],
  [52, 52],
  [-52, 52],
];
export const PARTS_A_STATION = 17;

/** How the triangles are shared among the parts of a station; springs and gears have the most. */
const WEIGHTS = {
  plate: 1,
  housing: 2,
  bearing: 1,
  shaft: 1.5,
  gear: 4,
  lug: 0.4,
  bolt: 0.5,
  spring: 3,
  cap: 1,
  pipe: 1.6,
};
const COPIES = { bearing: 2, lug: 4, bolt: 4 };

/** How often each mistake is made, a station. Together they involve about 7 % of the parts. */
const MISTAKES = {
  "thick shaft": 0.08,
  "gear half a tooth off": 0.04,
  "bolt twice": 0.1,
  "long bolt": 0.1,
  "sagging pipe": 0.1,
  "bolt inside the housing": 0.1,
};

/**
 * `parts` parts with about `triangles` triangles together, instances counted. Returns the parts as `findClashes` takes them, and
 * `planned`, the pairs of part numbers that really clash, with their kinds, the part with the lesser key first. `createMesh` is handed in:
 * tests run on the sources, benchmarks on the built package.
 */
export function createAssembly(createMesh, { parts: count, triangles, seed = 1 }) {
  const random = createRandom(seed);
  const stationCount = Math.ceil(count / PARTS_A_STATION);
  const side = Math.ceil(Math.cbrt(stationCount));
  const detail = detailFor(triangles / count);
  const shared = createSharedMeshes(createMesh, detail);
  const stations = [];
  for (let s = 0; s < stationCount; s++)
    stations.push({
      place: [s % side, Math.floor(s / side) % side, Math.floor(s / side ** 2)],
      mistakes: new Set(Object.keys(MISTAKES).filter((name) => random() < MISTAKES[name])),
      numbers: new Map(),
    });
  const parts = [];
  for (const station of stations) addStation(station, { createMesh, parts, count, detail, shared, random });
  return { parts, planned: plannedClashes(stations, parts) };
}

/** Points around and layers for each kind of part, so that a part has `triangles` triangles on average. */
function detailFor(triangles) {
  let weight = 0;
  for (const [kind, share] of Object.entries(WEIGHTS)) weight += share * (COPIES[kind] ?? 1);
  return (kind, rowsFor) => {
    const budget = (triangles * PARTS_A_STATION * WEIGHTS[kind]) / weight;
    const layers = Math.max(1, Math.round(Math.sqrt(budget / 512)));
    // Two triangles between two points of neighbouring rows; 8 so that squares have corners.
    return { layers, around: 8 * Math.max(1, Math.round(budget / (16 * rowsFor(layers)))) };
  };
}

function createSharedMeshes(createMesh, detail) {
  const bearing = detail("bearing", (layers) => 4 * layers + 4);
  const lug = detail("lug", (layers) => 2 * layers + 2);
  const bolt = detail("bolt", (layers) => 2 * layers + 2);
  return {
    bearing: createMesh(createBearing(bearing)),
    lug: createMesh(
      revolve(hollow(square(8), aboutCircle(4 + CLEARANCE, lug.around), 0, 12), { ...lug, ring: true }),
    ),
    bolt: createMesh(createBolt(0.25, bolt)),
    longBolt: createMesh(createBolt(-2, bolt)),
    gears: Array.from({ length: GEAR_KINDS }, (_, kind) => createMesh(createGear(kind, detail))),
  };
}

/** The profile of something with a hole: bottom inside, bottom outside, top outside, top inside. */
function hollow(outer, inner, bottom, top) {
  return [
    [inner, bottom],
    [outer, bottom],
    [outer, top],
    [inner, top],
  ];
}

function createBearing({ around, layers }) {
  const inner = aboutCircle(SHAFT + CLEARANCE, around);
  const profile = [...hollow(25 - CLEARANCE, inner, 0, 10), [inner, 7], [15, 7], [15, 3], [inner, 3]];
  return revolve(profile, { around, layers, ring: true });
}

/** A head on z 12 … 18 and a shank that ends at `end`. */
function createBolt(end, { around, layers }) {
  const profile = [
    [4, end],
    [4, 12],
    [7, 12],
    [7, 18],
  ];
  return revolve(profile, { around, layers });
}

function createGear(kind, detail) {
  const { around, layers } = detail("gear", (layers) => 2 * layers + 2);
  const teeth = { teeth: TEETH, root: 61.5 - 0.125 * kind, tip: 66, atRoot: 0.5, atTip: 0.2 };
  // Whole steps a tooth, so that all teeth are alike.
  const rounded = Math.max(4, Math.round(around / TEETH)) * TEETH;
  const profile = hollow(toothed(teeth), aboutCircle(SHAFT - 2 + CLEARANCE, rounded), 0, 10);
  return revolve(profile, { around: rounded, layers, ring: true });
}

function addStation({ place, mistakes, numbers }, { createMesh, parts, count, detail, shared, random }) {
  const [x, y, z] = place.map((index) => PITCH * index);
  const [column, row, level] = place;
  const add = (name, mesh, [dx, dy, dz], turn = 0) => {
    if (parts.length === count) return;
    numbers.set(name, parts.length);
    const key = `machine/${level}-${row}-${column}-${name}`;
    parts.push({ key, name: key, group: 0, mesh, toWorld: turned(turn, x + dx, y + dy, z + dz) });
  };
  const vary = (least, most) => least + random() * (most - least);

  add("plate", createMesh(createPlate(vary(14, 18), detail)), [0, 0, 0]);
  add("housing", createMesh(createHousing(vary(-1, 1), detail)), [0, 0, 8]);
  add("bearing 1", shared.bearing, [0, 0, 8]);
  add("bearing 2", shared.bearing, [0, 0, 38]);
  const thickness = mistakes.has("thick shaft") ? vary(0.15, 0.4) : 0;
  add("shaft", createMesh(createShaft(SHAFT + thickness, vary(-1, 0), detail)), [0, 0, 0], vary(0, 1));
  const halfTooth = Math.PI / TEETH;
  const offset = (column + row + (mistakes.has("gear half a tooth off") ? 1 : 0)) % 2;
  add("gear", shared.gears[Math.floor(random() * GEAR_KINDS)], [0, 0, 56], offset * halfTooth);
  for (const [corner, [cx, cy]] of CORNERS.entries())
    add(`lug ${corner + 1}`, shared.lug, [cx, cy, 8], (corner * Math.PI) / 2);
  for (const [corner, [cx, cy]] of CORNERS.entries()) {
    const turn = vary(0, 6);
    if (corner === 0 && mistakes.has("long bolt")) add("bolt 1", shared.longBolt, [cx, cy, 8], turn);
    else if (corner === 2 && mistakes.has("bolt twice")) add("bolt 3", shared.bolt, [52, -52, 8]);
    else if (corner === 3 && mistakes.has("bolt inside the housing"))
      add("bolt 4", shared.bolt, [30, 30, 10], turn);
    else add(`bolt ${corner + 1}`, shared.bolt, [cx, cy, 8], corner === 1 ? 0 : turn);
  }
  add("spring", createMesh(createSpring(vary(2, 3.5), detail)), [0, 0, 0], vary(0, 6));
  add("cap", createMesh(createCap(vary(0, 4), detail)), [0, 0, 68], vary(0, 1));
  const sag = mistakes.has("sagging pipe") ? 16 : 0;
  add("pipe", createMesh(createPipe(vary(10, 40), vary(1, 3), sag, detail)), [0, 0, 0]);
}

/** A turn about z leaves the z of every vertex exact, and so what touches in that direction. */
function turned(angle, x, y, z) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  // biome-ignore format: a matrix reads in columns
  return Float64Array.of(
    cos, sin, 0, 0,
    -sin, cos, 0, 0,
    0, 0, 1, 0,
    x, y, z, 1,
  );
}

function createPlate(hole, detail) {
  const size = detail("plate", (layers) => 2 * layers + 2);
  return revolve(hollow(square(PITCH / 2), aboutCircle(hole, size.around), 0, 8), { ...size, ring: true });
}

function createHousing(variation, detail) {
  const size = detail("housing", (layers) => 2 * layers + 2);
  const bore = aboutCircle(25, size.around);
  return revolve(hollow(square(40 + variation), bore, 0, 40), { ...size, ring: true });
}

function createShaft(radius, variation, detail) {
  const size = detail("shaft", (layers) => 3 * layers + 2);
  const profile = [
    [radius, -4],
    [radius, 50],
    [SHAFT - 2, 50],
    [SHAFT - 2, 80 + variation],
    [SHAFT - 4, 84 + variation],
  ];
  return revolve(profile, size);
}

/** Wound around the shaft's end, a gap above the gear. */
function createSpring(turns, detail) {
  const { around, layers } = detail("spring", (layers) => 16 * layers);
  const path = (share) => {
    const angle = 2 * Math.PI * turns * share;
    return [13.5 * Math.cos(angle), 13.5 * Math.sin(angle), 69 + 12 * share];
  };
  const along = Math.max(2 * around, Math.ceil(10 * turns)); // with fewer it would cut its corners, and the shaft
  return tube(path, { radius: 1.5, along, around: 8 * layers });
}

function createCap(variation, detail) {
  const size = detail("cap", (layers) => 2 * layers + 3);
  const profile = [
    [4, 22],
    [18, 20],
    [18, 0],
    [20 + variation, 0],
    [20 + variation, 28],
    [10, 32],
  ];
  return revolve(profile, size);
}

/** From one side of the station to the other; a sagging one cuts into the cap. */
function createPipe(swing, waves, sag, detail) {
  const { around, layers } = detail("pipe", (layers) => 16 * layers);
  const path = (share) => {
    const across = 2 * share - 1;
    return [
      across * 63.5,
      swing * Math.sin(Math.PI * waves * across),
      112 + 5 * across - sag * Math.exp(-30 * across * across),
    ];
  };
  return tube(path, { radius: 4, along: 2 * around, around: 8 * layers });
}

/** What a search must find, when nothing that only touches counts. */
function plannedClashes(stations, parts) {
  const planned = [];
  const plan = (kind, p, q) => {
    if (p === undefined || q === undefined) return; // the last station may be incomplete
    const [a, b] = parts[p].key < parts[q].key ? [p, q] : [q, p];
    planned.push({ kind, a, b });
  };
  const at = new Map(stations.map((station) => [station.place.join(), station]));
  for (const { place, mistakes, numbers } of stations) {
    const part = (name) => numbers.get(name);
    if (mistakes.has("thick shaft"))
      for (const bearing of ["bearing 1", "bearing 2"]) plan("overlapping", part("shaft"), part(bearing));
    if (mistakes.has("bolt twice")) plan("duplicate", part("bolt 2"), part("bolt 3"));
    if (mistakes.has("long bolt")) plan("overlapping", part("bolt 1"), part("plate"));
    if (mistakes.has("sagging pipe")) plan("overlapping", part("pipe"), part("cap"));
    if (mistakes.has("bolt inside the housing")) plan("inside", part("bolt 4"), part("housing"));
    const [column, row, level] = place;
    for (const next of [at.get([column + 1, row, level].join()), at.get([column, row + 1, level].join())])
      if (next && next.mistakes.has("gear half a tooth off") !== mistakes.has("gear half a tooth off"))
        plan("overlapping", part("gear"), next.numbers.get("gear"));
  }
  return planned;
}
