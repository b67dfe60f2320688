import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openGltf } from "../../src/formats/gltf/container.ts";
import { type GltfOptions, type Model, readModel } from "../../src/formats/index.ts";
import { bakePositions } from "../../src/geometry/affine.ts";
import { modelsRoot, modelsUnder } from "./models.ts";
import { type Gltf, toGlb } from "./write-gltf.ts";
import { cornersOf } from "./write-models.ts";

// three's loaders are the oracle on good files: equal triangles, with positions equal to f32.
// three has no types here: it is a dependency of the benchmarks only.

// biome-ignore lint/suspicious/noExplicitAny: see above
type Three = any;

async function load(module: string): Promise<Three> {
  return import(module);
}

const root = modelsRoot() ?? "";

async function loaderOf(name: string): Promise<Three> {
  const loaders = await load(`three/addons/loaders/${name}.js`);
  return new loaders[name]();
}

/** All corners of an object's meshes in world space, with morphs and skins applied. */
function cornersByThree(object: Three, Vector3: Three): number[] {
  const corners: number[] = [];
  const point = new Vector3();
  object.updateMatrixWorld(true);
  object.traverse((mesh: Three) => {
    if (!mesh.isMesh) return;
    const { index, attributes } = mesh.geometry;
    const count = index?.count ?? attributes.position.count;
    for (let i = 0; i < count; i++) {
      mesh.getVertexPosition(index ? index.getX(i) : i, point).applyMatrix4(mesh.matrixWorld);
      corners.push(point.x, point.y, point.z);
    }
  });
  return corners;
}

function worldCorners({ parts }: Model): number[] {
  return parts.flatMap(({ mesh, toWorld }) => {
    const corners = cornersOf(mesh);
    return toWorld === null ? corners : [...bakePositions(corners, toWorld)];
  });
}

/** Equal up to a few units in the last place of an f32 of the model's size. */
function expectSame(actual: number[], expected: ArrayLike<number>, units: number): void {
  expect(actual.length).toBe(expected.length);
  const largest = actual.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  let worst = 0;
  for (let i = 0; i < actual.length; i++) worst = Math.max(worst, Math.abs(actual[i] - expected[i]));
  expect(worst).toBeLessThanOrEqual(units * 2 ** -24 * largest);
}

describe.skipIf(modelsRoot() === null)("three's loaders agree", () => {
  it.each(modelsUnder("A_rigid", /\.stl$/i))("on %s", async (file) => {
    const bytes = new Uint8Array(readFileSync(join(root, file)));
    const { attributes } = (await loaderOf("STLLoader")).parse(bytes.buffer);
    expectSame(worldCorners(await readModel(bytes, file)), attributes.position.array, 1);
  });

  it.each(modelsUnder("A_rigid", /\.ply$/i))("on %s", async (file) => {
    const bytes = new Uint8Array(readFileSync(join(root, file)));
    const { attributes, index } = (await loaderOf("PLYLoader")).parse(bytes.buffer);
    const { mesh } = (await readModel(bytes, file)).parts[0];
    expect(
      Buffer.compare(Buffer.from(mesh.positions.buffer), Buffer.from(attributes.position.array.buffer)),
    ).toBe(0);
    expect(mesh.indices!.every((vertex, i) => vertex === index.array[i])).toBe(true);
    expect(mesh.indices!.length).toBe(index.array.length);
  });

  it("on the OBJ files of A_rigid, a fan for every convex polygon", async () => {
    const loader = await loaderOf("OBJLoader");
    const { Vector3 } = await load("three");
    const files = modelsUnder("A_rigid", /\.obj$/i);
    let exact = 0;
    for (const file of files) {
      const bytes = new Uint8Array(readFileSync(join(root, file)));
      const model = await readModel(bytes, file);
      const expected = cornersByThree(loader.parse(new TextDecoder().decode(bytes)), Vector3);
      const actual = worldCorners(model);
      expect(actual.length, file).toBe(expected.length);
      if (model.warnings.some((text) => text.includes("not planar"))) continue; // cut along the other diagonal
      expectSame(actual, expected, 1);
      exact++;
    }
    expect(exact).toBeGreaterThanOrEqual(files.length - 1);
  });

  it("on the OFF files of A_rigid: three has no loader, so the oracle is a minimal reader", async () => {
    for (const file of modelsUnder("A_rigid", /\.off$/i)) {
      const bytes = new Uint8Array(readFileSync(join(root, file)));
      const text = new TextDecoder().decode(bytes).replace("OFF", "").replace(/#.*/g, "");
      const rows: number[][] = [];
      for (const line of text.split("\n")) {
        const row = line.trim().split(/\s+/).map(Number);
        if (row.length > 1) rows.push(row);
      }
      const vertexCount = rows[0][0];
      const { mesh } = (await readModel(bytes, file)).parts[0];
      expect(mesh.positions.length).toBe(3 * vertexCount);
      expect(mesh.positions.findIndex((x, i) => x !== rows[1 + Math.floor(i / 3)][i % 3])).toBe(-1);
      const faces = rows.slice(1 + vertexCount);
      expect(mesh.triangleCount).toBe(faces.reduce((sum, [size]) => sum + size - 2, 0));
      if (faces.some(([size]) => size !== 3)) continue;
      expect(mesh.indices!.findIndex((vertex, i) => vertex !== faces[Math.floor(i / 3)][1 + (i % 3)])).toBe(
        -1,
      );
    }
  });

  // gears.glb is compressed with Draco, for which three needs web workers; glTF Transform is its oracle.
  const gltf = [
    ...modelsUnder("A_rigid", /^(?!gears).*\.(?:gltf|glb)$/i),
    ...modelsUnder("B_articulated", /\.(?:gltf|glb)$/i),
    ...modelsUnder("C_deformable", /\.(?:gltf|glb)$/i),
  ];
  it.each(gltf)("on %s, at rest and at two times of its last animation", async (file) => {
    const { Vector3, AnimationMixer } = await load("three");
    const loader = await loaderOf("GLTFLoader");
    const glb = withoutMaterials(file);
    const { scene, animations } = await loader.parseAsync(glb.buffer, "");
    const last = animations.length - 1;
    const poses: GltfOptions[] = [{}];
    if (last >= 0) poses.push(...[0.37, 1.1].map((time) => ({ animation: last, time })));
    for (const { animation, time } of poses) {
      if (time !== undefined) {
        const mixer = new AnimationMixer(scene);
        mixer.clipAction(animations[last]).setLoop(2200, 1).play().clampWhenFinished = true;
        mixer.setTime(time);
      }
      const model = await readModel(glb, file, { animation, time });
      // Matrices, skins and morphs pass through f32 in three, so rounding errors add up.
      expectSame(worldCorners(model), cornersByThree(scene, Vector3), 64);
    }
  });
});

/** The file as GLB without materials: three would need a browser to decode their images. */
function withoutMaterials(file: string): Uint8Array {
  const path = join(root, file);
  const { json, binary } = openGltf(new Uint8Array(readFileSync(path)), file);
  const { materials, textures, images, samplers, ...rest } = json.value as Gltf;
  for (const { primitives } of rest.meshes) for (const primitive of primitives) delete primitive.material;
  const content = binary ?? new Uint8Array(readFileSync(join(path, "..", rest.buffers[0].uri)));
  return toGlb({ ...rest, buffers: [{ byteLength: rest.buffers[0].byteLength }] }, content);
}
