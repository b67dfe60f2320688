import { expect, it } from "vitest";
import { buildAabbTree, createMesh, timeOfImpact } from "../../src/index.ts";

// Found in review: the direction from nearest point to nearest point has few digits left when these are 10^-8 apart, and
// separates two edges no longer. Time was halved until it could not be, with the answer "indeterminate".

it("two edges that a rotation brings together meet, whichever way time runs", () => {
  const a = buildAabbTree(createMesh({ positions: Float64Array.of(0, 0, 1, 1.5, 0, 0, 1.5, 1.5, 1.5) }));
  // biome-ignore format: a triangle reads in rows
  const b = buildAabbTree(
    createMesh({
      positions: Float64Array.of(
        0.7925783841870725, 0.23972203251905738, 0.7147578189149499,
        0.9318351354449987, 0.2112229268066585, 0.7930730330292135,
        0.6173310242593288, 0.41643828996457155, 0.7189393671229483,
      ),
    }),
  );
  // biome-ignore format: a matrix reads in columns
  const pose = [
    0.018528172697806447, 0.12030830359764905, -0.9925636598737313, 0,
    -0.44450581469403244, 0.8902209093307515, 0.09960578945786325, 0,
    0.895584327419632, 0.43935480499908686, 0.06997190725240843, 0,
    -1.1193585619330406, -1.8471784368157387, 0.4346377793699503, 1,
  ];
  const start = [
    1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -0.04351282212883234, -0.271485005505383, 0.8700213143602014, 1,
  ];
  const hit = timeOfImpact(a, b, { from: pose, to: start }, null);
  expect(hit.kind).toBe("hit");
  if (hit.kind === "hit") expect(hit.lower).toBeCloseTo(0.444998953, 8);
  expect(timeOfImpact(a, b, { from: start, to: pose }, null).kind).toBe("hit");
});
