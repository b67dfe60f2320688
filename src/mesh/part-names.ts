/**
 * The property names of a part of a model or of a clash. Readers, clashes, reports, obstacles and writers each read some of
 * them.
 */
export const PART_NAMES = {
  key: true,
  name: true,
  group: true,
  mesh: true,
  toWorld: true,
  guid: true,
  type: true,
  path: true,
  color: true,
  storey: true,
  properties: true,
} as const;
