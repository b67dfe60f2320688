import { Color, SRGBColorSpace } from "three";
import type { PartColor } from "../../../src/formats/model.ts";
import * as colours from "../../../src/reports/picture/colours.ts";

export const COLOUR_A = new Color(colours.COLOUR_A);
export const COLOUR_B = new Color(colours.COLOUR_B);
export const COLOUR_CURVE = new Color(colours.COLOUR_CURVE);
export const COLOUR_CASING = new Color(colours.COLOUR_CASING);
export const COLOUR_MEASURE = new Color(colours.COLOUR_MEASURE);

export function ghostColour(isDark: boolean): Color {
  return new Color(isDark ? "#9fb2c6" : colours.COLOUR_CONTEXT);
}

/**
 * The colour that the file gives a part; otherwise quiet greys that differ a little from part to part, so that neighbours can be
 * told apart.
 */
export function partColour(part: number, own: PartColor | null, isDark: boolean, out: Color): Color {
  if (own !== null) return out.setRGB(own[0], own[1], own[2], SRGBColorSpace);
  const turn = (part * 0.618034) % 1; // the golden ratio spreads neighbours evenly
  const other = (part * 0.754878) % 1;
  return out.setHSL(0.53 + 0.12 * turn, 0.1, (isDark ? 0.46 : 0.66) + 0.14 * (other - 0.5));
}
