import type { TriangleMesh } from "abut";
import { type MeshView, showMesh } from "./mesh-views.ts";
import type { Stage } from "./stage.ts";
import type { Demo } from "./start-demo.ts";
import type { ColourName } from "./theme.ts";

interface DeformingView<Model> {
  meshOf(model: Model): TriangleMesh;
  readonly colour: ColourName;
  /** Draws what else the demo shows; the deforming mesh is up to date. */
  draw(model: Model, view: MeshView): void;
}

/** The demo of a model with one deforming mesh. A restart replaces the model, and the view of that mesh. */
export function createDeformingDemo<Model extends Pick<Demo, "step" | "counts" | "timer">>(
  stage: Stage,
  first: Model,
  build: () => Model,
  { meshOf, colour, draw }: DeformingView<Model>,
): Demo {
  let model = first;
  let view = showMesh(stage, meshOf(model), colour);
  return {
    get timer() {
      return model.timer;
    },
    step: () => model.step(),
    draw() {
      view.update();
      draw(model, view);
    },
    restart() {
      stage.scene.remove(view.object);
      model = build();
      view = showMesh(stage, meshOf(model), colour);
    },
    counts: () => model.counts(),
  };
}
