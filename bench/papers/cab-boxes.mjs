import { createArticulatedBody, setPose, updateCab } from "abut/articulated";
import { updateObb } from "abut/papers";
import { OBB_AXES, OBB_HALF, OBB_STRIDE } from "../../dist/internals.js";

// How large the boxes of inner nodes are, by CAB's rules and by covariance, and where the rule "signed" gives other boxes than "longest".

const UPDATES = {
  longest: (body) => updateCab(body),
  signed: (body) => updateCab(body, { rule: "signed" }),
  sum: (body) => updateCab(body, { rule: "sum" }),
  obb: updateObb,
};

/**
 * { boxes, frames, otherBoxes, otherFrames, volumes, otherVolume }: how many boxes of inner nodes there are over all frames; how many of them, and
 * in how many frames, have other axes by "signed". `volumes`: by update, the geometric mean relative to "longest"; `otherVolume`: that of
 * "signed" over the other boxes alone.
 */
export function measureBoxes({ bodies, frames, valuesAt }) {
  const made = bodies.map((links) => createArticulatedBody(links));
  const logs = { signed: 0, sum: 0, obb: 0 };
  let [boxes, otherBoxes, otherFrames, otherLog] = [0, 0, 0, 0];
  for (let frame = 0; frame < frames; frame++) {
    const before = otherBoxes;
    for (const [k, body] of made.entries()) {
      setPose(body, valuesAt(frame, k));
      const found = Object.fromEntries(
        Object.entries(UPDATES).map(([name, update]) => {
          update(body);
          return [name, body.boxes.slice()];
        }),
      );
      const { leafCount, nodeCount } = body.hierarchy;
      for (let node = leafCount; node < nodeCount; node++) {
        const volume = logVolume(found.longest, node);
        boxes++;
        for (const name of Object.keys(logs)) logs[name] += logVolume(found[name], node) - volume;
        if (axesOf(found.signed, node) === axesOf(found.longest, node)) continue;
        otherBoxes++;
        otherLog += logVolume(found.signed, node) - volume;
      }
    }
    if (otherBoxes > before) otherFrames++;
  }
  return {
    boxes,
    frames,
    otherBoxes,
    otherFrames,
    volumes: Object.fromEntries(Object.entries(logs).map(([name, sum]) => [name, Math.exp(sum / boxes)])),
    otherVolume: Math.exp(otherLog / otherBoxes),
  };
}

function logVolume(boxes, node) {
  const at = OBB_STRIDE * node + OBB_HALF;
  return Math.log(boxes[at]) + Math.log(boxes[at + 1]) + Math.log(boxes[at + 2]);
}

function axesOf(boxes, node) {
  return boxes.subarray(OBB_STRIDE * node + OBB_AXES, OBB_STRIDE * node + OBB_AXES + 9).join();
}
