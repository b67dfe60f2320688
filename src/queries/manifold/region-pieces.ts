import type { ContactLines } from "./contact-lines.ts";
import { type ContactSurface, doubled, INSIDE, sideOfVertex } from "./contact-surface.ts";

// Which inner pieces of a surface the curves of each region bound.

export interface RegionPieces {
  /** Region r bounds the pieces pieces[starts[r]] … pieces[starts[r + 1] − 1], each once. */
  starts: Uint32Array;
  pieces: Uint32Array;
  /** Region and piece of each link, before they are sorted; `marks` has the last region that listed a piece. */
  links: Uint32Array;
  marks: Uint32Array;
}

export function createRegionPieces(): RegionPieces {
  return {
    starts: new Uint32Array(16),
    pieces: new Uint32Array(64),
    links: new Uint32Array(128),
    marks: new Uint32Array(16),
  };
}

export function findRegionPieces(of: RegionPieces, surface: ContactSurface, lines: ContactLines): void {
  const { crossed } = surface;
  const { regionCount, regionOfPair } = lines;
  let count = 0;
  for (let slot = 0; slot < crossed.count; slot++)
    for (let end = 0; end < 2; end++) {
      const vertex = crossed.ends[2 * slot + end];
      if (sideOfVertex(surface, vertex) !== INSIDE) continue;
      if (2 * count === of.links.length) of.links = doubled(of.links);
      of.links[2 * count] = regionOfPair[(end === 0 ? crossed.firstPairs : crossed.lastPairs)[slot]];
      of.links[2 * count + 1] = surface.pieces[vertex];
      count++;
    }
  while (of.pieces.length < count) of.pieces = doubled(of.pieces);
  while (of.starts.length <= regionCount) of.starts = doubled(of.starts);
  while (of.marks.length < surface.pieceCount) of.marks = doubled(of.marks);
  const { starts, pieces, links, marks } = of;
  starts.fill(0, 0, regionCount + 1);
  for (let i = 0; i < count; i++) starts[links[2 * i]]++;
  let sum = 0;
  for (let r = 0; r <= regionCount; r++) {
    sum += starts[r];
    starts[r] = sum;
  }
  for (let i = count - 1; i >= 0; i--) pieces[--starts[links[2 * i]]] = links[2 * i + 1];
  // Each piece once a region.
  marks.fill(0, 0, surface.pieceCount);
  let kept = 0;
  let from = 0;
  for (let r = 0; r < regionCount; r++) {
    const end = starts[r + 1];
    starts[r] = kept;
    for (let i = from; i < end; i++) {
      const piece = pieces[i];
      if (marks[piece] === r + 1) continue;
      marks[piece] = r + 1;
      pieces[kept++] = piece;
    }
    from = end;
  }
  starts[regionCount] = kept;
}
