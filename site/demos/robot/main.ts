import { setPose } from "abut/articulated";
import { drawSegments, type MeshView, showMesh } from "../kit/mesh-views.ts";
import { startDemo } from "../kit/start-demo.ts";
import { createRobotModel, valuesAt } from "./model.ts";

startDemo(async ({ stage, controls }) => {
  let isBuilding = false;
  /** A new post means a new path query; while one is made, the last model stays. */
  const rebuild = async () => {
    if (isBuilding) return;
    isBuilding = true;
    model = await createRobotModel({ post: post.value, thin: thin.value, samples: samples.value });
    isBuilding = false;
    show();
  };
  const post = controls.range("post", {
    label: "Distance of the post",
    min: 0.2,
    max: 1.4,
    step: 0.05,
    value: 0.55,
    text: (x) => `${x} m`,
    onChange: rebuild,
  });
  const thin = controls.range("thin", {
    label: "Thickness of the post",
    min: 0.005,
    max: 0.2,
    step: 0.005,
    value: 0.02,
    text: (x) => `${1000 * x} mm`,
    onChange: rebuild,
  });
  const samples = controls.range("samples", {
    label: "Single poses beside it",
    min: 2,
    max: 100,
    value: 12,
    onChange: rebuild,
  });
  const ghostShown = controls.toggle("ghost", { label: "The arm at the contact", value: true });
  let model = await createRobotModel({ post: post.value, thin: thin.value, samples: samples.value });
  // One view a link; a link without a shape has none.
  let arm: (MeshView | null)[] = [];
  let ghost: (MeshView | null)[] = [];
  let things: (MeshView | null)[] = [];
  const before = drawSegments(stage, 500, "box");
  const after = drawSegments(stage, 500, "hit");
  stage.look([3.0, -2.3, 2.0], [0.15, 0.1, 0.42]);
  show();

  function show(): void {
    for (const view of [...arm, ...ghost, ...things]) if (view !== null) stage.scene.remove(view.object);
    const { body, obstacles, contact } = model;
    const metBy = (side: "linkA" | "linkB", isBody: boolean) =>
      contact === null || contact.kind === "unknown" || (side === "linkB" && contact.isSelf !== isBody)
        ? -1
        : contact[side];
    arm = body.meshes.map(
      (mesh, link) => mesh && showMesh(stage, mesh, link % 2 === 0 ? "a" : "muted", { flat: false }),
    );
    ghost = body.meshes.map((mesh, link) =>
      link > 0 && mesh !== null
        ? showMesh(
            stage,
            mesh,
            link === metBy("linkA", true) || link === metBy("linkB", true) ? "hit" : "mark",
            { opacity: 0.35 },
          )
        : null,
    );
    things = obstacles.meshes.map(
      (mesh, link) =>
        mesh &&
        showMesh(
          stage,
          mesh,
          link === metBy("linkB", false)
            ? "hit"
            : obstacles.articulation.names[link] === "table"
              ? "ground"
              : "b",
        ),
    );
    obstacles.linkPoses.forEach((pose, link) => {
      things[link]?.setPose(pose);
    });
    if (contact !== null) {
      setPose(body, valuesAt(model.waypoints, contact.upper));
      body.linkPoses.forEach((pose, link) => {
        ghost[link]?.setPose(pose);
      });
    }
    before.clear();
    after.clear();
    const end = (contact?.lower ?? Infinity) / 0.05;
    for (let i = 0; i + 1 < model.trace.length; i++)
      (i < end ? before : after).add(model.trace[i], model.trace[i + 1]);
    before.finish();
    after.finish();
    setPose(body, valuesAt(model.waypoints, model.time));
  }

  return {
    get timer() {
      return model.timer;
    },
    step: () => model.step(),
    draw() {
      model.body.linkPoses.forEach((pose, link) => {
        arm[link]?.setPose(pose);
      });
      for (const view of ghost)
        if (view !== null) view.object.visible = ghostShown.value && model.contact !== null;
    },
    restart: rebuild,
    counts: () => model.counts(),
  };
});
