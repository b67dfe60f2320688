import type { TriangleMesh } from "abut";
import { NearHelper } from "abut/three";
import type { WorldNearPair } from "abut/world";
import { markTriangles } from "./mesh-views.ts";
import type { Stage } from "./stage.ts";
import type { ColourName } from "./theme.ts";

/** The near pairs of a soft body: lines between features, and the body's triangles that have any. */
export interface NearMarks {
  show(near: readonly WorldNearPair[], mesh: TriangleMesh, id: number, areTrianglesShown: boolean): void;
}

/** `onOthers` is the colour of triangles that are near another body. */
export function createNearMarks(stage: Stage, onOthers: ColourName): NearMarks {
  const helper = new NearHelper({ pointSize: 2 });
  stage.paint(helper.lines.material, "mark");
  stage.paint(helper.points.material, "mark");
  stage.scene.add(helper);
  const others = markTriangles(stage, 10_000, onOthers);
  const itself = markTriangles(stage, 10_000, "hit");
  return {
    show(near, mesh, id, areTrianglesShown) {
      helper.show(near.map(({ features }) => features));
      others.clear();
      itself.clear();
      for (const { bodyA, bodyB, features } of areTrianglesShown ? near : [])
        for (let row = 0; row < features.count; row++) {
          const marks = bodyA === bodyB ? itself : others;
          if (bodyA === id) marks.add(mesh, features.triangles[2 * row]);
          if (bodyB === id) marks.add(mesh, features.triangles[2 * row + 1]);
        }
      others.finish();
      itself.finish();
    },
  };
}
