import { createScatter } from "../kit/scatter.ts";
import { startDemo } from "../kit/start-demo.ts";
import { createBoxCloud } from "./box-cloud.ts";
import { createBoxesModel, type Method } from "./model.ts";

const MOST = 100_000;
/** How fast a box that has met another goes dark again. */
const FADE = 0.8;

startDemo(({ stage, controls, extra, restart }) => {
  const count = controls.range("count", {
    label: "Boxes",
    min: 1000,
    max: MOST,
    step: 1000,
    value: innerWidth < 700 ? 20_000 : MOST,
    text: (value) => value.toLocaleString("en"),
    onChange: restart,
  });
  const method = controls.choice<Method>("method", {
    label: "Method",
    options: {
      "segment-sort": "segment sort (Xing, Liu, Xu)",
      "sweep-and-prune": "sweep and prune (I-COLLIDE)",
      "dynamic-tree": "dynamic tree",
    },
    value: "segment-sort",
    onChange: restart,
  });
  const speed = controls.range("speed", {
    label: "Speed",
    min: 0,
    max: 10,
    value: 2,
    text: (value) => `up to ${value} % of a box per step`,
    onChange: restart,
  });
  const onlyMet = controls.toggle("only", { label: "Only boxes that overlap", value: false });
  const build = () => createBoxesModel({ count: count.value, method: method.value, speed: speed.value });
  let model = build();
  const cloud = createBoxCloud(stage, MOST);
  const lit = new Float32Array(MOST);
  const scatter = createScatter(extra, "Boxes (across) against milliseconds per step (up)", [
    { name: "segment sort", colour: "a" },
    { name: "sweep and prune", colour: "b" },
    { name: "dynamic tree", colour: "mark" },
  ]);
  const series = { "segment-sort": 0, "sweep-and-prune": 1, "dynamic-tree": 2 } as const;
  let frame = 0;
  stage.look([2.4, -3.9, 2.1], [0, 0, -0.05]);

  return {
    get timer() {
      return model.timer;
    },
    step() {
      model.step();
      frame++;
      const { begun, begunCount } = model.pairs;
      for (let i = 0; i < model.count; i++) lit[i] *= FADE;
      for (let i = 0; i < 2 * begunCount; i++) lit[begun[i]] = 1;
      if (frame % 10 === 0) scatter.set(series[method.value], model.count, model.milliseconds);
    },
    draw() {
      cloud.show(model.boxes, model.count, lit, model.pairs, onlyMet.value);
    },
    restart() {
      model = build();
      lit.fill(0);
      frame = 0;
    },
    counts: () => model.counts(),
  };
});
