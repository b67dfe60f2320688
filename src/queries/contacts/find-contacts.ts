import { plainPose } from "../../geometry/affine.ts";
import { KIND } from "../../geometry/contact/triangle-contact.ts";
import { checkOptionNames } from "../../option-names.ts";
import { findPairs } from "../pairs/find-pairs.ts";
import { PAIR_OPTIONS, type PairOptions, type PairTree } from "../pairs/pair-query.ts";
import type { QueryStats } from "../stats.ts";
import { scalePair, shrink } from "../tiny-worlds.ts";
import { type Chain, chainSegments } from "./chain-segments.ts";
import { placePoints } from "./contact-corners.ts";
import { type ContactRegion, findRegions, measureRegions } from "./contact-regions.ts";
import { BORDER, LINE } from "./contact-segments.ts";
import { lengthBetween, measureNormals, measureSizes } from "./measure-contacts.ts";
import { createPairContact, type PairContact } from "./pair-contact.ts";

/** Where two meshes meet, in world coordinates. Which points coincide, and what meets what, is decided exactly. */
export interface Contacts {
  /** The number of pairs of triangles that meet. */
  count: number;
  /** Triangle of a, triangle of b, for each pair; sorted by (a, b), as `findPairs` returns them. */
  pairs: Uint32Array;
  /**
   * The shape of each pair's contact: 0 a point; 1 a segment, touching; 5 a segment along which the triangles cross, each with corners
   * strictly on both sides of the other's plane; 2 a coplanar area; 8 a point or segment of a degenerate triangle.
   */
  kinds: Uint8Array;
  /** Unit normal of each pair, from a towards b (x, y, z); see `findContacts`. */
  normals: Float64Array;
  /** Length or area of each pair's contact; 0 for a point. */
  sizes: Float64Array;
  /** Pair i has the points corners[starts[i]] … corners[starts[i + 1] − 1], in order around a polygon. */
  starts: Uint32Array;
  corners: Uint32Array;
  /** The distinct points, x y z each. A point common to several pairs is listed once. */
  points: Float64Array;
  /** The distinct segments, chained. */
  curves: ContactCurve[];
  /** Connected parts. Pair i belongs to regions[regionOfPair[i]]. */
  regions: ContactRegion[];
  regionOfPair: Uint32Array;
  stats: QueryStats;
}

/** A chain of segments. No curve visits a point twice, and no segment is in two curves. */
export interface ContactCurve {
  /** Point numbers in order; a closed curve does not repeat its first point. */
  points: Uint32Array;
  closed: boolean;
  /** True for the border of coplanar patches, false for a line along which the surfaces cross or touch. */
  border: boolean;
  length: number;
  region: number;
}

export type FindContactsOptions = PairOptions;

/**
 * Where a and b meet: the point, segment or polygon of each pair of triangles, chained into curves and grouped into connected regions. Two
 * closed meshes that cross without coplanar parts give closed curves only. A normal is halfway between the normal of a's triangle and the
 * opposite of b's (of the world triangles, by their winding), so it points from a to b; if both triangles face one way it is their normal,
 * and zero if both are degenerate.
 */
export function findContacts(a: PairTree, b: PairTree, options: FindContactsOptions = {}): Contacts {
  checkOptionNames(options, PAIR_OPTIONS, "findContacts");
  const { aToWorld: poseA = null, bToWorld: poseB = null, test, descend, stats } = options;
  const aToWorld = plainPose(poseA, "aToWorld");
  const bToWorld = plainPose(poseB, "bToWorld");
  const scaled = scalePair(a, b, { aToWorld, bToWorld });
  if (scaled !== null)
    return shrinkContacts(findContacts(scaled.a, scaled.b, { ...options, ...scaled.poses }), scaled.factor);
  const found = findPairs(a, b, { aToWorld, bToWorld, test, descend, stats });
  return describeContact(createPairContact(a.mesh, aToWorld, b.mesh, bToWorld, found.pairs), found.stats);
}

/** Scales a result back from a world that is `factor` times as large. An area may underflow to zero. */
function shrinkContacts(contacts: Contacts, factor: number): Contacts {
  const { points, sizes, kinds, curves, regions } = contacts;
  shrink(points, factor);
  for (let i = 0; i < sizes.length; i++) sizes[i] = sizes[i] / factor / (kinds[i] === KIND.area ? factor : 1);
  for (const curve of curves) curve.length /= factor;
  for (const region of regions) {
    region.area = region.area / factor / factor;
    region.length /= factor;
    shrink(region.centroid, factor);
  }
  return contacts;
}

function describeContact(contact: PairContact, stats: QueryStats): Contacts {
  const triangles = contact.triangles();
  const { corners, segments } = contact.joined();
  const { points, curves } = curvesOfContact(contact);
  const normals = measureNormals(triangles);
  const regions = findRegions(corners);
  const regionOfPoint = new Uint32Array(corners.pointCount);
  for (let i = 0; i < regions.ofPairs.length; i++)
    for (let k = corners.starts[i]; k < corners.starts[i + 1]; k++)
      regionOfPoint[corners.points[k]] = regions.ofPairs[i];
  return {
    count: contact.pairs.length / 2,
    pairs: contact.pairs,
    kinds: corners.kinds,
    normals,
    sizes: measureSizes(corners, points),
    starts: corners.starts,
    corners: corners.points,
    points,
    curves: curves.map(({ points, closed, border, length }) => ({
      points,
      closed,
      border,
      length,
      region: regionOfPoint[points[0]],
    })),
    regions: measureRegions(corners, segments, points, normals, regions),
    regionOfPair: regions.ofPairs,
    stats,
  };
}

/** The points and curves of a contact, without the rest. */
export interface CurvesOfContact {
  readonly points: Float64Array;
  readonly curves: Omit<ContactCurve, "region">[];
}

export function curvesOfContact(contact: PairContact): CurvesOfContact {
  const { corners, segments } = contact.joined();
  const points = placePoints(contact.triangles(), corners);
  const curves = [LINE, BORDER].flatMap((place) =>
    chainSegments(
      segments.ends.filter((_, k) => segments.places[k >> 1] === place),
      corners.pointCount,
    ).map((chain) => ({
      points: chain.points,
      closed: chain.closed,
      border: place === BORDER,
      length: lengthAlong(chain.points, chain.closed, points),
    })),
  );
  return { points, curves };
}

function lengthAlong(points: Chain["points"], closed: boolean, places: Float64Array): number {
  let length = closed ? lengthBetween(places, points[points.length - 1], points[0]) : 0;
  for (let k = 1; k < points.length; k++) length += lengthBetween(places, points[k - 1], points[k]);
  return length;
}
