import type { PageData } from "../../../src/reports/packed-scene.ts";
import { nameOfFile } from "../format.ts";

export interface PartNames {
  /** What tells a part from others of its name: file, class, or both. Empty where the name alone does. */
  hintOf(part: number): string;
}

/** Two files of one building have their "Wall" each: rows then say which. */
export function createPartNames({ parts, inputs }: PageData["report"]): PartNames {
  const counts = new Map<string, number>();
  for (const { name } of parts) counts.set(name, (counts.get(name) ?? 0) + 1);
  return {
    hintOf(part) {
      const { name, input, type } = parts[part];
      if (counts.get(name) === 1) return "";
      const file = inputs.length > 1 ? nameOfFile(inputs[input].file) : undefined;
      return [file, type].filter((text) => text !== undefined).join(" · ");
    },
  };
}
