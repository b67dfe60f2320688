import { Color } from "three";

// Blue and orange: told apart with every kind of colour blindness. The style sheet has the same as --a and --b.
export const COLOUR_A = new Color("#2f7de1");
export const COLOUR_B = new Color("#ee8a1d");
/** Contact curves: bright on a dark casing, so that they stand out from any part and either background. */
export const COLOUR_CURVE = new Color("#ffe94a");
export const COLOUR_CASING = new Color("#15181c");
export const COLOUR_MEASURE = new Color("#ffffff");

export function ghostColour(isDark: boolean): Color {
  return new Color(isDark ? "#9fb2c6" : "#52677c");
}

/** Quiet greys that differ a little from part to part, so that neighbours can be told apart. */
export function partColour(part: number, isDark: boolean, out: Color): Color {
  const turn = (part * 0.618034) % 1; // the golden ratio spreads neighbours evenly
  const other = (part * 0.754878) % 1;
  return out.setHSL(0.53 + 0.12 * turn, 0.1, (isDark ? 0.46 : 0.66) + 0.14 * (other - 0.5));
}
