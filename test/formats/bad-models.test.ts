import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../src/errors.ts";
import { type Model, readGltf, readModel } from "../../src/formats/index.ts";
import { readModelFile } from "../../src/formats/read-model-file.ts";
import { modelsRoot, modelsUnder } from "./models.ts";

// Every file of E_bad is read, or rejected with a FormatError that names file, position and reason.

const POSITION = /^.+, (?:line \d+|byte \d+|(?:\w+(?:\[\d+\])?\.?)+|the JSON|part ".*"): .+/s;
const LONGEST = 10_000; // ms; a required bound, not a measurement

async function outcome(path: string, reading: Promise<Model>): Promise<"read" | "refused"> {
  const begin = performance.now();
  try {
    const { parts, warnings } = await reading;
    for (const { name, mesh } of parts) {
      expect(name).not.toBe("");
      expect(mesh.triangleCount).toBeGreaterThan(0);
    }
    if (parts.length === 0) expect(warnings.join()).toMatch(/no triangles/);
    return "read";
  } catch (error) {
    expect(error, path).toBeInstanceOf(FormatError);
    const { message } = error as Error;
    expect(message.startsWith(path), message).toBe(true);
    expect(message.slice(path.length - 1), message).toMatch(POSITION);
    return "refused";
  } finally {
    expect(performance.now() - begin, path).toBeLessThan(LONGEST);
  }
}

describe.skipIf(modelsRoot() === null)("the files of E_bad", () => {
  const root = modelsRoot() ?? "";

  it.each([
    ["STL", /\.stl$/i, 20],
    ["OBJ", /\.obj$/i, 28],
    ["PLY", /\.ply$/i, 9],
    ["OFF", /\.off$/i, 375],
    ["glTF", /\.(?:gltf|glb)$/i, 100],
  ])("are read or refused: %s", async (_, name, atLeastRead) => {
    const files = modelsUnder("E_bad", name);
    let read = 0;
    for (const file of files) {
      const path = join(root, file);
      if ((await outcome(path, readModelFile(path))) === "read") read++;
    }
    expect(read).toBeGreaterThanOrEqual(atLeastRead);
    expect(read).toBeLessThan(files.length);
  });

  it("are read or refused: buffers and reports, which are not models", async () => {
    for (const file of modelsUnder("E_bad", /\.(?:json|bin)$/i)) {
      const path = join(root, file);
      expect(await outcome(path, readModelFile(path))).toBe("refused");
    }
  });

  it("are read or refused: glTF, with a node for each mesh and at a time, so that all of it is examined", async () => {
    let read = 0;
    for (const file of modelsUnder("E_bad", /\.gltf$/i)) {
      const path = join(root, file);
      let json: { meshes?: unknown };
      try {
        json = JSON.parse(readFileSync(path, "utf8"));
      } catch {
        continue;
      }
      if (!Array.isArray(json.meshes)) continue;
      const nodes = json.meshes.map((__, mesh) => ({ mesh, skin: 0 }));
      const changed = new TextEncoder().encode(
        JSON.stringify({ skins: [{ joints: [0] }], ...json, nodes, scenes: [], scene: undefined }),
      );
      const resolve = async (uri: string) => readFileSync(join(path, "..", uri));
      if ((await outcome(path, readGltf(changed, path, { resolve, time: 0.5 }))) === "read") read++;
    }
    expect(read).toBeGreaterThan(10);
  });

  it("are read or refused when cut off at any of 10 places", async () => {
    for (const file of modelsUnder("E_bad", /\.(?:stl|obj|ply|glb)$/i)) {
      const bytes = readFileSync(join(root, file));
      if (bytes.length > 20_000) continue;
      for (let i = 0; i < 10; i++) {
        const cut = new Uint8Array(bytes.subarray(0, Math.floor((i * bytes.length) / 10)));
        await outcome(file, readModel(cut, file));
      }
    }
  });
});
