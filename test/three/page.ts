import { createRoot, events, extend } from "@react-three/fiber";
import { createElement, type FunctionComponent } from "react";
import * as THREE from "three";
import type * as Three from "../../src/three/index.ts";
import type { buildTreeOnThread } from "../../src/workers/browser.ts";
import { sorted } from "./hits.ts";
import { batched, instanced, pose, skinned, turnedMatrix } from "./models.ts";

// What test/three/browser.test.ts does in a page, with the built package. Sines differ from engine to engine, and the models are made of
// them: a page compares abut with three.js, and with itself, not with Node.

export type Abut = typeof Three;

declare const document: {
  createElement(name: "canvas"): HTMLCanvasElement & { style: { cssText: string } };
  body: { append(node: object): void };
};
declare const requestAnimationFrame: (callback: () => void) => void;

const material = () => new THREE.MeshBasicMaterial({ side: THREE.DoubleSide });
const ball = (radius = 0.5) => new THREE.Mesh(new THREE.SphereGeometry(radius, 16, 12), material());

/** One object of each kind that has a raycast of its own. */
function crowd(): THREE.Scene {
  const bent = skinned();
  bent.material = material();
  pose(bent, [0.3, 0.2, -0.4, 0.8, 0, 0.9, 0, 0]);
  bent.computeBoundingSphere();
  const knot = new THREE.Mesh(new THREE.TorusKnotGeometry(1, 0.3, 96, 16), material());
  knot.applyMatrix4(turnedMatrix(1));
  const scene = new THREE.Scene().add(knot, instanced(20), bent, batched());
  scene.updateMatrixWorld(true);
  return scene;
}

/** Rays from a sphere to its middle and past it, asked of three.js and of abut. */
export function compareRays({ installRaycast }: Abut, rays: number) {
  const scene = crowd();
  const kinds = new Set<string>();
  let hits = 0;
  let different = 0;
  for (let i = 0; i < rays; i++) {
    const wave = (k: number) => Math.sin(i * 12.9898 + k * 78.233);
    const origin = new THREE.Vector3(wave(1), wave(2), wave(3)).setLength(5);
    const target = new THREE.Vector3(wave(4), wave(5), wave(6)).multiplyScalar(1.5);
    const raycaster = new THREE.Raycaster(origin, target.sub(origin).normalize());
    const expected = raycaster.intersectObject(scene);
    const uninstall = installRaycast(scene);
    const found = raycaster.intersectObject(scene);
    uninstall();
    if (textOf(found) !== textOf(expected)) different++;
    for (const { object } of found) kinds.add(object.constructor.name || object.type);
    hits += found.length;
  }
  return { hits, different, kinds: kinds.size };
}

/** Hits with all their fields, those by name in the order of the alphabet. */
function textOf(hits: THREE.Intersection[]): string {
  return JSON.stringify(sorted(hits), (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([p], [q]) => (p < q ? -1 : 1)))
      : value,
  );
}

/** A ball that passes through the crowd; in every frame its pairs are those of comparing objects one by one. */
export function followScene({ createSceneWorld, collideObjects }: Abut, frames: number) {
  const scene = crowd();
  const bent = scene.children[2] as THREE.SkinnedMesh;
  const moving = ball();
  scene.add(moving);
  const bound = createSceneWorld(scene);
  const wrong: number[] = [];
  let begun = 0;
  let ended = 0;
  for (let frame = 0; frame < frames; frame++) {
    moving.position.set(-4 + (8 * frame) / frames, 0.2, 0.1);
    pose(bent, [0, 0, 0.05 * frame, 0.1 * frame, 0, 0, 0, 0]);
    const step = bound.step();
    begun += step.begun.length;
    ended += step.ended.length;
    for (const child of scene.children) {
      if (child === moving) continue;
      const isPair = step.pairs.some(
        ({ a, b }) => (a === moving && b === child) || (b === moving && a === child),
      );
      if (isPair !== collideObjects(moving, child)) wrong.push(frame);
    }
  }
  return { begun, ended, wrong };
}

