// The main job on two bundled models: do they meet, in which triangles, and what did it cost to find out?
import { buildAabbTree, collide, findPairs, inspectMesh, treeQuality } from "abut";
import { createSpacecraft, createTorusKnot } from "abut/primitives";

const number = new Intl.NumberFormat("en");
const show = (value, digits = 0) => number.format(Number(value.toFixed(digits)));
const time = (work, rounds) => {
  let result = work();
  const start = performance.now();
  for (let i = 0; i < rounds; i++) result = work();
  return [result, (1000 * (performance.now() - start)) / rounds];
};

console.log("abut: exact collision of triangle meshes\n");

const models = {
  spacecraft: createSpacecraft(),
  "torus knot": createTorusKnot({ majorRadius: 2, minorRadius: 0.8, tubeRadius: 0.3 }),
};
const trees = [];
for (const [name, mesh] of Object.entries(models)) {
  const { closed, degenerateTriangles } = inspectMesh(mesh);
  const [tree, microseconds] = time(() => buildAabbTree(mesh), 20);
  const { nodes, depth } = treeQuality(tree);
  trees.push(tree);
  console.log(
    `  ${name.padEnd(11)} ${show(mesh.triangleCount).padStart(6)} triangles, ${closed ? "closed" : "open"}, ` +
      `${degenerateTriangles.length} degenerate; tree of ${show(nodes)} nodes, ${depth} levels, ` +
      `built in ${show(microseconds / 1000, 1)} ms`,
  );
}

// The knot comes closer, in steps, until it sits on the craft.
const [craft, knot] = trees;
const knotAt = (x) => [0.8, 0, -0.6, 0, 0, 1, 0, 0, 0.6, 0, 0.8, 0, x, 0.2, 0.4, 1];
const places = [9, 8, 7.9, 6, 3];
// Let the engine compile the code before the clock runs.
for (let round = 0; round < 400; round++) {
  for (const x of places) {
    collide(craft, knot, { bToWorld: knotAt(x), stats: {} });
    if (round % 8 === 0) findPairs(craft, knot, { bToWorld: knotAt(x) });
  }
}
console.log("\n  knot at x   meet   pairs   box tests   triangle tests   exact   collide µs   findPairs µs");
for (const x of places) {
  const bToWorld = knotAt(x);
  const stats = {};
  const [meet, first] = time(() => collide(craft, knot, { bToWorld, stats }), 2000);
  const [all, every] = time(() => findPairs(craft, knot, { bToWorld }), 200);
  const cells = [
    [x, 9],
    [meet ? "yes" : "no", 7],
    [show(all.count), 8],
    [show(stats.boxTests), 12],
    [show(stats.triangleTests), 17],
    [show(stats.exactTests), 8],
    [show(first, 1), 13],
    [show(every, 1), 15],
  ];
  console.log(`  ${cells.map(([cell, width]) => String(cell).padStart(width)).join("")}`);
}
console.log("  (the counters are those of collide, which stops at the first contact)");

const { count, pairs } = findPairs(craft, knot, { bToWorld: knotAt(3) });
const ofCraft = [...new Set(pairs.filter((_, i) => i % 2 === 0))];
console.log(
  `\n  at x = 3 they meet in ${count} triangle pairs; the first is (craft ${pairs[0]}, knot ${pairs[1]}),`,
);
console.log(
  `  and ${ofCraft.length} triangles of the craft are touched: ${ofCraft.slice(0, 6).join(", ")}, …`,
);
console.log("\nNext: npm run bench -- versus --quick, and the example in README.md.");
