import { createHullDepth, type HullDepth } from "../penetration/hull-depth.ts";
import { createStats, type QueryStats } from "../stats.ts";
import { type ContactLines, createContactLines } from "./contact-lines.ts";
import { type ContactSurface, createContactSurface } from "./contact-surface.ts";
import { type Candidates, createCandidates } from "./region-candidates.ts";
import type { Extent } from "./region-extent.ts";
import { MOST_DIRECTIONS } from "./region-normal.ts";
import { createRegionVertices, type RegionBox, type RegionVertices } from "./region-vertices.ts";

/** The complete state of one manifold query; kept between queries. */
export interface ManifoldContext {
  readonly a: ContactSurface;
  readonly b: ContactSurface;
  readonly lines: ContactLines;
  readonly verticesA: RegionVertices;
  readonly verticesB: RegionVertices;
  readonly hulls: HullDepth;
  readonly candidates: Candidates;
  /** The candidates that become points. */
  readonly chosen: Uint32Array;
  readonly box: RegionBox;
  readonly directions: Float64Array;
  readonly best: Extent;
  readonly trial: Extent;
  /** What the query counts after `findPairs`. */
  readonly stats: QueryStats;
  /** A bound on the world coordinates. */
  scale: number;
}

/** Unused contexts: one, and another for each level of nested queries. */
const spare: ManifoldContext[] = [];

export function takeManifoldContext(): ManifoldContext {
  return spare.pop() ?? createManifoldContext();
}

/** Must be called when the query has ended, even by an error. */
export function returnManifoldContext(context: ManifoldContext): void {
  context.lines.pairs = NO_PAIRS;
  spare.push(context);
}

const NO_PAIRS = new Uint32Array(0);

function createManifoldContext(): ManifoldContext {
  return {
    a: createContactSurface(),
    b: createContactSurface(),
    lines: createContactLines(),
    verticesA: createRegionVertices(),
    verticesB: createRegionVertices(),
    hulls: createHullDepth(),
    candidates: createCandidates(),
    chosen: new Uint32Array(4),
    box: { region: -1, bounds: new Float64Array(6) },
    directions: new Float64Array(3 * MOST_DIRECTIONS),
    best: { top: 0, bottom: 0 },
    trial: { top: 0, bottom: 0 },
    stats: createStats(),
    scale: 0,
  };
}
