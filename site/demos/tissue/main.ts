import { createDeformingDemo } from "../kit/deforming-demo.ts";
import { showMesh } from "../kit/mesh-views.ts";
import { createNearMarks } from "../kit/near-marks.ts";
import { startDemo } from "../kit/start-demo.ts";
import { createTissueModel } from "./model.ts";

startDemo(({ stage, controls, restart }) => {
  const reach = controls.range("reach", {
    label: "Reach of the tool",
    min: 0,
    max: 1.3,
    step: 0.05,
    value: 1.1,
    onChange: restart,
  });
  const stiffness = controls.range("stiffness", {
    label: "Stiffness of the tissue",
    min: 0.002,
    max: 0.04,
    step: 0.002,
    value: 0.012,
    onChange: restart,
  });
  const marks = controls.toggle("marks", { label: "Colour triangles in contact", value: true });
  const wires = controls.toggle("wires", { label: "Triangles of the tissue", value: false });
  const build = () => createTissueModel({ reach: reach.value, stiffness: stiffness.value });
  const model = build();
  const tool = showMesh(stage, model.tool, "ground", { flat: false });
  const near = createNearMarks(stage, "a");
  stage.look([-1.2, -3.4, 2.5], [-0.1, 0, 0.4]);

  return createDeformingDemo(stage, model, build, {
    meshOf: ({ tissue }) => tissue,
    colour: "b",
    draw({ toolToWorld, near: pairs, tissue, tissueId }, view) {
      view.object.material.wireframe = wires.value;
      tool.setPose(toolToWorld);
      near.show(pairs, tissue, tissueId, marks.value);
    },
  });
});