/** Whether the tree that a worker builds is that of this thread, and `treeOf` keeps and refits it. */
export async function buildInWorker({ treeOf, treeOfAsync }: Abut, build: typeof buildTreeOnThread) {
  const geometry = new THREE.TorusKnotGeometry(1, 0.3, 200, 32);
  const tree = await treeOfAsync(geometry, { build });
  const here = treeOf(geometry.clone()).links; // boxes and links, as whole numbers
  const isEqual = tree.links.every((value, i) => value === here[i]);
  const isKept = treeOf(geometry) === tree;
  geometry.scale(2, 2, 2); // raises position.version
  const before = tree.nodes[3];
  const isRefitted = treeOf(geometry) === tree && tree.nodes[3] > 1.9 * before;
  return { isEqual, isKept, isRefitted };
}

/** How many pixels each helper changes, and how many are left when it has gone. */
export function drawHelpers(
  abut: Abut,
  queries: Pick<typeof import("../../src/index.ts"), "findManifold" | "findNearPairs">,
) {
  const { ContactHelper, contactsOf, NearHelper, TreeHelper, treeOf } = abut;
  const size = 160;
  const renderer = new THREE.WebGLRenderer();
  const target = new THREE.WebGLRenderTarget(size, size);
  renderer.setRenderTarget(target);
  const camera = new THREE.PerspectiveCamera(50, 1, 0.1, 20);
  camera.position.z = 4;
  const [a, b] = [ball(1), ball(1)];
  b.position.x = 1.2;
  const scene = new THREE.Scene().add(a, b);
  scene.updateMatrixWorld(true);
  const [treeA, treeB] = [treeOf(a.geometry), treeOf(b.geometry)];
  const contacts = new ContactHelper();
  const near = new NearHelper();
  const toWorld = { aToWorld: a.matrixWorld.elements, bToWorld: b.matrixWorld.elements };
  contacts.show(contactsOf(a, b)[0].contacts, queries.findManifold(treeA, treeB, toWorld));
  near.show(queries.findNearPairs(treeA, treeB, 0.05, toWorld));
  const empty = pixels();
  const helpers = { tree: new TreeHelper(treeA, { level: 3, object: a }), contacts, near };
  const changed: Record<string, number> = {};
  for (const [name, helper] of Object.entries(helpers)) {
    scene.add(helper);
    changed[name] = differences(empty, pixels());
    scene.remove(helper);
    helper.dispose();
  }
  const left = differences(empty, pixels());
  renderer.dispose();
  return { ...changed, left };

  function pixels(): Uint8Array {
    renderer.render(scene, camera);
    const found = new Uint8Array(4 * size * size);
    renderer.readRenderTargetPixels(target, 0, 0, size, size, found);
    return found;
  }
}

function differences(p: Uint8Array, q: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < p.length; i += 4)
    if (p[i] !== q[i] || p[i + 1] !== q[i + 1] || p[i + 2] !== q[i + 2]) count++;
  return count;
}

/** The components of docs/three.md. */
export interface Example {
  Contacts: FunctionComponent<{ onBegin: (a: THREE.Mesh, b: THREE.Mesh) => void }>;
  Pickable: FunctionComponent<Record<string, unknown>>;
}

/** Renders the example of the documentation; the canvas covers the upper left corner of the page. */
export async function startExample({ Contacts, Pickable }: Example) {
  const canvas = document.createElement("canvas");
  canvas.style.cssText = "position: fixed; inset: 0 auto auto 0; width: 200px; height: 200px";
  document.body.append(canvas);
  extend(THREE as never);
  const seen: string[] = [];
  const moving = ball();
  moving.name = "moving";
  moving.position.x = 3;
  const root = createRoot(canvas);
  await root.configure({
    events,
    size: { width: 200, height: 200, top: 0, left: 0 },
    camera: { position: [0, 0, 5] },
  });
  root.render(
    createElement(
      "group",
      null,
      createElement(Pickable, {
        name: "picked",
        geometry: new THREE.BoxGeometry(),
        onClick: ({ object }: { object: THREE.Object3D }) => seen.push(`click ${object.name}`),
      }),
      createElement("primitive", { object: moving }),
      createElement(Contacts, {
        onBegin: (a, b) => seen.push(`begin ${[a.name, b.name].sort().join(" ")}`),
      }),
    ),
  );
  return {
    seen,
    move: (x: number) => {
      moving.position.x = x;
    },
    /** Long enough for React to render, or for the scene to be drawn several times. */
    frames: async (count: number) => {
      for (let i = 0; i < count; i++) await new Promise<void>((resolve) => requestAnimationFrame(resolve));
    },
  };
}
