import type { Mesh, Object3D } from "three";
import { OptionError, show } from "../errors.ts";
import { checkOptionNames, type OptionNames, pickOptions } from "../option-names.ts";
import type { WorldPairs } from "../world/pair-events.ts";
import { createWorld, type World, type WorldOptions } from "../world/world.ts";
import type { StepOptions, WorldStep } from "../world/world-step.ts";
import { PARTS_OPTIONS, type PartsOptions, readFilter } from "./parts-of.ts";
import { followScene, type SceneBodies, type SceneBody } from "./scene-bodies.ts";

/** What a mesh of the scene is in the world; null leaves it out. */
export type SceneKind = "static" | "rigid" | "deformable" | null;

export interface SceneWorldOptions extends WorldOptions, PartsOptions {
  /**
   * Called once for each mesh. Default: "deformable" for meshes with bones or morph targets, "rigid" for all others. A mesh whose
   * `position` attribute changes from frame to frame is better "deformable", too: as another kind it becomes a new body at each change.
   * Instances are not deformable.
   */
  kindOf?: ((mesh: Mesh) => SceneKind) | undefined;
  /** Whether deformable meshes are tested with themselves; default false. */
  self?: boolean | undefined;
}

const WORLD_NAMES: OptionNames<WorldOptions> = { broadPhase: true, clock: true };
const SCENE_WORLD_OPTIONS: OptionNames<SceneWorldOptions> = {
  ...WORLD_NAMES,
  ...PARTS_OPTIONS,
  kindOf: true,
  self: true,
};

/** Two objects that meet. */
export interface ScenePair {
  readonly a: Mesh;
  readonly b: Mesh;
  /** The numbers of instances, of an InstancedMesh or BatchedMesh; else null. */
  readonly instanceA: number | null;
  readonly instanceB: number | null;
  /** Their ids in the world. */
  readonly idA: number;
  readonly idB: number;
}

/** What a step found, with objects in place of ids. */
export interface SceneStep {
  readonly pairs: readonly ScenePair[];
  /** Pairs that did not meet at the last step; pairs that also met then; pairs that met then and no longer do, removed objects included. */
  readonly begun: readonly ScenePair[];
  readonly kept: readonly ScenePair[];
  readonly ended: readonly ScenePair[];
  /** The step of the world: triangles, contacts, near pairs, impacts, counters. Its arrays belong to the world. */
  readonly step: WorldStep;
}

/** A world that follows a scene graph. */
export interface SceneWorld {
  readonly world: World;
  /** Takes over what has changed in the scene, without a step: before `world.castRay` and other questions. */
  update(): void;
  /** Takes over what has changed, and finds out which objects meet. */
  step(options?: StepOptions): SceneStep;
  /** The world's id of a mesh, or of one of its instances; null if it is not in the world. */
  idOf(mesh: Object3D, instance?: number | null): number | null;
  /** The mesh of an id, for hits of `world.castRay` and the like; null if it is not in the world. */
  objectOf(id: number): { object: Mesh; instance: number | null } | null;
}

/**
 * A world bound to a scene graph: meshes that were added, removed, moved or deformed are followed at every `step`. Which objects meet is
 * exact. The scene is read only.
 */
export function createSceneWorld(scene: Object3D, options: SceneWorldOptions = {}): SceneWorld {
  checkOptionNames(options, SCENE_WORLD_OPTIONS, "createSceneWorld");
  const { kindOf, self = false } = options;
  if (scene?.isObject3D !== true)
    throw new OptionError(`createSceneWorld: expected an Object3D of three.js, got ${show(scene)}`);
  if (kindOf !== undefined && typeof kindOf !== "function")
    throw new OptionError(`kindOf: expected a function, got ${show(kindOf)}`);
  readFilter(options);
  if (typeof self !== "boolean") throw new OptionError(`self: expected true or false, got ${show(self)}`);
  const world = createWorld(pickOptions(options, WORLD_NAMES));
  const bodies: SceneBodies = { byObject: new Map(), kinds: new WeakMap(), byId: new Map(), gone: [] };
  const parts = pickOptions(options, PARTS_OPTIONS);
  const update = () => followScene(world, bodies, scene, { ...parts, kindOf, self });
  return {
    world,
    update,
    step(asked) {
      update();
      const step = world.step(asked);
      const found: SceneStep = {
        pairs: pairsOf(bodies, step.pairs),
        begun: pairsOf(bodies, step.begun),
        kept: pairsOf(bodies, step.kept),
        ended: pairsOf(bodies, step.ended),
        step,
      };
      for (const { id } of bodies.gone) bodies.byId.delete(id);
      bodies.gone.length = 0;
      return found;
    },
    idOf: (mesh, instance = null) =>
      bodies.byObject.get(mesh as Mesh)?.find((body) => body.instance === instance)?.id ?? null,
    objectOf(id) {
      const body = bodies.byId.get(id);
      return body === undefined || !world.has(id) ? null : { object: body.object, instance: body.instance };
    },
  };
}

function pairsOf({ byId }: SceneBodies, { count, bodies }: WorldPairs): ScenePair[] {
  return Array.from({ length: count }, (_, i) => {
    const a = byId.get(bodies[2 * i]) as SceneBody;
    const b = byId.get(bodies[2 * i + 1]) as SceneBody;
    return {
      a: a.object,
      b: b.object,
      instanceA: a.instance,
      instanceB: b.instance,
      idA: a.id,
      idB: b.id,
    };
  });
}
