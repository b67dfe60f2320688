// node first-rebuild.mjs mesh|tree: the calls of a process's first rebuild over frames, in ms of the main thread, as JSON. See ../cold.mjs.
import { buildAabbTree, createMesh, refit } from "abut";
import { advanceRebuild, startRebuild } from "abut/trees";
import { mainThreadMs } from "../../processor-time.mjs";

const CELLS = 215;
const ROW = CELLS + 1;
const positions = new Float32Array(3 * ROW * ROW);
const indices = new Uint32Array(6 * CELLS * CELLS);
for (let i = 0, at = 0; i <= CELLS; i++)
  for (let j = 0; j <= CELLS; j++) {
    const [x, y, p] = [i / CELLS, j / CELLS, i * ROW + j];
    positions.set([x, y, 0.05 * Math.sin(9 * x) * Math.cos(7 * y)], 3 * p);
    if (i < CELLS && j < CELLS)
      for (const vertex of [p, p + 1, p + ROW, p + 1, p + ROW + 1, p + ROW]) indices[at++] = vertex;
  }
const mesh = createMesh({ positions, indices });
let source = mesh;
if (process.argv[2] === "tree") {
  // as a world has it: built once, refitted in some frames
  source = buildAabbTree(mesh);
  for (let frame = 0; frame < 4; frame++) refit(source);
}

const began = mainThreadMs();
const rebuild = startRebuild(source);
const start = mainThreadMs() - began;
const calls = [];
while (rebuild.tree === null) {
  const before = mainThreadMs();
  advanceRebuild(rebuild);
  calls.push(mainThreadMs() - before);
}
const all = calls.reduce((sum, ms) => sum + ms, start);
console.log(JSON.stringify({ start, longest: Math.max(...calls), all, calls: calls.length }));
