import { type Object3D, Plane, Raycaster, Vector2, Vector3 } from "three";
import type { Stage } from "./stage.ts";

/** Lets the pointer move an object in the plane that faces the camera; elsewhere the pointer still turns the view. */
export function dragObject(
  stage: Stage,
  object: Object3D,
  move: (at: [number, number, number]) => void,
): void {
  const { canvas, camera, orbit } = stage;
  const caster = new Raycaster();
  const plane = new Plane();
  const grip = new Vector3(); // from the object's origin to where it was taken
  const hit = new Vector3();
  let isHeld = false;

  function aim(event: PointerEvent): void {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const at = new Vector2(
      (2 * (event.clientX - left)) / width - 1,
      1 - (2 * (event.clientY - top)) / height,
    );
    caster.setFromCamera(at, camera);
  }
  canvas.addEventListener(
    "pointerdown",
    (event) => {
      aim(event);
      object.updateMatrixWorld(true);
      const [first] = caster.intersectObject(object);
      if (first === undefined) return;
      isHeld = true;
      orbit.enabled = false;
      canvas.setPointerCapture(event.pointerId);
      plane.setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), first.point);
      grip.copy(first.point).sub(new Vector3().setFromMatrixPosition(object.matrixWorld));
    },
    { capture: true },
  );
  canvas.addEventListener("pointermove", (event) => {
    aim(event);
    if (isHeld && caster.ray.intersectPlane(plane, hit) !== null) {
      hit.sub(grip);
      move([hit.x, hit.y, hit.z]);
    }
  });
  for (const name of ["pointerup", "pointercancel"] as const)
    canvas.addEventListener(name, () => {
      isHeld = false;
      orbit.enabled = true;
    });
}
