import {
  boundsOf,
  buildRTree,
  type Contacts,
  findContacts,
  findPairs,
  type QueryStats,
  type RTree,
  type TrianglePairs,
} from "abut";
import { createGearTrain } from "../../../examples/gear-train/assembly.mjs";
import { joinMeshes } from "../kit/join-meshes.ts";
import { rotation } from "../kit/poses.ts";
import type { Counts } from "../kit/start-demo.ts";
import { createTimer, type Timer } from "../kit/timer.ts";
import { filterTriangles } from "./filter-triangles.ts";

/** The paper's use: a part is moved through a virtual prototype, and every step says which triangles meet. */
export interface FigueiredoModel {
  readonly prototype: RTree;
  readonly part: RTree;
  partToWorld: number[];
  pairs: TrianglePairs;
  /** Where surfaces cross: segments, x y z of both ends. */
  contacts: Contacts;
  /** The overlap of the two models' boxes (OAABB), minima and maxima in the prototype's space; null where they have none. */
  overlap: number[] | null;
  /** Triangles whose boxes meet the overlap box. */
  survivors: number[];
  readonly timer: Timer;
  step(): void;
  /** Puts the part somewhere; from then on it stays where it is put. */
  drag(at: readonly number[]): void;
  counts(): Counts;
}

/** Gears, shafts and bearings of the gear train of the examples, in centimetres, and its own output gear as the part. */
export function createFigueiredoModel({ compare = true } = {}): FigueiredoModel {
  const scale = [0.1, 0, 0, 0, 0, 0.1, 0, 0, 0, 0, 0.1, 0, -5.7, 0, 0, 1];
  const all = createGearTrain();
  const isShown = ({ name }: { name: string }) => /^(pinion|wheel|shaft|bearing .a)/.test(name);
  const prototype = buildRTree(joinMeshes([{ mesh: joinMeshes(all.filter(isShown)), toWorld: scale }]));
  const gear = all.find(({ name }) => name === "output gear")!;
  const part = buildRTree(joinMeshes([{ mesh: gear.mesh, toWorld: [...scale.slice(0, 12), 0, 0, 0, 1] }]));
  const timer = createTimer();
  const second: Partial<QueryStats> = {};
  const first: Partial<QueryStats> = {};
  let frame = 0;
  let held: readonly number[] | null = null;
  const model: FigueiredoModel = {
    prototype,
    part,
    partToWorld: partPose(0, null),
    pairs: findPairs(part, prototype, { aToWorld: partPose(0, null) }),
    contacts: findContacts(part, prototype, { aToWorld: partPose(0, null) }),
    overlap: null,
    survivors: [],
    timer,
    drag(at) {
      held = at;
    },
    step() {
      frame++;
      model.partToWorld = partPose(frame, held);
      const aToWorld = model.partToWorld;
      const { pairs: into } = model;
      if (compare)
        timer.run("version 1", () =>
          findPairs(part, prototype, { aToWorld, algorithm: "version-1", stats: first, into }),
        );
      model.pairs = timer.run("version 2", () =>
        findPairs(part, prototype, { aToWorld, algorithm: "version-2", stats: second, into }),
      );
      model.contacts = timer.run("contact curves", () => findContacts(part, prototype, { aToWorld }));
      model.overlap = commonBox(boundsOf(part, aToWorld), boundsOf(prototype));
      model.survivors = model.overlap === null ? [] : filterTriangles(prototype, model.overlap);
    },
    counts: () => ({
      triangles: prototype.mesh.triangleCount + part.mesh.triangleCount,
      "triangles in the overlap box": model.survivors.length,
      "pairs that meet": model.pairs.count,
      ...(compare && { "box tests, version 1": first.boxTests ?? 0 }),
      "box tests, version 2": second.boxTests ?? 0,
      "triangle tests, version 2": second.triangleTests ?? 0,
    }),
  };
  return model;
}

/** In along the shaft, round, and out again; or where it is held. */
function partPose(frame: number, held: readonly number[] | null): number[] {
  const time = 0.012 * frame;
  const way = 0.5 - 0.5 * Math.cos(time);
  const at = held ?? [6.6 - 0.9 * way, -3.6 + 3.6 * way, 3.2 - 3.2 * way];
  return rotation([0, 0, 1], 0.9 * time, at);
}

function commonBox(p: ArrayLike<number>, q: ArrayLike<number>): number[] | null {
  const box = [0, 1, 2, 3, 4, 5].map((k) => (k < 3 ? Math.max(p[k], q[k]) : Math.min(p[k], q[k])));
  return box[0] <= box[3] && box[1] <= box[4] && box[2] <= box[5] ? box : null;
}
