// The main job on two bundled models: do they meet, in which triangles, and what did it cost to find out?
import { buildAabbTree, collide, createStats, findPairs, inspectMesh, treeQuality } from "abut";
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

// The knot tumbles past the craft, closer and closer.
const [craft, knot] = trees;
console.log(
  "\n  gap along x   meet   pairs   box tests   triangle tests   exact   collide µs   findPairs µs",
);
for (const x of [9, 7.5, 6, 4, 2]) {
  const [c, s] = [Math.cos(0.7 * x), Math.sin(0.7 * x)];
  const bToWorld = [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, x, 0.2, 0.4, 1];
  const stats = createStats();
  const [meet, first] = time(() => collide(craft, knot, { bToWorld, stats }), 2000);
  const [all, every] = time(() => findPairs(craft, knot, { bToWorld }), 200);
  const cells = [
    [x, 11],
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

const touching = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 0.1, 0.3, 1];
const { count, pairs } = findPairs(craft, knot, { bToWorld: touching });
const named = (list) => `${list.slice(0, 5).join(", ")}${list.length > 5 ? ", …" : ""}`;
const ofCraft = [...new Set(pairs.filter((_, i) => i % 2 === 0))];
console.log(
  `\n  with the knot at x = 2, unturned: ${count} triangle pairs, e.g. (craft, knot) = (${pairs[0]}, ${pairs[1]});`,
);
console.log(`  triangles of the craft that meet it: ${ofCraft.length} (${named(ofCraft)})`);
console.log("\nNext: npm test, npm run bench -- versus --quick, and the example in README.md.");
