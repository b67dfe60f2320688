import {
  type Color,
  DirectionalLight,
  HemisphereLight,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { type ColourName, onThemeChange, readColours } from "./theme.ts";

/** A canvas with a scene, a camera that turns about a target, and light. z points upwards. */
export interface Stage {
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  readonly orbit: OrbitControls;
  readonly canvas: HTMLCanvasElement;
  /** Gives a material, or anything with a colour, one of the theme's colours, now and whenever the theme changes. */
  paint<T extends { color: Color }>(material: T, name: ColourName): T;
  /** Called now and whenever the theme changes. */
  onPaint(listener: () => void): void;
  look(from: readonly [number, number, number], at: readonly [number, number, number]): void;
  /** Draws in the next frame, also while the demo is paused. */
  invalidate(): void;
  /** Draws if anything has changed. */
  render(): void;
}

export function createStage(canvas: HTMLCanvasElement): Stage {
  const renderer = new WebGLRenderer({ canvas, antialias: devicePixelRatio < 2 });
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
  const scene = new Scene();
  const camera = new PerspectiveCamera(40, 1, 0.01, 1000);
  camera.up.set(0, 0, 1);
  const orbit = new OrbitControls(camera, canvas);
  const painters: (() => void)[] = [];
  let isStale = true;
  const invalidate = () => {
    isStale = true;
  };

  const sky = new HemisphereLight(0xffffff, 0x8a8f99, 1.9);
  sky.position.set(0, 0, 1);
  const sun = new DirectionalLight(0xffffff, 1.7);
  sun.position.set(-0.6, -1, 0.8);
  camera.add(sun);
  scene.add(sky, camera);

  function resize() {
    const { clientWidth, clientHeight } = canvas.parentElement!;
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / Math.max(1, clientHeight);
    // A narrow view keeps the width that a square one would show.
    camera.zoom = Math.min(1, camera.aspect);
    camera.updateProjectionMatrix();
    invalidate();
  }
  new ResizeObserver(resize).observe(canvas.parentElement!);
  resize();
  orbit.addEventListener("change", invalidate);
  onThemeChange(() => {
    for (const paint of painters) paint();
    invalidate();
  });
  const onPaint = (listener: () => void) => {
    painters.push(listener);
    listener();
  };
  onPaint(() => renderer.setClearColor(readColours().background));

  return {
    scene,
    camera,
    orbit,
    canvas,
    onPaint,
    paint(material, name) {
      onPaint(() => material.color.set(readColours()[name]));
      return material;
    },
    look(from, at) {
      camera.position.set(...from);
      orbit.target.set(...at);
      orbit.update();
    },
    invalidate,
    render() {
      if (!isStale) return;
      isStale = false;
      renderer.render(scene, camera);
    },
  };
}
