// node first-use.mjs abut|three-mesh-bvh: the times of a first use, in ms, as JSON. A process of its own; see ../cold.mjs. The model is made
// by hand, so that neither library loads more than it needs.

const MAJOR = 50;
const MINOR = 50;
const positions = new Float32Array(3 * MAJOR * MINOR);
const indices = new Uint32Array(6 * MAJOR * MINOR);
for (let i = 0, at = 0; i < MAJOR; i++)
  for (let j = 0; j < MINOR; j++) {
    const [u, v] = [(2 * Math.PI * i) / MAJOR, (2 * Math.PI * j) / MINOR];
    const radius = 1 + 0.4 * Math.cos(v);
    positions.set([radius * Math.cos(u), radius * Math.sin(u), 0.4 * Math.sin(v)], 3 * (i * MINOR + j));
    const [p, q] = [i * MINOR + j, i * MINOR + ((j + 1) % MINOR)];
    const [r, s] = [p, q].map((vertex) => (vertex + MINOR) % (MAJOR * MINOR));
    for (const vertex of [p, r, q, q, r, s]) indices[at++] = vertex;
  }
// a quarter turn about x, 0.3 to the right
const TO_WORLD = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0.3, 0, 0, 1];

const CONTESTANTS = {
  async abut() {
    const { buildAabbTree, collide, createMesh } = await import("abut");
    return {
      build: () => buildAabbTree(createMesh({ positions, indices })),
      query: (tree, other) => collide(tree, other, { bToWorld: TO_WORLD }),
    };
  },
  async "three-mesh-bvh"() {
    const { BufferAttribute, BufferGeometry, Matrix4 } = await import("three");
    const { MeshBVH, SAH } = await import("three-mesh-bvh");
    const matrix = new Matrix4().fromArray(TO_WORLD);
    return {
      build() {
        const geometry = new BufferGeometry();
        geometry.setAttribute("position", new BufferAttribute(positions, 3));
        geometry.setIndex(new BufferAttribute(indices, 1));
        geometry.boundsTree = new MeshBVH(geometry, { strategy: SAH });
        return geometry.boundsTree;
      },
      query: (bvh, other) => bvh.intersectsGeometry(other.geometry, matrix),
    };
  },
};

const began = performance.now();
const { build, query } = await CONTESTANTS[process.argv[2]]();
const loaded = performance.now();
const tree = build();
const built = performance.now();
const other = build();
const paired = performance.now();
const isHit = query(tree, other);
const asked = performance.now();
if (!isHit) throw new Error("the two tori cross");
console.log(
  JSON.stringify({
    load: loaded - began,
    build: built - loaded,
    query: asked - paired,
    together: built - began + asked - paired,
  }),
);
