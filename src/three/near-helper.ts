import { type ColorRepresentation, Group } from "three";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import type { NearPairs } from "../queries/near/near-pairs.ts";
import { createLines, createPoints, draw } from "./marks.ts";

export interface NearHelperOptions {
  color?: ColorRepresentation | undefined;
  pointColor?: ColorRepresentation | undefined;
  /** The size of points, in pixels; default 4. */
  pointSize?: number | undefined;
}

const NEAR_HELPER_OPTIONS: OptionNames<NearHelperOptions> = {
  color: true,
  pointColor: true,
  pointSize: true,
};

/**
 * Draws near pairs, of `findNearPairs`, `findSelfNearPairs` or a step of a world: a line from a's point to b's for each, and both points.
 * Give them to `show` in every frame; null clears.
 */
export class NearHelper extends Group {
  readonly lines;
  readonly points;

  constructor(options: NearHelperOptions = {}) {
    checkOptionNames(options, NEAR_HELPER_OPTIONS, "NearHelper");
    super();
    this.lines = createLines(options.color ?? 0x9c36b5);
    this.points = createPoints(options.pointColor ?? 0x9c36b5, options.pointSize ?? 4);
    this.add(this.lines, this.points);
    this.show(null);
  }

  show(near: NearPairs | readonly NearPairs[] | null): void {
    const ends: number[] = [];
    const lists =
      near === null ? [] : Array.isArray(near) ? (near as readonly NearPairs[]) : [near as NearPairs];
    for (const { count, pointsA, pointsB } of lists)
      for (let row = 0; row < count; row++)
        for (const points of [pointsA, pointsB])
          ends.push(points[3 * row], points[3 * row + 1], points[3 * row + 2]);
    draw(this.lines, ends);
    draw(this.points, ends);
  }

  override dispose(): void {
    for (const { geometry, material } of [this.lines, this.points]) {
      geometry.dispose();
      material.dispose();
    }
  }
}
