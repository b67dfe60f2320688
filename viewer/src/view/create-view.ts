import {
  DirectionalLight,
  HemisphereLight,
  LineSegments,
  PerspectiveCamera,
  Quaternion,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Vector } from "../../../src/geometry/vector.ts";
import type { PageClash, PageData } from "../../../src/reports/packed-scene.ts";
import {
  distanceFor as distanceForBall,
  FIELD_OF_VIEW,
  HALF_HEIGHT,
  HOME_DIRECTION,
  subjectOf as subjectOfBoxes,
} from "../../../src/reports/picture/camera.ts";
import type { UnpackedScene } from "../data/unpack-scene.ts";
import { element } from "../dom.ts";
import { measure, preciseLength, unitOf } from "../format.ts";
import { createAllParts, type PartHit } from "./all-parts.ts";
import { createAxes } from "./axes.ts";
import { chooseDirection } from "./choose-direction.ts";
import { contactSegments } from "./contact-segments.ts";
import { createDots } from "./dots.ts";
import { fitDistance } from "./fit-distance.ts";
import { type Flight, flightAt, prefersStillness, type Stand, standOf } from "./flight.ts";
import { createHighlight } from "./highlight.ts";
import { createMarks } from "./marks.ts";
import { createRuler, measureWay, snapToCorner } from "./ruler.ts";
import { createCut, facingSection, type Section } from "./section.ts";
import { contextMask, type Visibility } from "./visible-parts.ts";

export type Up = "y" | "z";

export interface View {
  /** Colours the clash's parts and moves to it, by default in a flight; null shows all parts again, from where the camera is. */
  select(clash: number | null, motion?: Motion): void;
  flyToSelected(): void;
  /** Everything in view, from where the camera is. */
  fitAll(): void;
  /** As at the beginning. */
  goHome(): void;
  setVisibility(visibility: Visibility): void;
  /** Cuts the model through the selected clash, or through its middle; null for no cut. */
  setSection(section: Section | null): void;
  /** The cut that shows most from where the camera is. */
  facingSection(): Pick<Section, "axis" | "keepsUpper">;
  /** While measuring, a click sets a point. */
  setMeasuring(isMeasuring: boolean): void;
  setUp(up: Up): void;
  /** Dots in the overview: only for the clashes that the list shows. */
  setListed(clashes: readonly number[]): void;
  state(): ViewState;
}

/** How the camera gets to a selected clash. */
export type Motion = "flight" | "jump" | "none";

/** Where the camera is and what is measured, in the report's coordinates: the middle of another report may be elsewhere. */
export interface ViewState {
  target: Vector;
  /** In the space of the view, unit. */
  direction: Vector;
  distance: number;
  shift: number;
  ruler: Vector[];
}

export interface ViewEvents {
  onPart(part: number): void;
  onClash(clash: number): void;
  /** A click with Shift. */
  onHide(part: number): void;
  /** Null after the first of two points. */
  onMeasured(way: { length: number; along: Vector } | null): void;
  /** How many pixels of the view's right are covered by a panel. */
  coveredWidth(): number;
}

const MARGIN = 1.08;
const FIRST_DIRECTION = new Vector3(...HOME_DIRECTION);
const Z_UP = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -Math.PI / 2);
const CLICK_PIXELS = 5;

