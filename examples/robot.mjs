// Which links of a robot collide, and is its path free? A small URDF arm, bent until its hand runs into its own base, then moved
// over a crate.

import {
  collideAlongPath,
  createArticulatedBody,
  createObstacles,
  findLinkPairs,
  isPathFree,
  setPose,
} from "abut/articulated";
import { jointValues, readUrdf } from "abut/formats";
import { createBox } from "abut/primitives";

const robot = await readUrdf(
  `<robot name="arm">
    <link name="base"><collision><geometry><cylinder radius="0.2" length="0.4"/></geometry></collision></link>
    <link name="upper arm">
      <collision><origin xyz="0 0 0.5"/><geometry><box size="0.15 0.15 0.9"/></geometry></collision>
    </link>
    <link name="forearm">
      <collision><origin xyz="0 0 0.4"/><geometry><capsule radius="0.08" length="0.6"/></geometry></collision>
    </link>
    <link name="hand"><collision><geometry><sphere radius="0.15"/></geometry></collision></link>
    <joint name="shoulder" type="revolute">
      <parent link="base"/><child link="upper arm"/>
      <origin xyz="0 0 0.2"/><axis xyz="0 1 0"/><limit lower="-2" upper="2"/>
    </joint>
    <joint name="elbow" type="revolute">
      <parent link="upper arm"/><child link="forearm"/>
      <origin xyz="0 0 1"/><axis xyz="0 1 0"/><limit lower="0" upper="2.9"/>
    </joint>
    <joint name="wrist" type="fixed"><parent link="forearm"/><child link="hand"/><origin xyz="0 0 0.9"/></joint>
  </robot>`,
  "arm.urdf",
);
const body = createArticulatedBody(robot.links);
const { names } = body.articulation;

// The body with itself. Links that a joint connects may meet there, and are left out.
for (const elbow of [0, 1.5, 2.9]) {
  setPose(body, jointValues(robot, { shoulder: 0.2, elbow }));
  const { count, pairs } = findLinkPairs(body, body);
  const hits = Array.from(
    { length: count },
    (_, i) => `${names[pairs[2 * i]]} and ${names[pairs[2 * i + 1]]}`,
  );
  console.log(`elbow ${elbow}: ${hits.join(", ") || "no collision"}`);
}

// Between waypoints joint values go in straight lines; no contact is missed in between.
const crate = createObstacles([
  {
    name: "crate",
    mesh: createBox({ size: [0.5, 0.5, 0.5] }),
    toWorld: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1.2, 0, 0.25, 1],
  },
]);
const waypoint = (shoulder, elbow) => jointValues(robot, { shoulder, elbow });
const paths = {
  "straight across": [waypoint(0.6, 0.4), waypoint(1.6, 0.4)],
  "arm raised": [waypoint(0.6, 0.4), waypoint(0, 0.4), waypoint(-0.6, 0.4)],
};
for (const [name, waypoints] of Object.entries(paths)) {
  if (isPathFree(body, waypoints, crate)) {
    console.log(`${name}: the path is free`);
    continue;
  }
  const { kind, lower, upper, linkA, linkB, isSelf } = collideAlongPath(body, waypoints, crate);
  const other = isSelf ? names[linkB] : crate.articulation.names[linkB];
  console.log(`${name}: ${kind} of ${names[linkA]} and ${other}, ${lower.toFixed(3)} to ${upper.toFixed(3)}`);
}
