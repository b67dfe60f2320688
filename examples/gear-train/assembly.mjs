// A gear train in a housing: three gears on three shafts in six ball bearings, walls bolted to a floor. In millimetres, with
// the mistakes that such an assembly comes with: one shaft is too thick, two gears do not mesh, a bolt was placed twice.
import { createIcosphere } from "abut/primitives";
import { gear, nut, plate, turn } from "./shapes.mjs";

const MODULE = 2;
const FIT = 0.01; // between a shaft and what sits on it
const WALLS = [-20, 12]; // where they begin along z
const THICKNESS = 8;
const BOLTS = [-24, 144].flatMap((x) => [-34, 34].map((y) => [x, y]));
const BALLS = 9;

const GEARS = [
  { name: "pinion", teeth: 18, x: 0 },
  { name: "wheel", teeth: 36, x: 54 },
  { name: "output gear", teeth: 24, x: 114 },
];

export function createGearTrain() {
  const parts = [];
  const add = (name, mesh, x = 0, y = 0, z = 0, angle = 0) => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const toWorld = Float64Array.of(c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, x, y, z, 1);
    parts.push({ name, mesh, toWorld });
  };

  addHousing(add);
  const shaft = createShaft(5);
  const thickShaft = createShaft(5.1); // the mistake: 0.2 mm too thick
  const bearing = createBearing();
  GEARS.forEach(({ name, teeth, x }, k) => {
    const mesh = gear({ teeth, module: MODULE, width: 12, bore: 5 + FIT });
    // The first gear's tooth points into a gap of the second. The mistake: the third is half a tooth off.
    const halfTooth = Math.PI / teeth;
    add(name, mesh, x, 0, 0, [0, Math.PI + halfTooth, halfTooth][k]);
    add(`shaft ${k + 1}`, k === 1 ? thickShaft : shaft, x);
    WALLS.forEach((z, side) => {
      const where = `bearing ${k + 1}${"ab"[side]}`;
      add(`${where} outer ring`, bearing.outer, x, 0, z);
      add(`${where} inner ring`, bearing.inner, x, 0, z);
      for (let ball = 0; ball < BALLS; ball++) {
        const angle = (2 * Math.PI * ball) / BALLS;
        add(
          `${where} ball ${ball + 1}`,
          bearing.ball,
          x + 8 * Math.cos(angle),
          8 * Math.sin(angle),
          z + THICKNESS / 2,
        );
      }
    });
  });
  addBolts(add);
  return parts;
}

function addHousing(add) {
  const wall = plate({
    columns: [-30, -18, 18, 90, 138, 150],
    rows: [-40, -28, 28, 40],
    thickness: THICKNESS,
    bores: [
      ...GEARS.map(({ x }) => ({ at: [x, 0], radius: 11, segments: 48 })),
      ...BOLTS.map((at) => ({ at, radius: 2.7, segments: 24 })),
    ],
  });
  add("front wall", wall, 0, 0, WALLS[1]);
  add("back wall", wall, 0, 0, WALLS[0]);
  add("floor", plate({ columns: [-40, 160], rows: [-48, -40], thickness: 52 }), 0, 0, -26);
}

function createShaft(radius) {
  return turn([
    [0, -28],
    [radius, -28],
    [radius, 28],
    [0, 28],
  ]);
}

function createBearing() {
  const ring = (from, to) =>
    turn([
      [to, 0],
      [to, THICKNESS],
      [from, THICKNESS],
      [from, 0],
    ]);
  return {
    outer: ring(9, 11),
    inner: ring(5 + FIT, 7),
    ball: createIcosphere({ radius: 0.98, subdivisions: 2 }),
  };
}

function addBolts(add) {
  const bolt = turn(
    [
      [0, -14],
      [2.5, -14],
      [2.5, 0],
      [4.25, 0],
      [4.25, 5],
      [2, 5],
      [2, 2.5],
      [0, 2.5],
    ],
    24,
  );
  const hexNut = nut({ across: 8, bore: 2.52, height: 4 });
  BOLTS.forEach(([x, y], k) => {
    add(`bolt ${k + 1}`, bolt, x, y, WALLS[1] + THICKNESS);
    add(`nut ${k + 1}`, hexNut, x, y, WALLS[1] - 4);
  });
  add("bolt 2 (copy)", bolt, BOLTS[1][0], BOLTS[1][1], WALLS[1] + THICKNESS);
}
