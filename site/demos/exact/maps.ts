import { readColours } from "../kit/theme.ts";
import { type ExactModel, METHODS, type Method, REACH } from "./model.ts";

/** A map for each method: which of the last bits of x (across) and y (up) it takes for a touch. */
export function createMaps(parent: HTMLElement, { wrong }: ExactModel): { show(model: ExactModel): void } {
  const figure = document.createElement("figure");
  const caption = document.createElement("figcaption");
  caption.textContent =
    "Last bits of x (across) and y (up): coloured where a test says that the triangles meet. Right is the diagonal.";
  const grid = document.createElement("div");
  grid.className = "maps";
  figure.append(caption, grid);
  parent.append(figure);
  const side = 2 * REACH;
  const canvases = (Object.keys(METHODS) as Method[]).map((method) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = side;
    canvas.setAttribute("role", "img");
    canvas.setAttribute(
      "aria-label",
      `${METHODS[method]}: ${wrong[method]} of ${side * side} cells are wrong`,
    );
    const box = document.createElement("div");
    const label = document.createElement("span");
    label.textContent = `${METHODS[method]}: ${wrong[method]} wrong`;
    box.append(canvas, label);
    grid.append(box);
    return { method, canvas };
  });
  return {
    show({ maps, i, j }) {
      const { a, ground, hit } = readColours();
      for (const { method, canvas } of canvases) {
        const pen = canvas.getContext("2d")!;
        const image = pen.createImageData(side, side);
        maps[method].forEach((meets, cell) => {
          const row = side - 1 - Math.floor(cell / side);
          const isHere = cell % side === i + REACH && Math.floor(cell / side) === j + REACH;
          const colour = (isHere ? hit : meets === 1 ? a : ground).getHex();
          image.data.set(
            [colour >> 16, (colour >> 8) & 255, colour & 255, 255],
            4 * (row * side + (cell % side)),
          );
        });
        pen.putImageData(image, 0, 0);
      }
    },
  };
}
