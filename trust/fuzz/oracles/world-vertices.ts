/** Vertices in world space, in the order of operations that abut promises: ((m0·x + m4·y) + m8·z) + m12, and so on. */
export function worldVertices(positions: ArrayLike<number>, pose: ArrayLike<number> | null): Float64Array {
  const out = Float64Array.from(positions);
  if (pose === null) return out;
  for (let i = 0; i < out.length; i += 3) {
    const [x, y, z] = [out[i], out[i + 1], out[i + 2]];
    for (let row = 0; row < 3; row++) {
      let sum = pose[row] * x;
      sum += pose[4 + row] * y;
      sum += pose[8 + row] * z;
      sum += pose[12 + row];
      out[i + row] = sum;
    }
  }
  return out;
}

/** The world corners of all triangles, nine numbers each. */
export function worldTriangles(
  mesh: { positions: ArrayLike<number>; indices: ArrayLike<number> | null },
  pose: ArrayLike<number> | null,
): Float64Array {
  const vertices = worldVertices(mesh.positions, pose);
  if (mesh.indices === null) return vertices;
  const out = new Float64Array(3 * mesh.indices.length);
  for (let i = 0; i < mesh.indices.length; i++)
    for (let k = 0; k < 3; k++) out[3 * i + k] = vertices[3 * mesh.indices[i] + k];
  return out;
}
