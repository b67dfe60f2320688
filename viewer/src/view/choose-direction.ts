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
import type { Vector } from "../../../src/geometry/vector.ts";
import {
  bestCandidate,
  candidateDirections,
  distanceFor,
  FIELD_OF_VIEW,
} from "../../../src/reports/picture/camera.ts";

// From where is a contact seen best? Each candidate direction is tried in a small picture of the two parts alone, and
// the pixels of the contact that nothing covers are counted. All pictures lie in one image, which is read once.

const TILE = 80;
const COLUMNS = 6;
const target = new WebGLRenderTarget(
  TILE * COLUMNS,
  TILE * Math.ceil(candidateDirections().length / COLUMNS),
);
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
export function chooseDirection(renderer: WebGLRenderer, subject: Subject, now: Vector3): Vector3 {
  const tried = candidateDirections([now.x, now.y, now.z]).map(({ direction, liking }) => ({
    direction: new Vector3(...direction),
    liking,
  }));
  const { parts, contact, focus, radius } = subject;
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 1, 10);
  const distance = distanceFor(radius);
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
  const candidates = tried.map(({ direction, liking }) => ({
    direction: direction.toArray() as Vector,
    liking,
  }));
  return tried[bestCandidate(candidates, visible)].direction.clone();
}
