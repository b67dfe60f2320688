/** The unit normal of the triangle at p[i…i+8] to out[at…at+2]; zero for a degenerate triangle. */
export function setUnitNormal(p: Float64Array, i: number, out: Float64Array, at: number): void {
  const ux = p[i + 3] - p[i];
  const uy = p[i + 4] - p[i + 1];
  const uz = p[i + 5] - p[i + 2];
  const vx = p[i + 6] - p[i];
  const vy = p[i + 7] - p[i + 1];
  const vz = p[i + 8] - p[i + 2];
  // Scaled to about 1 first: the products of tiny edges would underflow.
  const u = largest(ux, uy, uz);
  const v = largest(vx, vy, vz);
  if (u === 0 || v === 0) {
    out[at] = out[at + 1] = out[at + 2] = 0;
    return;
  }
  out[at] = (uy / u) * (vz / v) - (uz / u) * (vy / v);
  out[at + 1] = (uz / u) * (vx / v) - (ux / u) * (vz / v);
  out[at + 2] = (ux / u) * (vy / v) - (uy / u) * (vx / v);
  setLengthToOne(out, at, 0);
}

/** Makes the vector at out[at] a unit vector, or zero when it is not longer than `least`. */
export function setLengthToOne(out: Float64Array | number[], at: number, least: number): void {
  const x = out[at];
  const y = out[at + 1];
  const z = out[at + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  const factor = length > least ? 1 / length : 0;
  for (let axis = 0; axis < 3; axis++) out[at + axis] = out[at + axis] * factor;
}

function largest(x: number, y: number, z: number): number {
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
}
