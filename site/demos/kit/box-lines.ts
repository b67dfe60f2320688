import {
  BufferAttribute,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  LineSegments,
  ShaderMaterial,
} from "three";
import { movePoint } from "./poses.ts";
import type { Stage } from "./stage.ts";
import { type ColourName, readColours } from "./theme.ts";

// The edges of many boxes in one draw call. A box is its centre and three half axes, so that axis-aligned and oriented boxes are drawn
// alike; its tone, 0 to 1, mixes two colours of the theme.

const EDGES = [0, 1, 1, 3, 3, 2, 2, 0, 4, 5, 5, 7, 7, 6, 6, 4, 0, 4, 1, 5, 2, 6, 3, 7];
/** centre (3) | half axes (3 × 3) | tone */
const STRIDE = 13;

export interface BoxLines {
  readonly object: LineSegments;
  clear(): void;
  /** Minima and maxima, read at `at`, in the space that `pose` takes to the world. */
  addBounds(bounds: ArrayLike<number>, at?: number, pose?: ArrayLike<number> | null, tone?: number): void;
  /** Centre, half extents, three unit axes: an oriented box as abut stores it. */
  addOriented(numbers: ArrayLike<number>, at: number, tone?: number): void;
  /** Hands the boxes to the graphics card. */
  finish(): void;
  readonly count: number;
}

export function createBoxLines(
  stage: Stage,
  capacity: number,
  { colours = ["box", "hit"] as [ColourName, ColourName], opacity = 0.9 } = {},
): BoxLines {
  const values = new Float32Array(STRIDE * capacity);
  const centres = attribute(capacity, 3);
  const axes = [0, 1, 2].map(() => attribute(capacity, 3));
  const tones = attribute(capacity, 1);
  const geometry = new InstancedBufferGeometry();
  const corners = new Float32Array(
    EDGES.flatMap((c) => [c & 1, (c >> 1) & 1, c >> 2].map((bit) => 2 * bit - 1)),
  );
  geometry.setAttribute("position", new BufferAttribute(corners, 3));
  geometry.setAttribute("centre", centres);
  for (let k = 0; k < 3; k++) geometry.setAttribute(`axis${k}`, axes[k]);
  geometry.setAttribute("tone", tones);
  const material = new ShaderMaterial({
    uniforms: { from: { value: null }, to: { value: null }, opacity: { value: opacity } },
    transparent: true,
    depthWrite: false,
    vertexShader: `
      attribute vec3 centre, axis0, axis1, axis2;
      attribute float tone;
      varying float mixed;
      void main() {
        mixed = tone;
        vec3 corner = centre + position.x * axis0 + position.y * axis1 + position.z * axis2;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(corner, 1.0);
      }`,
    fragmentShader: `
      uniform vec3 from, to;
      uniform float opacity;
      varying float mixed;
      void main() {
        gl_FragColor = vec4(mix(from, to, mixed), opacity);
        #include <colorspace_fragment>
      }`,
  });
  stage.onPaint(() => {
    const theme = readColours();
    material.uniforms.from.value = theme[colours[0]];
    material.uniforms.to.value = theme[colours[1]];
  });
  const object = new LineSegments(geometry, material);
  object.frustumCulled = false;
  stage.scene.add(object);
  let count = 0;

  function write(numbers: readonly number[]): void {
    if (count === capacity) return;
    values.set(numbers, STRIDE * count++);
  }

  return {
    object,
    get count() {
      return count;
    },
    clear() {
      count = 0;
    },
    addBounds(bounds, at = 0, pose = null, tone = 0) {
      const centre = [0, 1, 2].map((k) => (bounds[at + k] + bounds[at + 3 + k]) / 2);
      const half = [0, 1, 2].map((k) => (bounds[at + 3 + k] - bounds[at + k]) / 2);
      const column = (k: number) =>
        pose === null ? unit(k) : [pose[4 * k], pose[4 * k + 1], pose[4 * k + 2]];
      const moved = pose === null ? centre : movePoint(pose, centre);
      write([...moved, ...[0, 1, 2].flatMap((k) => column(k).map((x) => half[k] * x)), tone]);
    },
    addOriented(n, at, tone = 0) {
      const axis = (k: number) => [0, 1, 2].map((i) => n[at + 3 + k] * n[at + 6 + 3 * k + i]);
      write([n[at], n[at + 1], n[at + 2], ...axis(0), ...axis(1), ...axis(2), tone]);
    },
    finish() {
      for (let i = 0; i < count; i++) {
        const at = STRIDE * i;
        centres.array.set(values.subarray(at, at + 3), 3 * i);
        for (let k = 0; k < 3; k++) axes[k].array.set(values.subarray(at + 3 + 3 * k, at + 6 + 3 * k), 3 * i);
        tones.array[i] = values[at + 12];
      }
      for (const one of [centres, ...axes, tones]) one.needsUpdate = true;
      geometry.instanceCount = count;
      object.visible = count > 0;
    },
  };
}

function attribute(capacity: number, size: number): InstancedBufferAttribute {
  const made = new InstancedBufferAttribute(new Float32Array(size * capacity), size);
  made.setUsage(DynamicDrawUsage);
  return made;
}

function unit(k: number): number[] {
  return [0, 1, 2].map((i) => (i === k ? 1 : 0));
}
