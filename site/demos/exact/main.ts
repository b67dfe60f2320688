import { createMesh } from "abut";
import { Mesh, MeshBasicMaterial, SphereGeometry } from "three";
import { drawSegments, showMesh } from "../kit/mesh-views.ts";
import { startDemo } from "../kit/start-demo.ts";
import { readColours } from "../kit/theme.ts";
import { createMaps } from "./maps.ts";
import { createExactModel, FIXED, movingTriangle } from "./model.ts";

/** How far the moving triangle is drawn from where it is, for one last bit: some 10¹⁶ times. */
const SHOWN = 0.35;

startDemo(({ stage, controls, extra }) => {
  const auto = controls.toggle("auto", { label: "Move by itself", value: true });
  const byHand = () => {
    controls.set("auto", "false");
    model.set(i.value, j.value);
  };
  const i = controls.range("i", { label: "Last bits of x", min: -24, max: 23, value: 0, onChange: byHand });
  const j = controls.range("j", { label: "Last bits of y", min: -24, max: 23, value: 0, onChange: byHand });
  const model = createExactModel();
  stage.look([20, -39, 17], [-0.8, -0.6, 1.2]);
  showMesh(stage, createMesh({ positions: Float64Array.from(FIXED.flat()) }), "a");
  const mesh = createMesh({ positions: new Float64Array(9) });
  const moving = showMesh(stage, mesh, "b");
  const edges = drawSegments(stage, 3, "text");
  const material = new MeshBasicMaterial();
  const corner = new Mesh(new SphereGeometry(0.5, 24, 16), material);
  stage.scene.add(corner);
  const maps = createMaps(extra, model);
  const note = document.createElement("p");
  note.className = "note";
  stage.canvas.parentElement!.append(note);

  return {
    timer: model.timer,
    step() {
      if (!auto.value) return;
      model.step();
    },
    draw() {
      const { i, j, answers } = model;
      const away = (SHOWN * -(i + j)) / Math.sqrt(3);
      const triangle = movingTriangle(0, 0).map(([x, y, z]) => [x - away, y - away, z + away]);
      mesh.positions.set(triangle.flat());
      moving.update();
      corner.position.set(triangle[0][0], triangle[0][1], triangle[0][2]);
      material.color.set(answers.abut ? readColours().hit : readColours().muted);
      edges.clear();
      for (let k = 0; k < 3; k++) edges.add(FIXED[k], FIXED[(k + 1) % 3]);
      edges.finish();
      note.textContent =
        i + j === 0
          ? "They touch in one point"
          : `${i + j > 0 ? "They overlap by" : "They are apart by"} ${((Math.abs(i + j) * 2 ** -53) / Math.sqrt(3)).toExponential(1)}, drawn larger`;
      maps.show(model);
    },
    restart() {
      model.set(0, 0);
    },
    counts: () => model.counts(),
  };
});
