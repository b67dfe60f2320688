import {
  DoubleSide,
  LineBasicMaterial,
  LineSegments,
  MeshBasicMaterial,
  PerspectiveCamera,
  Scene,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from "three";

// From where is a contact seen best? Each candidate direction is tried in a small picture of the two parts alone, and
// the pixels of the contact that nothing covers are counted. All pictures lie in one image, which is read once.

const TILE = 80;
const COLUMNS = 6;
const TURNS = 10;
/** Heights above the horizon, in degrees, and how much each is liked: people expect to look a little down. */
const HEIGHTS: [number, number][] = [
  [28, 1],
  [58, 0.85],
  [-18, 0.6],
];
const CANDIDATES = candidates();
const target = new WebGLRenderTarget(TILE * COLUMNS, TILE * Math.ceil((CANDIDATES.length + 1) / COLUMNS));
const covering = new MeshBasicMaterial({
  color: 0x000000,
  side: DoubleSide,
  // A contact lies on both surfaces: they must not cover it themselves.
  polygonOffset: true,
  polygonOffsetFactor: 3,
  polygonOffsetUnits: 3,
});
const marking = new LineBasicMaterial({ color: 0xffffff });

export interface Subject {
  /** The two parts. */
  parts: Scene;
  /** The contact, as plain segments, in the same space. */
  contact: LineSegments;
  /** Where to look, and the radius of what must be seen. */
  focus: Vector3;
  radius: number;
}

/** A unit vector from the focus to the eye; `now` is the present one, which is kept unless another is clearly better. */
export function chooseDirection(
  renderer: WebGLRenderer,
  subject: Subject,
  fov: number,
  now: Vector3,
): Vector3 {
  const tried = [...CANDIDATES, { direction: now, liking: 1.1 }];
  const { parts, contact, focus, radius } = subject;
  const camera = new PerspectiveCamera(fov, 1, 1, 10);
  const distance = radius / Math.sin((fov * Math.PI) / 360);
  camera.near = distance / 200;
  camera.far = distance * 50;
  camera.updateProjectionMatrix();
  const marks = new Scene();
  const line = new LineSegments(contact.geometry, marking);
  line.frustumCulled = false;
  line.matrixAutoUpdate = false;
  line.matrix.copy(contact.matrixWorld);
  marks.add(line);

  const clear = renderer.getClearAlpha();
  renderer.setClearAlpha(0);
  renderer.setRenderTarget(target);
  renderer.clear();
  parts.overrideMaterial = covering;
  target.scissorTest = true;
  tried.forEach(({ direction }, i) => {
    const x = TILE * (i % COLUMNS);
    const y = TILE * Math.floor(i / COLUMNS);
    target.viewport.set(x, y, TILE, TILE);
    target.scissor.set(x, y, TILE, TILE);
    renderer.setRenderTarget(target);
    camera.position.copy(focus).addScaledVector(direction, distance);
    camera.lookAt(focus);
    renderer.render(parts, camera);
    renderer.render(marks, camera);
  });
  parts.overrideMaterial = null;
  const pixels = new Uint8Array(4 * target.width * target.height);
  renderer.readRenderTargetPixels(target, 0, 0, target.width, target.height, pixels);
  renderer.setRenderTarget(null);
  renderer.setClearAlpha(clear);

  const visible = new Array<number>(tried.length).fill(0);
  for (let y = 0; y < target.height; y++) {
    for (let x = 0; x < target.width; x++) {
      if (pixels[4 * (y * target.width + x)] < 128) continue;
      const tile = COLUMNS * Math.floor(y / TILE) + Math.floor(x / TILE);
      if (tile < visible.length) visible[tile]++;
    }
  }
  let best = 0;
  let most = -1;
  tried.forEach(({ liking }, i) => {
    // The square root: twice the pixels are not worth a view from below.
    const score = liking * Math.sqrt(visible[i]) + 1e-3 * liking;
    if (score > most) {
      most = score;
      best = i;
    }
  });
  return tried[best].direction.clone();
}

function candidates(): { direction: Vector3; liking: number }[] {
  return HEIGHTS.flatMap(([height, liking]) =>
    Array.from({ length: TURNS }, (_, turn) => {
      const angle = (2 * Math.PI * (turn + 0.25)) / TURNS;
      const up = (height * Math.PI) / 180;
      const flat = Math.cos(up);
      return {
        direction: new Vector3(flat * Math.sin(angle), Math.sin(up), flat * Math.cos(angle)),
        liking,
      };
    }),
  );
}
