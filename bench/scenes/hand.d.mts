import type * as Primitives from "../../src/mesh/primitives/index.ts";
import type { BodyScene } from "./chains.d.mts";

export function createHandScene(
  primitives: typeof Primitives,
  options?: { frames?: number; seed?: number },
): BodyScene;
