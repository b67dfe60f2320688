/** A small arm of primitive shapes, written for this demo. Lengths in metres. */
export const ARM = `<robot name="arm">
  <link name="base"><collision><origin xyz="0 0 0.15"/><geometry><cylinder radius="0.22" length="0.3"/></geometry></collision></link>
  <link name="turret"><collision><origin xyz="0 0 0.14"/><geometry><box size="0.26 0.26 0.26"/></geometry></collision></link>
  <link name="upper arm"><collision><origin xyz="0 0 0.38"/><geometry><box size="0.13 0.15 0.76"/></geometry></collision></link>
  <link name="forearm"><collision><origin xyz="0 0 0.34"/><geometry><cylinder radius="0.065" length="0.6"/></geometry></collision></link>
  <link name="wrist"><collision><origin xyz="0 0 0.05"/><geometry><sphere radius="0.085"/></geometry></collision></link>
  <link name="palm"><collision><origin xyz="0 0 0.05"/><geometry><box size="0.08 0.24 0.06"/></geometry></collision></link>
  <link name="left finger"><collision><origin xyz="0 0 0.09"/><geometry><box size="0.05 0.03 0.16"/></geometry></collision></link>
  <link name="right finger"><collision><origin xyz="0 0 0.09"/><geometry><box size="0.05 0.03 0.16"/></geometry></collision></link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="turret"/><origin xyz="0 0 0.31"/><axis xyz="0 0 1"/><limit lower="-3.1" upper="3.1"/></joint>
  <joint name="shoulder" type="revolute"><parent link="turret"/><child link="upper arm"/><origin xyz="0 0 0.28"/><axis xyz="0 1 0"/><limit lower="-1.6" upper="1.9"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper arm"/><child link="forearm"/><origin xyz="0 0 0.77"/><axis xyz="0 1 0"/><limit lower="-2.6" upper="2.6"/></joint>
  <joint name="wrist turn" type="revolute"><parent link="forearm"/><child link="wrist"/><origin xyz="0 0 0.68"/><axis xyz="0 1 0"/><limit lower="-2" upper="2"/></joint>
  <joint name="palm turn" type="revolute"><parent link="wrist"/><child link="palm"/><origin xyz="0 0 0.1"/><axis xyz="0 0 1"/><limit lower="-3.1" upper="3.1"/></joint>
  <joint name="left" type="prismatic"><parent link="palm"/><child link="left finger"/><origin xyz="0 0.05 0.08"/><axis xyz="0 1 0"/><limit lower="0" upper="0.05"/></joint>
  <joint name="right" type="prismatic"><parent link="palm"/><child link="right finger"/><origin xyz="0 -0.05 0.08"/><axis xyz="0 -1 0"/><limit lower="0" upper="0.05"/></joint>
</robot>`;
