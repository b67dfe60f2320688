import { ContactHelper } from "abut/three";
import { createBoxLines } from "../kit/box-lines.ts";
import { dragObject } from "../kit/drag-object.ts";
import { markTriangles, showMesh } from "../kit/mesh-views.ts";
import { startDemo } from "../kit/start-demo.ts";
import { createFigueiredoModel } from "./model.ts";

startDemo(({ stage, controls, restart }) => {
  const boxShown = controls.toggle("box", { label: "Overlap box (OAABB)", value: true });
  const survivorsShown = controls.toggle("survivors", {
    label: "Triangles that survive the filter",
    value: true,
  });
  const compare = controls.toggle("compare", { label: "Run version 1, too", value: true, onChange: restart });
  let model = createFigueiredoModel({ compare: compare.value });
  stage.look([3.2, -18, 15], [2.2, -0.2, 0]);
  const prototype = showMesh(stage, model.prototype.mesh, "ground");
  prototype.setPose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  const part = showMesh(stage, model.part.mesh, "a");
  const survivors = markTriangles(stage, 40_000, "b", 0.45);
  const helper = new ContactHelper({ normalLength: 0.6 });
  stage.paint(helper.curves.material, "hit");
  stage.paint(helper.normals.material, "mark");
  stage.scene.add(helper);
  const box = createBoxLines(stage, 1, { colours: ["mark", "mark"] });
  dragObject(stage, part.object, (at) => model.drag(at));

  return {
    get timer() {
      return model.timer;
    },
    step: () => model.step(),
    draw() {
      const { contacts, partToWorld, overlap } = model;
      part.setPose(partToWorld);
      survivors.clear();
      if (survivorsShown.value)
        for (const triangle of model.survivors) survivors.add(model.prototype.mesh, triangle);
      survivors.finish();
      helper.show(contacts);
      box.clear();
      if (boxShown.value && overlap !== null) box.addBounds(overlap);
      box.finish();
    },
    restart() {
      model = createFigueiredoModel({ compare: compare.value });
    },
    counts: () => model.counts(),
  };
});
