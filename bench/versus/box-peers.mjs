// Other people's ways to find overlapping boxes. Each is created for a number of boxes and has
//   take(boxes): the boxes of this step in the peer's own form, not timed
//   find():      the number of overlapping pairs, timed
import RAPIER from "@dimforge/rapier3d-compat";
import boxIntersect from "box-intersect";
import { RBush3D } from "rbush-3d";

export function createBoxIntersect(count) {
  const list = Array.from({ length: count }, () => new Array(6).fill(0));
  return {
    take(boxes) {
      for (let k = 0; k < count; k++) for (let i = 0; i < 6; i++) list[k][i] = boxes[6 * k + i];
    },
    find() {
      let pairs = 0;
      boxIntersect(list, () => {
        pairs++;
      });
      return pairs;
    },
  };
}

export function createRbush(count) {
  const items = Array.from({ length: count }, (_, id) => ({
    minX: 0,
    minY: 0,
    minZ: 0,
    maxX: 0,
    maxY: 0,
    maxZ: 0,
    id,
  }));
  return {
    take(boxes) {
      for (const item of items) {
        const at = 6 * item.id;
        item.minX = boxes[at];
        item.minY = boxes[at + 1];
        item.minZ = boxes[at + 2];
        item.maxX = boxes[at + 3];
        item.maxY = boxes[at + 4];
        item.maxZ = boxes[at + 5];
      }
    },
    /** It has no moves: the tree is loaded anew, then searched for every box. */
    find() {
      const tree = new RBush3D();
      tree.load(items);
      let pairs = 0;
      for (const item of items) for (const other of tree.search(item)) if (other.id > item.id) pairs++;
      return pairs;
    },
  };
}

/**
 * Rapier (Rust in WebAssembly, f32). Its broad phase cannot be called by itself: every box is a kinematic body with a
 * cuboid sensor, and `find` is a whole world.step(), which moves the bodies, runs the broad phase, and then tests each
 * of its pairs. Telling it the new positions is not timed. Returns the number of boxes: its pairs are not read.
 */
export async function createRapier(count) {
  await RAPIER.init();
  const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  const bodies = [];
  return {
    take(boxes) {
      for (let k = 0; k < count; k++) {
        const [x, y, z] = [0, 1, 2].map((axis) => (boxes[6 * k + axis] + boxes[6 * k + axis + 3]) / 2);
        if (bodies[k] === undefined) {
          bodies[k] = world.createRigidBody(
            RAPIER.RigidBodyDesc.kinematicPositionBased().setTranslation(x, y, z),
          );
          const half = [0, 1, 2].map((axis) => (boxes[6 * k + axis + 3] - boxes[6 * k + axis]) / 2);
          const shape = RAPIER.ColliderDesc.cuboid(...half)
            .setSensor(true)
            .setActiveCollisionTypes(RAPIER.ActiveCollisionTypes.ALL);
          world.createCollider(shape, bodies[k]);
        } else {
          bodies[k].setNextKinematicTranslation({ x, y, z });
        }
      }
    },
    find() {
      world.step();
      return count;
    },
    free: () => world.free(),
  };
}
