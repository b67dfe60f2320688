import type { BoxPairs } from "abut/broadphase";
import {
  BoxGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
} from "three";
import type { Stage } from "../kit/stage.ts";
import { readColours } from "../kit/theme.ts";

/** Many solid boxes in one draw call: the graphics card gets centre, size and light of each, and no matrices. */
export interface BoxCloud {
  show(boxes: Float64Array, count: number, lit: Float32Array, pairs: BoxPairs, onlyMet: boolean): void;
}

export function createBoxCloud(stage: Stage, capacity: number): BoxCloud {
  const geometry = new InstancedBufferGeometry();
  const cube = new BoxGeometry(1, 1, 1);
  geometry.index = cube.index;
  geometry.setAttribute("position", cube.getAttribute("position"));
  geometry.setAttribute("normal", cube.getAttribute("normal"));
  const [centre, size, tone] = [3, 3, 1].map((width, k) => {
    const made = new InstancedBufferAttribute(new Float32Array(width * capacity), width);
    made.setUsage(DynamicDrawUsage);
    geometry.setAttribute(["centre", "size", "tone"][k], made);
    return made;
  });
  const material = new ShaderMaterial({
    uniforms: { plain: { value: null }, met: { value: null }, fresh: { value: null } },
    vertexShader: `
      attribute vec3 centre, size;
      attribute float tone;
      uniform vec3 plain, met, fresh;
      varying vec3 colour;
      void main() {
        float light = 0.62 + 0.38 * dot(normal, normalize(vec3(0.4, -0.6, 0.8)));
        colour = light * (tone < 1.0 ? mix(plain, met, tone) : mix(met, fresh, tone - 1.0));
        gl_Position = projectionMatrix * modelViewMatrix * vec4(centre + size * position, 1.0);
      }`,
    fragmentShader: `
      varying vec3 colour;
      void main() {
        gl_FragColor = vec4(colour, 1.0);
        #include <colorspace_fragment>
      }`,
  });
  stage.onPaint(() => {
    const { a, hit, ground } = readColours();
    material.uniforms.plain.value = ground;
    material.uniforms.met.value = a;
    material.uniforms.fresh.value = hit;
  });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  stage.scene.add(mesh);
  const met = new Uint8Array(capacity);

  return {
    show(boxes, count, lit, { pairs, count: pairCount }, onlyMet) {
      met.fill(0);
      for (let i = 0; i < 2 * pairCount; i++) met[pairs[i]] = 1;
      let shown = 0;
      for (let i = 0; i < count; i++) {
        if (onlyMet && met[i] === 0) continue;
        const at = 6 * i;
        for (let k = 0; k < 3; k++) {
          centre.array[3 * shown + k] = (boxes[at + k] + boxes[at + 3 + k]) / 2;
          size.array[3 * shown + k] = boxes[at + 3 + k] - boxes[at + k];
        }
        tone.array[shown] = met[i] === 0 ? 0 : 1 + lit[i];
        shown++;
      }
      for (const one of [centre, size, tone]) {
        one.clearUpdateRanges();
        one.addUpdateRange(0, shown * one.itemSize);
        one.needsUpdate = true;
      }
      geometry.instanceCount = shown;
    },
  };
}
