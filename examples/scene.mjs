// Bodies of all kinds in one world, step by step: node examples/scene.mjs (after npm run build)
import { createMesh } from "abut";
import { createArticulatedBody } from "abut/articulated";
import { createBox, createTorus } from "abut/primitives";
import { createWorld } from "abut/world";

const world = createWorld();
const names = new Map();
const add = (name, body) => {
  const id = world.add(body);
  names.set(id, name);
  return id;
};

add("floor", { kind: "static", mesh: createBox({ size: [20, 20, 1] }), toWorld: at(0, 0, -0.5) });
const ring = add("ring", { kind: "rigid", mesh: createTorus(), toWorld: at(0, 0, 3) });

const hinge = (x) => ({ type: "hinge", axis: [0, 1, 0], origin: at(x, 0, 0) });
const limb = createBox({ size: [2, 0.4, 0.4], center: [1, 0, 0] });
const arm = add("arm", {
  kind: "articulated",
  body: createArticulatedBody([
    { name: "base", mesh: createBox({ size: [0.5, 0.5, 0.5] }) },
    { name: "upper", parent: "base", mesh: limb, joint: hinge(0.3) },
    { name: "lower", parent: "upper", mesh: limb, joint: hinge(2.05) },
  ]),
  toWorld: at(-5, 0, 1),
});

// A sheet of two triangles over the ring; its corners sink.
const sheet = createMesh({
  positions: Float32Array.of(-3, -3, 6, 3, -3, 6, 3, 3, 6, -3, 3, 6),
  indices: Uint16Array.of(0, 1, 2, 0, 2, 3),
});
const cloth = add("cloth", { kind: "deformable", mesh: sheet });

for (let frame = 1; frame <= 8; frame++) {
  world.setPose(ring, at(-0.55 * frame, 0, 3 - 0.25 * frame));
  world.setJoints(arm, [0.05 * frame, -0.1 * frame]);
  for (let z = 2; z < 12; z += 3) sheet.positions[z] -= 0.5;
  world.deformed(cloth);

  const { begun, ended, contacts } = world.step({ find: "contacts" });
  print(frame, "begun", begun);
  print(frame, "ended", ended);
  const deepest = contacts.flatMap(({ manifold }) => [...manifold.depths.subarray(0, manifold.count)]);
  if (frame === 8) console.log(`${contacts.length} contacts, the deepest ${Math.max(...deepest).toFixed(2)}`);
}

const hit = world.castRay([0, 0, 20], [0, 0, -1]);
console.log(`a ray from above hits the ${names.get(hit.body)} at height ${hit.point[2].toFixed(2)}`);

function print(frame, event, { count, bodies, links }) {
  for (let i = 0; i < count; i++) {
    const [a, b] = [names.get(bodies[2 * i]), names.get(bodies[2 * i + 1])];
    console.log(`frame ${frame}: ${event} ${a} (link ${links[2 * i]}) and ${b} (link ${links[2 * i + 1]})`);
  }
}

function at(x, y, z) {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}
