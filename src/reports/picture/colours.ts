// The colours of the page, of pictures and of BCF viewpoints. Blue and orange: told apart with every kind of colour
// blindness. The style sheet of the viewer has them as --a and --b.
export const COLOUR_A = "#2f7de1";
export const COLOUR_B = "#ee8a1d";
/** Contact curves: bright on a dark casing, so that they stand out from any part and either background. */
export const COLOUR_CURVE = "#ffe94a";
export const COLOUR_CASING = "#15181c";
export const COLOUR_MEASURE = "#ffffff";
/** Parts around the clash, on a light background. */
export const COLOUR_CONTEXT = "#52677c";

/** Red, green and blue from 0 to 255. */
export function rgbOf(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
