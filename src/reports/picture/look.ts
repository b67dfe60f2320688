import type { Vector } from "../../geometry/vector.ts";
import { candidateDirections, distanceFor, fromView, type Subject, subjectOf } from "./camera.ts";
import { chooseDirection } from "./choose-direction.ts";
import { type PictureScene, partsOfShot, type Shot } from "./scene.ts";

/** Where the camera stands and looks: the focus in the report's coordinates, the direction in the axes of the view. */
export interface Look extends Subject {
  /** From the focus to the eye, a unit vector, y up. */
  direction: Vector;
}

/** The view that shows most of the contact. */
export function bestLook(scene: PictureScene, shot: Shot): Look {
  const subject = subjectOfShot(scene, shot);
  return { ...subject, direction: chooseDirection(scene, shot, subject) };
}

/** A view from outside the boxes of the parts, where there is one. It takes no time, for viewpoints without a picture. */
export function quickLook(scene: PictureScene, shot: Shot): Look {
  const subject = subjectOfShot(scene, shot);
  const directions = candidateDirections().map(({ direction }) => direction);
  const boxes = partsOfShot(shot).map((part) => scene.report.parts[part].box);
  const isFree = (direction: Vector) => {
    const eye = eyeOf(scene, { ...subject, direction });
    return !boxes.some((box) => eye.every((value, k) => value >= box[k] && value <= box[k + 3]));
  };
  return { ...subject, direction: directions.find(isFree) ?? directions[0] };
}

/** The position of the eye, in the report's coordinates. */
export function eyeOf({ up }: PictureScene, { focus, size, direction }: Look): Vector {
  const away = fromView(direction, up);
  const distance = distanceFor(size);
  return [focus[0] + distance * away[0], focus[1] + distance * away[1], focus[2] + distance * away[2]];
}

function subjectOfShot({ report, radius }: PictureScene, shot: Shot): Subject {
  const boxes = partsOfShot(shot).map((part) => report.parts[part].box);
  return subjectOf(shot.box, boxes, radius);
}
