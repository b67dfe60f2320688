import { type Quaternion, Vector3 } from "three";
import { svgElement } from "../dom.ts";

const NAMES = ["x", "y", "z"] as const;
const LENGTH = 22;

/** A small picture of the model's axes as they lie now. */
export function createAxes(): { root: SVGElement; update(toModel: Quaternion, camera: Quaternion): void } {
  const lines = NAMES.map((name) => svgElement("line", { class: `axis axis-${name}`, x1: 0, y1: 0 }));
  const letters = NAMES.map((name) => {
    const letter = svgElement("text", {
      class: `axis-name axis-${name}`,
      "text-anchor": "middle",
      dy: "0.35em",
    });
    letter.textContent = name;
    return letter;
  });
  const root = svgElement(
    "svg",
    { class: "axes", viewBox: "-34 -34 68 68", "aria-hidden": "true" },
    ...lines,
    ...letters,
  );
  const end = new Vector3();
  return {
    root,
    update(upTurn, camera) {
      NAMES.forEach((_, k) => {
        end.set(0, 0, 0).setComponent(k, 1).applyQuaternion(upTurn).applyQuaternion(camera.clone().invert());
        const [x, y] = [end.x, -end.y];
        lines[k].setAttribute("x2", (LENGTH * x).toFixed(1));
        lines[k].setAttribute("y2", (LENGTH * y).toFixed(1));
        letters[k].setAttribute("x", ((LENGTH + 7) * x).toFixed(1));
        letters[k].setAttribute("y", ((LENGTH + 7) * y).toFixed(1));
      });
    },
  };
}
