/** Half the width and height of the picture at distance 1, and how far the character sees. */
const VIEW = { width: 0.75, height: 0.5, far: 9 };

/** Four sides and the far end of a view, a b c d each: a x + b y + c z + d ≥ 0 is kept. */
export function planesOfView(eye: readonly number[], heading: number): number[] {
  const forward = [Math.cos(heading), Math.sin(heading), 0];
  const left = [-Math.sin(heading), Math.cos(heading), 0];
  const up = [0, 0, 1];
  const planes = [
    ...plane(mix(forward, VIEW.width, left, 1), eye),
    ...plane(mix(forward, VIEW.width, left, -1), eye),
    ...plane(mix(forward, VIEW.height, up, 1), eye),
    ...plane(mix(forward, VIEW.height, up, -1), eye),
  ];
  const end = eye.map((x, k) => x + VIEW.far * forward[k]);
  return [
    ...planes,
    ...plane(
      forward.map((x) => -x),
      end,
    ),
  ];
}

/** The corners of the far end, counterclockwise as the eye sees them. */
export function farCorners(eye: readonly number[], heading: number): number[][] {
  const { width, height, far } = VIEW;
  return [
    [1, 1],
    [1, -1],
    [-1, -1],
    [-1, 1],
  ].map(([side, rise]) => [
    eye[0] + far * (Math.cos(heading) - side * width * Math.sin(heading)),
    eye[1] + far * (Math.sin(heading) + side * width * Math.cos(heading)),
    eye[2] + far * rise * height,
  ]);
}

function mix(p: readonly number[], s: number, q: readonly number[], t: number): number[] {
  return p.map((x, k) => s * x + t * q[k]);
}

function plane(normal: readonly number[], point: readonly number[]): number[] {
  return [...normal, -(normal[0] * point[0] + normal[1] * point[1] + normal[2] * point[2])];
}
