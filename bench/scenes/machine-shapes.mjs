// The shapes of the assembly: skins over rows of points, as `createMesh` takes them. Everything that may touch something else has coordinates that f32
// holds exactly, so that parts on each other touch exactly.

/**
 * A solid around the z axis. `profile` lists its corners in a plane through the axis as [loop, z], counterclockwise when
 * the axis points up and the solid lies to the right; a loop is a radius, or a function of the angle that gives x and y. A profile
 * that does not return to its start is closed on the axis. `layers` divides each edge that runs up or down.
 */
export function revolve(profile, { around, layers = 1, ring }) {
  const rows = [];
  const corners = ring ? [...profile, profile[0]] : profile;
  for (let k = 0; k + 1 < corners.length; k++) {
    const [from, to] = [corners[k], corners[k + 1]];
    const steps = from[1] === to[1] ? 1 : layers;
    for (let step = 0; step < steps; step++) rows.push(rowBetween(from, to, step / steps, around));
  }
  if (ring) return skin(rows, around, { loop: true });
  rows.push(rowBetween(corners.at(-1), corners.at(-1), 0, around));
  const centres = [corners[0][1], corners.at(-1)[1]].map((z) => [0, 0, z]);
  return skin(rows, around, { centres });
}

function rowBetween([fromLoop, fromZ], [toLoop, toZ], share, around) {
  const row = [];
  for (let i = 0; i < around; i++) {
    const angle = (2 * Math.PI * i) / around;
    const [fromX, fromY] = pointOf(fromLoop, angle);
    const [toX, toY] = pointOf(toLoop, angle);
    row.push([fromX + share * (toX - fromX), fromY + share * (toY - fromY), fromZ + share * (toZ - fromZ)]);
  }
  return row;
}

function pointOf(loop, angle) {
  return typeof loop === "number" ? [loop * Math.cos(angle), loop * Math.sin(angle)] : loop(angle);
}

/** The square with sides at ± half; an `around` that 8 divides puts points into its corners. */
export function square(half) {
  return (angle) => {
    const quarter = Math.round(angle / (Math.PI / 2));
    const along = half * Math.tan(angle - (quarter * Math.PI) / 2);
    const onCorner = Math.abs(Math.abs(along) - half) < 1e-9 * half;
    const across = onCorner ? Math.sign(along) * half : along;
    return [
      [half, across],
      [-across, half],
      [-half, -across],
      [across, -half],
    ][quarter % 4];
  };
}

/** The outline of a gear: teeth with straight flanks, from `root` to `tip`, a tooth in the direction of each axis. */
export function toothed({ teeth, root, tip, atRoot, atTip }) {
  return (angle) => {
    const turn = (angle * teeth) / (2 * Math.PI);
    const fromTooth = Math.abs(turn - Math.round(turn));
    const share = Math.min(1, Math.max(0, (atRoot / 2 - fromTooth) / ((atRoot - atTip) / 2)));
    const radius = root + share * (tip - root);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  };
}

/** The radius of a polygon whose sides, not only corners, keep clear of a circle. */
export function aboutCircle(radius, around) {
  return radius / Math.cos(Math.PI / around);
}

/** A round bar along a path, which is a function of 0 … 1 that never runs along z. */
export function tube(path, { radius, along, around }) {
  const rows = [];
  for (let k = 0; k <= along; k++) {
    const centre = path(k / along);
    const before = path(Math.max(0, (k - 0.5) / along));
    const after = path(Math.min(1, (k + 0.5) / along));
    const way = unit(after.map((x, i) => x - before[i]));
    const side = unit([way[1], -way[0], 0]);
    const up = [side[1] * way[2], -side[0] * way[2], side[0] * way[1] - side[1] * way[0]];
    rows.push(
      Array.from({ length: around }, (_, i) => {
        const angle = (2 * Math.PI * i) / around;
        return centre.map((x, c) => x + radius * (Math.cos(angle) * side[c] + Math.sin(angle) * up[c]));
      }),
    );
  }
  return skin(rows, around, { centres: [path(0), path(1)] });
}

function unit(v) {
  const length = Math.hypot(...v);
  return v.map((x) => x / length);
}

/** Quads between rows, from the last row to the first if it is a loop, else closed by fans about the centres. */
function skin(rows, around, { loop = false, centres = [] }) {
  const points = [...rows.flat(), ...centres];
  const triangles = [];
  const at = (row, i) => (row % rows.length) * around + (i % around);
  const last = loop ? rows.length : rows.length - 1;
  for (let row = 0; row < last; row++)
    for (let i = 0; i < around; i++) {
      const [a, b, c, d] = [at(row, i), at(row, i + 1), at(row + 1, i + 1), at(row + 1, i)];
      triangles.push(a, b, c, a, c, d);
    }
  if (!loop) {
    const bottom = rows.length * around;
    for (let i = 0; i < around; i++) {
      triangles.push(bottom, at(0, i + 1), at(0, i));
      triangles.push(bottom + 1, at(rows.length - 1, i), at(rows.length - 1, i + 1));
    }
  }
  return { positions: Float32Array.from(points.flat()), indices: Uint32Array.from(triangles) };
}