/** A view until the end of `life`. `before`: as an earlier view was left. */
export function createView(
  root: HTMLElement,
  data: PageData,
  unpacked: UnpackedScene,
  firstUp: Up,
  before: ViewState | null,
  events: ViewEvents,
  life: AbortSignal,
): View {
  const { report, scene: packed } = data;
  const renderer = new WebGLRenderer({ antialias: true, alpha: true, powerPreference: "high-performance" });
  renderer.autoClear = false;
  renderer.setClearAlpha(0);
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
  const canvas = renderer.domElement;
  const label = element("div", { class: "measure-label", hidden: true });
  const axes = createAxes();
  const rulerLabel = element("div", { class: "measure-label ruler-label", hidden: true });
  root.prepend(canvas, label, rulerLabel, axes.root);

  const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.1, 100);
  const controls = new OrbitControls(camera, canvas);
  controls.enableDamping = !prefersStillness();
  controls.dampingFactor = 0.16;
  controls.zoomToCursor = true;

  const parts = createAllParts(data, unpacked);
  const highlight = createHighlight(data, unpacked);
  const marks = createMarks();
  const dots = createDots(data);
  const ruler = createRuler();
  const cut = createCut([...parts.materials, ...highlight.materials]);
  renderer.localClippingEnabled = true;
  const [partsScene, highlightScene] = [new Scene().add(parts.group), new Scene().add(highlight.group)];
  const [marksScene, dotsScene] = [new Scene().add(marks.group), new Scene().add(dots.group)];
  const rulerScene = new Scene().add(ruler.group);
  const lights = [partsScene, highlightScene].map((scene) => {
    const light = new DirectionalLight(0xffffff, 2.1);
    scene.add(light, light.target, new HemisphereLight(0xffffff, 0x98a4b0, 1.5));
    return light;
  });

  const upTurn = new Quaternion();
  const radius = 0.5 * Math.hypot(...[0, 1, 2].map((k) => packed.box[k + 3] - packed.box[k])) || 1;
  const stand: Stand = { target: new Vector3(), direction: FIRST_DIRECTION.clone(), distance: 1, shift: 0 };
  let flight: Flight | null = null;
  /** Whether the next frame takes off: several steps within a frame are one flight. */
  let isFlightDue = false;
  let selected: number | null = null;
  /** Whether that flight is a jump: when the page opens. */
  let isJumpDue = false;
  let visibility: Visibility = { isIsolated: false, context: Infinity, hidden: new Set() };
  let listed: readonly number[] = [];
  let section: Section | null = null;
  let isMeasuring = false;
  /** Points that were measured in an earlier view. */
  const ruledBefore = (before?.ruler ?? []).map((point) =>
    new Vector3(...point).sub(new Vector3(...packed.origin)),
  );
  let frame = 0;

  /** From the report's coordinates to those of the view. */
  function place(point: Vector): Vector3 {
    return new Vector3(...point).sub(new Vector3(...packed.origin)).applyQuaternion(upTurn);
  }

  function invalidate(): void {
    if (frame === 0) frame = requestAnimationFrame(draw);
  }

  function draw(now: number): void {
    frame = 0;
    if (isFlightDue) flyToSelected();
    isFlightDue = false;
    if (flight !== null) {
      const isOver = flightAt(flight, now, stand);
      controls.target.copy(stand.target);
      camera.position.copy(stand.target).addScaledVector(stand.direction, stand.distance);
      if (isOver) flight = null;
    }
    const isMoving = controls.update() || flight !== null;
    fitDepths();
    for (const light of lights) {
      light.target.position.copy(controls.target);
      light.position.set(-0.55, 0.8, 1).applyQuaternion(camera.quaternion).add(controls.target);
    }
    renderer.clear();
    if (selected === null) {
      parts.beSolid();
      renderer.render(partsScene, camera);
      renderer.render(dotsScene, camera);
    } else {
      renderer.render(highlightScene, camera);
      if (!visibility.isIsolated) {
        parts.beGhosts("depth");
        renderer.render(partsScene, camera);
        parts.beGhosts("colour");
        renderer.render(partsScene, camera);
      }
      renderer.render(marksScene, camera);
    }
    if (isMeasuring) renderer.render(rulerScene, camera);
    axes.update(upTurn, camera.quaternion);
    placeLabels();
    // For whoever looks from outside, tests among them.
    canvas.dataset.eye = camera.position
      .toArray()
      .map((x) => x.toPrecision(6))
      .join(" ");
    canvas.dataset.projection = camera.projectionMatrix
      .clone()
      .multiply(camera.matrixWorldInverse)
      .elements.join(" ");
    canvas.dataset.state = isMoving ? "moving" : "still";
    if (isMoving) invalidate();
  }

  /** Near and far close around what there is, so that the depth buffer is as fine as it can be. */
  function fitDepths(): void {
    const toMiddle = camera.position.length(); // the model's middle is the origin
    const toTarget = camera.position.distanceTo(controls.target);
    camera.near = Math.max(toMiddle - 1.01 * radius, toTarget / 100);
    camera.far = Math.max(toMiddle + 1.01 * radius, 2 * camera.near);
    const { clientWidth: width, clientHeight: height } = root;
    camera.aspect = width / Math.max(1, height);
    camera.setViewOffset(width, height, stand.shift, 0, width, height); // also updates the projection
    camera.updateMatrixWorld();
  }

  function placeLabels(): void {
    const clash = selected === null ? null : report.clashes[selected];
    const measured = clash === null ? null : (clash.depth ?? clash.distance);
    putLabel(label, measured && [place(measured.pointA), place(measured.pointB)]);
    const points = ruler.points().map((point) => point.clone().applyQuaternion(upTurn));
    putLabel(rulerLabel, points.length === 2 ? [points[0], points[1]] : null);
  }

  /** Puts a label on the middle between two points; hides it where that is out of sight. */
  function putLabel(put: HTMLElement, ends: [Vector3, Vector3] | null): void {
    put.hidden = ends === null;
    if (ends === null) return;
    const middle = ends[0].add(ends[1]).divideScalar(2).project(camera);
    put.hidden = Math.abs(middle.x) > 1 || Math.abs(middle.y) > 1 || middle.z > 1;
    const x = ((middle.x + 1) / 2) * root.clientWidth;
    const y = ((1 - middle.y) / 2) * root.clientHeight;
    put.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
  }

  function flyTo(to: Stand): void {
    // Leftover momentum of the mouse must not disturb the flight.
    controls.enableDamping = false;
    controls.update();
    controls.enableDamping = !prefersStillness();
    const from = standOf(camera, controls.target, stand.shift);
    const start = prefersStillness() || isJumpDue ? Number.NEGATIVE_INFINITY : performance.now();
    isJumpDue = false;
    flight = { from, to, start };
    invalidate();
  }

  /** How much of the view's width no panel covers. */
  function freeWidth(): number {
    return Math.max(0.35, 1 - events.coveredWidth() / Math.max(1, root.clientWidth));
  }

  /** From where a ball is in view. */
  function distanceFor(size: number): number {
    return distanceForBall(size) / Math.min(1, camera.aspect * freeWidth());
  }

  /** From where everything is in view. */
  function distanceForAll(direction: Vector3): number {
    const corners = Array.from({ length: 8 }, (_, bits) =>
      new Vector3(...[0, 1, 2].map((k) => packed.box[(bits >> k) & 1 ? k + 3 : k])).applyQuaternion(upTurn),
    );
    const height = HALF_HEIGHT;
    return MARGIN * fitDistance(corners, direction, height, height * camera.aspect * freeWidth()) || 1;
  }

  function fitAll(direction = standOf(camera, controls.target, 0).direction): void {
    const distance = distanceForAll(direction);
    flyTo({ target: new Vector3(), direction, distance, shift: events.coveredWidth() / 2 });
  }

  function flyToSelected(): void {
    if (selected === null) return;
    const clash = report.clashes[selected];
    const { focus, size } = subjectOf(clash);
    const ends = contactSegments(clash, unpacked.curves[selected]);
    let { direction } = standOf(camera, controls.target, 0);
    if (ends !== null) {
      const contact = new LineSegments(ends);
      contact.quaternion.copy(upTurn);
      contact.position.copy(place(clash.point));
      contact.updateMatrixWorld();
      direction = chooseDirection(
        renderer,
        { parts: highlightScene, contact, focus, radius: size },
        direction,
      );
      ends.dispose();
    }
    flyTo({ target: focus, direction, distance: distanceFor(size), shift: events.coveredWidth() / 2 });
  }

  /** What to look at: the contact, with enough of the smaller part around it to know where one is. */
  function subjectOf({ box, a, b }: PageClash): { focus: Vector3; size: number } {
    const subject = subjectOfBoxes(box, [report.parts[a].box, report.parts[b].box], radius);
    return { focus: place(subject.focus), size: subject.size };
  }

  function turnUp(up: Up): void {
    if (up === "z") upTurn.copy(Z_UP);
    else upTurn.identity();
    for (const { group } of [parts, highlight, marks, dots, ruler]) group.quaternion.copy(upTurn);
  }

  function resize(): void {
    const { clientWidth: width, clientHeight: height } = root;
    renderer.setSize(width, height, false);
    invalidate();
  }

  function pickAt(event: PointerEvent): void {
    const bounds = canvas.getBoundingClientRect();
    const pixel = new Vector2(event.clientX - bounds.left, event.clientY - bounds.top);
    if (selected === null && !isMeasuring) {
      const clash = dots.pick(camera, pixel, bounds.width, bounds.height);
      if (clash !== null) {
        events.onClash(clash);
        return;
      }
    }
    const raycaster = new Raycaster();
    raycaster.setFromCamera(
      new Vector2((2 * pixel.x) / bounds.width - 1, 1 - (2 * pixel.y) / bounds.height),
      camera,
    );
    const found =
      (selected === null ? null : highlight.pick(raycaster, cut.keeps)) ?? parts.pick(raycaster, cut.keeps);
    if (found === null) return;
    if (isMeasuring) measureAt(found, bounds);
    else if (event.shiftKey) events.onHide(found.part);
    else events.onPart(found.part);
  }

  function measureAt({ hit, toWorld }: PartHit, { width, height }: DOMRect): void {
    const point = snapToCorner(hit, (corner) => corner.applyMatrix4(toWorld), camera, width, height);
    addMeasured(point.applyQuaternion(upTurn.clone().invert()));
  }

  /** `point` is less the origin of the scene. */
  function addMeasured(point: Vector3): void {
    const ends = ruler.add(point);
    const way = ends && measureWay(...ends);
    rulerLabel.textContent =
      way === null ? "" : preciseLength(Number(way.length.toPrecision(6)), unitOf(report));
    events.onMeasured(way);
    invalidate();
  }

  function showParts(): void {
    const found = selected === null ? null : report.clashes[selected];
    parts.show(contextMask(report, visibility, found, listed));
    highlight.show(found, visibility.hidden);
    invalidate();
  }

  function applySection(): void {
    cut.set(section, selected === null ? new Vector3() : place(report.clashes[selected].point), upTurn);
    invalidate();
  }

  let pressed: PointerEvent | null = null;
  canvas.addEventListener("pointerdown", (event) => {
    flight = null;
    pressed = event;
  });
  canvas.addEventListener("wheel", () => (flight = null), { passive: true });
  canvas.addEventListener("pointerup", (event) => {
    if (pressed === null || pressed.button !== 0) return;
    const moved = Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY);
    pressed = null;
    if (moved < CLICK_PIXELS) pickAt(event);
  });
  controls.addEventListener("change", invalidate);
  const observer = new ResizeObserver(resize);
  observer.observe(root);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const applyTheme = () => {
    parts.setTheme(dark.matches);
    invalidate();
  };
  dark.addEventListener("change", applyTheme, { signal: life });
  applyTheme();
  resize();
  camera.aspect = root.clientWidth / Math.max(1, root.clientHeight);
  turnUp(firstUp);
  if (before === null) camera.position.copy(FIRST_DIRECTION).multiplyScalar(distanceForAll(FIRST_DIRECTION));
  else {
    controls.target.copy(place(before.target));
    camera.position.copy(controls.target).addScaledVector(new Vector3(...before.direction), before.distance);
    stand.shift = before.shift;
  }
  life.addEventListener("abort", () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    controls.dispose();
    renderer.dispose();
    renderer.forceContextLoss(); // frees what the scene takes on the graphics card
    for (const part of [canvas, label, rulerLabel, axes.root]) part.remove();
  });

  return {
    select(clash, motion = "flight") {
      selected = clash;
      const found = clash === null ? null : report.clashes[clash];
      showParts();
      applySection();
      marks.show(found, clash === null ? [] : unpacked.curves[clash], packed.origin);
      label.textContent = found === null ? "" : (measure(found, unitOf(report)) ?? "");
      isFlightDue = clash !== null && motion !== "none";
      isJumpDue = motion === "jump";
      invalidate();
    },
    flyToSelected,
    fitAll: () => fitAll(),
    goHome: () => fitAll(FIRST_DIRECTION.clone()),
    setVisibility(newVisibility) {
      visibility = newVisibility;
      showParts();
    },
    setSection(newSection) {
      section = newSection;
      applySection();
    },
    facingSection: () => facingSection(standOf(camera, controls.target, 0).direction, upTurn),
    setMeasuring(isOn) {
      isMeasuring = isOn;
      canvas.classList.toggle("measuring", isOn);
      ruler.clear();
      if (isOn) for (const point of ruledBefore.splice(0)) addMeasured(point);
      invalidate();
    },
    setUp(up) {
      const { direction, distance, target } = standOf(camera, controls.target, 0);
      flight = null;
      // The same point stays in the middle, seen from the same side of the screen's space.
      target.applyQuaternion(upTurn.clone().invert());
      turnUp(up);
      controls.target.copy(target.applyQuaternion(upTurn));
      camera.position.copy(controls.target).addScaledVector(direction, distance);
      applySection();
    },
    setListed(clashes) {
      listed = clashes;
      dots.show(clashes);
      if (visibility.isIsolated && selected === null) showParts();
      invalidate();
    },
    state() {
      const { target, direction, distance } = standOf(camera, controls.target, 0);
      const inReport = (point: Vector3) => point.add(new Vector3(...packed.origin)).toArray();
      return {
        target: inReport(target.applyQuaternion(upTurn.clone().invert())),
        direction: direction.toArray(),
        distance,
        shift: stand.shift,
        ruler: ruler.points().map((point) => inReport(point.clone())),
      };
    },
  };
}
