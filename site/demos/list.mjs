// The demos in the order of the site. `paper` is the page of docs/papers that a demo belongs to; `guide` that of site/guides.

export const DEMOS = [
  {
    name: "bergen",
    title: "Boxes that follow a deforming model",
    short: "AABB trees, refit, SAT lite",
    paper: "1997-van-den-bergen",
    text: "The knot bends in every frame; its tree is refitted, never rebuilt, from the leaves up to the root. A ring travels through it. Red triangles meet. The bars count on which axis each box test ended: SAT lite leaves the nine edge axes out, and needs hardly more tests.",
  },
  {
    name: "boxes",
    title: "100,000 moving boxes",
    short: "segment sort, a broad phase",
    paper: "2010-xing-liu-xu",
    text: "Every box moves in every frame, and every overlapping pair is found in every frame. Boxes that overlap are blue; they flash red when a pair begins. Move the slider and watch the milliseconds: they grow in proportion to the boxes. Sweep and prune does not stay in proportion.",
  },
];
