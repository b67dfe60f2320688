import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeModelGlb } from "abut/formats";
import { createIcosphere } from "abut/primitives";

/** A grid of spheres of 1000 sizes, some of which overlap, four or more a file. */
export function writeSpheres(folder, count, subdivisions) {
  mkdirSync(folder);
  const side = Math.ceil(Math.cbrt(count));
  const perFile = Math.max(4, Math.ceil(count / 1000));
  for (let from = 0; from < count; from += perFile) {
    const parts = [];
    for (let i = from; i < Math.min(count, from + perFile); i++) {
      const { positions, indices } = createIcosphere({
        subdivisions,
        radius: 0.46 + 0.06 * (((i * 7919) % 1000) / 1000),
      });
      const place = [i % side, Math.floor(i / side) % side, Math.floor(i / side / side)];
      const toWorld = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...place, 1);
      const mesh = { positions: Float32Array.from(positions), indices };
      parts.push({
        name: `sphere ${i}`,
        mesh: { ...mesh, vertexCount: positions.length / 3, triangleCount: indices.length / 3 },
        toWorld,
      });
    }
    writeFileSync(join(folder, `${from}.glb`), writeModelGlb(parts));
  }
}
