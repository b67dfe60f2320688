import { buildAabbTree, cullFrustum, frustumPlanes } from "abut";
import { createDynamicTree, cullBoxes } from "abut/broadphase";
import { Box3, Frustum, PerspectiveCamera, Vector3 } from "three";
import { cpuClock } from "../../cpu-time.mjs";
import { interleave } from "../../measure.mjs";
import { chooseModels, createModel } from "../../models.mjs";
import { createRandom } from "../../random.mjs";
import { percent, printTable, significant, times, whole } from "../../table.mjs";

// What a camera sees: of many boxes, beside three's Frustum.intersectsBox in a loop; and of one model's triangles, which
// three does not cull.

const MODELS = ["torus", "teapot", "ship", "grid"];
const FULL = { views: 20, rounds: 9, leastMs: 50, warmUpMs: 300, clock: cpuClock };
const QUICK = { views: 10, rounds: 3, leastMs: 30, warmUpMs: 100, clock: cpuClock };

/** Prints its tables; part of `npm run bench -- proximity`. */
export function run({ quick, seed, models, progress }) {
  const amounts = quick ? QUICK : FULL;
  const random = createRandom(seed);
  const objects = [];
  for (const count of [1000, 10_000, 100_000])
    for (const angle of [90, 30]) {
      progress.show(`culling: ${count} boxes, ${angle}°`);
      objects.push(objectRow(count, angle, random, amounts));
    }
  const triangles = chooseModels(MODELS, models).map((name) => {
    progress.show(`culling: ${name}`);
    return modelRow(name, random, amounts);
  });
  progress.clear();
  printTable(
    "Boxes in view, µs of processor time a view",
    ["boxes", "angle", "kept", "cullBoxes", "dynamic tree", "three", "three ÷ cullBoxes", "three ÷ tree"],
    objects,
    [
      "Boxes at rest in a cube, seen from its middle. three: Frustum.intersectsBox for each Box3, the same boxes kept.",
      "The tree is that of a broad phase which is kept for its pairs; its update is not counted.",
    ],
  );
  printTable(
    "Triangles in view, µs of processor time a view",
    ["<model", "triangles", "kept", "box tests", "cullFrustum"],
    triangles,
  );
}

function objectRow(count, angle, random, { views, ...turns }) {
  const boxes = new Float64Array(6 * count);
  const side = 1 / Math.cbrt(count);
  const tree = createDynamicTree();
  const box3s = [];
  for (let at = 0; at < boxes.length; at += 6) {
    for (let axis = 0; axis < 3; axis++) {
      boxes[at + axis] = random() - 0.5;
      boxes[at + 3 + axis] = boxes[at + axis] + side * random();
    }
    const box = boxes.subarray(at, at + 6);
    tree.add(box);
    box3s.push(new Box3(new Vector3(...box.subarray(0, 3)), new Vector3(...box.subarray(3))));
  }
  tree.update();
  const cameras = createViews(views, angle, 2, [0, 0, 0], random);
  const into = cullBoxes(boxes, cameras[0].planes);
  const inThree = (frustum) => box3s.reduce((kept, box) => (frustum.intersectsBox(box) ? kept + 1 : kept), 0);
  let kept = 0;
  for (const { planes, frustum } of cameras) {
    const { count: ours } = cullBoxes(boxes, planes, { into });
    if (tree.cull(planes).count !== ours || inThree(frustum) !== ours)
      throw new Error("other boxes are kept");
    kept += ours;
  }
  const ms = interleave(
    {
      each: {
        run: () => cameras.reduce((sum, { planes }) => sum + cullBoxes(boxes, planes, { into }).count, 0),
      },
      tree: { run: () => cameras.reduce((sum, { planes }) => sum + tree.cull(planes, into).count, 0) },
      three: { run: () => cameras.reduce((sum, { frustum }) => sum + inThree(frustum), 0) },
    },
    turns,
  );
  const [each, descent, three] = [ms.each, ms.tree, ms.three].map((time) => (1000 * time) / views);
  return [
    whole(count),
    `${angle}°`,
    percent(kept / views / count),
    significant(each),
    significant(descent),
    significant(three),
    times(three / each),
    times(three / descent),
  ];
}

function modelRow(name, random, { views, ...turns }) {
  const { title, mesh, size } = createModel(name, Float32Array);
  const tree = buildAabbTree(mesh);
  const cameras = createViews(views, 40, size, [0, 0, 0.4 * size], random);
  const into = cullFrustum(tree, cameras[0].planes);
  let [kept, boxTests] = [0, 0];
  for (const { planes } of cameras) {
    const { count, stats } = cullFrustum(tree, planes, { into });
    kept += count / views;
    boxTests += stats.boxTests / views;
  }
  const { time } = interleave(
    {
      time: {
        run: () => cameras.reduce((sum, { planes }) => sum + cullFrustum(tree, planes, { into }).count, 0),
      },
    },
    turns,
  );
  return [
    title,
    whole(mesh.triangleCount),
    percent(kept / mesh.triangleCount),
    whole(boxTests),
    significant((1000 * time) / views),
  ];
}

/** Cameras at one place that look about: the planes for abut and three's frustum, of one matrix. */
function createViews(count, angle, far, place, random) {
  return Array.from({ length: count }, () => {
    const camera = new PerspectiveCamera(angle, 1, far / 100, far);
    camera.position.fromArray(place);
    camera.lookAt(random() - 0.5, random() - 0.5, random() - 0.5);
    camera.updateMatrixWorld();
    const matrix = camera.projectionMatrix.clone().multiply(camera.matrixWorldInverse);
    return { planes: frustumPlanes(matrix.elements), frustum: new Frustum().setFromProjectionMatrix(matrix) };
  });
}
