// Where the dynamic tree keeps a box: its place. Places follow the order of the tree's leaves when they are given anew,
// so that boxes near each other in space are near each other in memory; ids come in whatever order the user added.

export interface Places {
  /** The place of an id; NOWHERE for ids that have none. */
  placeOf: Int32Array;
  /** The id of a place. */
  idOf: Uint32Array;
  /** 1 for places without a box. */
  empty: Uint8Array;
  /** All places in use are below. */
  limit: number;
  /** Empty places below `limit`, but those in `leaving`. */
  readonly free: number[];
  /** Places left since the last update: their candidates still have to be dropped. */
  readonly leaving: number[];
}

export const NOWHERE = -1;

export function createPlaces(): Places {
  return {
    placeOf: new Int32Array(0),
    idOf: new Uint32Array(0),
    empty: new Uint8Array(0),
    limit: 0,
    free: [],
    leaving: [],
  };
}

/** Gives a place to a box that has none. */
export function takePlace(places: Places, id: number): number {
  const place = places.free.pop() ?? places.limit++;
  places.placeOf[id] = place;
  places.idOf[place] = id;
  places.empty[place] = 0;
  return place;
}

/** The box of a place is gone; its id stays readable until `freeLeft`. */
export function leavePlace(places: Places, place: number): void {
  places.placeOf[places.idOf[place]!] = NOWHERE;
  places.empty[place] = 1;
  places.leaving.push(place);
}

/** The places left may be given again. */
export function freeLeft(places: Places): void {
  for (const place of places.leaving) places.free.push(place);
  places.leaving.length = 0;
}

/** Gives the box in place order[k] the place k. No place may be leaving. Returns the new place of each old one. */
export function renumberPlaces(places: Places, order: Uint32Array): Uint32Array {
  const newPlaces = new Uint32Array(places.limit);
  const ids = Uint32Array.from(order, (place) => places.idOf[place]!);
  ids.forEach((id, place) => {
    newPlaces[order[place]!] = place;
    places.placeOf[id] = place;
  });
  places.idOf.set(ids);
  places.empty.fill(0, 0, ids.length);
  places.limit = ids.length;
  places.free.length = 0;
  return newPlaces;
}
