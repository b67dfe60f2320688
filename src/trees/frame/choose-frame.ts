import { completeFrame } from "../../geometry/orthonormal-frame.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { alongClusters, alongNormals, alongSurface } from "./frame-candidates.ts";
import { boxAreaAlong, type FrameSample, leastBoxArea, sampleOf } from "./frame-sample.ts";

// Which rotated axes suit a mesh: of three candidates the one with the smallest boxes (frame-sample.ts), improved by a pattern search.

/** A frame is used where the sample's boxes get smaller than this share of those along the model's axes. */
const WORTHWHILE = 0.88;
/**
 * Below this share it serves against any partner. At larger shares a query against a partner that lies along the model's axes takes up to
 * 1.4 times as many box tests as with the boxes along these axes (queries/pairs/frame-choice.ts).
 */
const STRONG = 0.55;
/** A candidate with a larger share than this seldom becomes worthwhile by the search, unless the least possible area is far below. */
const PROMISING = 0.96;
const FAR_BELOW = 0.2;
/** Smaller meshes have few boxes to gain from. */
const LEAST_TRIANGLES = 64;

/** Boxes this little above the least area are not worth a search. */
const GOOD = 1.02;
const FIRST_STEP = 0.15; // the tangent of an angle
const STEP_RATIO = 2.5;
const STEPS = 5;
const MOVES_PER_STEP = 3;

/** Frames of three axes, one after the other. */
const IDENTITY = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** The best frame found if it is worthwhile, null otherwise. */
export function worthwhileFrame(mesh: TriangleMesh): Float64Array | null {
  return mesh.triangleCount < LEAST_TRIANGLES ? null : frameBelow(mesh, WORTHWHILE, PROMISING);
}

/** The best frame found; null if that is the model's axes, or all triangles are points. */
export function bestFrame(mesh: TriangleMesh): Float64Array | null {
  return frameBelow(mesh, 1, Infinity);
}

/** The best frame found if its share is smaller than this. */
function frameBelow(mesh: TriangleMesh, share: number, promising: number): Float64Array | null {
  const sample = sampleOf(mesh);
  if (sample === null) return null;
  const plain = boxAreaAlong(sample, IDENTITY);
  const least = leastBoxArea(sample);
  if (least >= share * plain) return null;
  const { frame, area } = bestCandidate(sample, plain);
  if (area >= promising * plain && least >= FAR_BELOW * plain) return null;
  return search(sample, frame, area) < share * plain ? frame : null;
}

/** Whether a frame of the mesh serves against any partner. */
export function isStrongFrame(mesh: TriangleMesh, frame: Float64Array): boolean {
  const sample = sampleOf(mesh);
  return sample === null || boxAreaAlong(sample, frame) < STRONG * boxAreaAlong(sample, IDENTITY);
}

function bestCandidate(sample: FrameSample, plain: number): { frame: Float64Array; area: number } {
  let frame = IDENTITY.slice();
  let area = plain;
  for (const setCandidate of [alongClusters, alongNormals, alongSurface]) {
    const candidate = new Float64Array(9);
    setCandidate(sample, candidate);
    const found = boxAreaAlong(sample, candidate);
    if (!(found < area)) continue;
    area = found;
    frame = candidate;
  }
  return { frame, area };
}

/** Turns the frame about its own axes, by smaller and smaller angles, while its boxes get smaller; returns their area. */
function search(sample: FrameSample, frame: Float64Array, start: number): number {
  const turned = new Float64Array(9);
  const good = GOOD * leastBoxArea(sample);
  let area = start;
  let tangent = FIRST_STEP;
  for (let step = 0; step < STEPS && area > good; step++, tangent /= STEP_RATIO) {
    const cosine = 1 / Math.sqrt(1 + tangent * tangent);
    const sine = tangent * cosine;
    for (let move = 0; move < MOVES_PER_STEP; move++) {
      const before = area;
      for (let k = 0; k < 6; k++) {
        turn(frame, k >> 1, cosine, k % 2 === 0 ? sine : -sine, turned);
        const found = boxAreaAlong(sample, turned);
        if (!(found < area)) continue;
        area = found;
        frame.set(turned);
      }
      if (area === before) break;
    }
  }
  completeFrame(frame);
  return area;
}

/** The frame turned about one of its axes. */
function turn(frame: Float64Array, axis: number, cosine: number, sine: number, out: Float64Array): void {
  out.set(frame);
  const i = 3 * ((axis + 1) % 3);
  const j = 3 * ((axis + 2) % 3);
  for (let k = 0; k < 3; k++) {
    out[i + k] = cosine * frame[i + k] + sine * frame[j + k];
    out[j + k] = cosine * frame[j + k] - sine * frame[i + k];
  }
}
