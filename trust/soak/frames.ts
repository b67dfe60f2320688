import {
  collideBodies,
  createArticulatedBody,
  createObstacles,
  restValues,
  setPose,
} from "../../src/articulated.ts";
import { createDynamicTree, createSegmentSort } from "../../src/broadphase/index.ts";
import {
  buildAabbTree,
  type ContactCache,
  castRay,
  closestPoint,
  collide,
  createMesh,
  distance,
  findPairs,
  findSelfPairs,
  overlapBox,
  refit,
} from "../../src/index.ts";
import { createBox, createPlaneGrid, createTorus } from "../../src/mesh/primitives/index.ts";
import { random, turned } from "../fingerprint/models.ts";

// A mixed scene that lives on from frame to frame: rigid models, a cloth, an arm and many boxes. Each frame asks a little of
// everything; the cloth and the boxes, which cost more, are asked every 16th and every 4th frame.

const EVERY_CLOTH = 16;
const EVERY_BOXES = 4;

/** Returns a function that does one frame and tells how many things met in it. */
export function createScene(): (frame: number) => number {
  const next = random(23);
  const ring = buildAabbTree(createTorus({ majorSegments: 24, minorSegments: 12 }));
  const other = buildAabbTree(createTorus({ majorSegments: 24, minorSegments: 12 }));
  const cache: ContactCache = {};
  const pairs = findPairs(ring, other);

  const flat = createPlaneGrid({ columns: 24, rows: 24 });
  const cloth = createMesh({ positions: flat.positions.slice(), indices: flat.indices! });
  const clothTree = buildAabbTree(cloth);
  const folds = findSelfPairs(clothTree);

  const limb = createBox({ size: [1, 0.2, 0.2] });
  const arm = createArticulatedBody(
    Array.from({ length: 5 }, (_, i) => ({
      name: `link ${i}`,
      mesh: limb,
      parent: i === 0 ? null : `link ${i - 1}`,
      joint: { type: "hinge" as const, axis: [0, 0, 1], origin: turned([1, 0, 0, 0], i === 0 ? 0 : 1, 0, 0) },
    })),
  );
  const obstacles = createObstacles([{ name: "post", mesh: createBox({ size: [0.5, 0.5, 0.5] }) }]);
  const rest = restValues(arm);

  const tree = createDynamicTree();
  const sort = createSegmentSort();
  const boxes = Array.from({ length: 200 }, () => randomBox(next));
  const treeIds = boxes.map((box) => tree.add(box));
  const sortIds = boxes.map((box) => sort.add(box));

  return (frame) => {
    const bToWorld = turned([1 + (frame % 7), 1, frame % 5, 2], 2 * next(), next(), next() - 0.5);
    let met = Number(collide(ring, other, { bToWorld, cache }));
    if (frame % 8 === 0) met += findPairs(ring, other, { bToWorld, into: pairs }).count;
    if (frame % 32 === 0) met += Number(distance(ring, other, { bToWorld })!.distance === 0);
    met += Number(castRay(ring, [2 * next(), next(), 3], [0.1, next() - 0.5, -1]) !== null);
    met += Number(closestPoint(ring, [next(), next(), next()]) !== null);
    met += overlapBox(other, [0, 0, 0, next(), next(), next()]).count;
    setPose(
      arm,
      rest.map(() => 3 * next() - 1.5),
    );
    met += Number(collideBodies(arm, obstacles)) + Number(collideBodies(arm, arm));
    if (frame % EVERY_CLOTH === 0) {
      for (let i = 1; i < cloth.positions.length; i += 3) cloth.positions[i] = 0.1 * next();
      refit(clothTree);
      met += findSelfPairs(clothTree, { into: folds }).count;
    }
    if (frame % EVERY_BOXES === 0) {
      const moved = Math.floor(boxes.length * next());
      boxes[moved] = randomBox(next);
      tree.move(treeIds[moved], boxes[moved]);
      sort.move(sortIds[moved], boxes[moved]);
      const left = Math.floor(boxes.length * next());
      tree.remove(treeIds[left]);
      sort.remove(sortIds[left]);
      treeIds[left] = tree.add(boxes[left]);
      sortIds[left] = sort.add(boxes[left]);
      met += tree.update().count + sort.update().count;
    }
    return met;
  };
}

function randomBox(next: () => number): number[] {
  const [x, y, z] = [10 * next(), 10 * next(), 10 * next()] as const;
  return [x, y, z, x + next(), y + next(), z + next()];
}
