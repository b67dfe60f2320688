import { setPose } from "abut/articulated";
import { RBush3D } from "rbush-3d";
import { Box3, Matrix4 } from "three";
import { buildBvh, createGeometry, SAH } from "../three-mesh-bvh.mjs";

// The loop that callers write today: rbush-3d over the boxes of all meshes, three-mesh-bvh for each pair of boxes that overlap.

export function createPeerLoop(bodies) {
  const geometries = new Map();
  const geometryOf = (mesh) => {
    if (!geometries.has(mesh)) {
      const { positions, indices } = mesh;
      const geometry = createGeometry({
        positions: positions instanceof Float32Array ? positions : Float32Array.from(positions),
        indices: indices ?? Uint32Array.from({ length: positions.length / 3 }, (_, i) => i),
      });
      buildBvh(geometry, SAH);
      geometries.set(mesh, geometry);
    }
    return geometries.get(mesh);
  };
  const pieces = [];
  const piecesOf = bodies.map((body, number) => {
    const own = body.kind === "articulated" ? body.body.meshes : [body.mesh];
    return own.flatMap((mesh, link) => {
      if (mesh === null) return [];
      const geometry = geometryOf(mesh);
      const piece = {
        id: pieces.length,
        body: number,
        link,
        kind: body.kind,
        geometry,
        matrix: new Matrix4(),
        box: new Box3(),
      };
      if (body.toWorld && body.kind !== "articulated") piece.matrix.fromArray(body.toWorld);
      pieces.push({ ...piece, minX: 0, minY: 0, minZ: 0, maxX: 0, maxY: 0, maxZ: 0 });
      return [pieces.length - 1];
    });
  });
  const bToA = new Matrix4();
  const place = (piece) => {
    piece.geometry.boundsTree.getBoundingBox(piece.box);
    piece.box.applyMatrix4(piece.matrix);
    [piece.minX, piece.minY, piece.minZ] = piece.box.min.toArray();
    [piece.maxX, piece.maxY, piece.maxZ] = piece.box.max.toArray();
  };
  pieces.forEach(place);
  return {
    move: {
      pose(number, matrix) {
        const piece = pieces[piecesOf[number][0]];
        piece.matrix.fromArray(matrix);
        place(piece);
      },
      joints(number, values) {
        const { body, toWorld } = bodies[number];
        setPose(body, values, { rootToWorld: toWorld });
        for (const i of piecesOf[number]) {
          pieces[i].matrix.fromArray(body.linkPoses[pieces[i].link]);
          place(pieces[i]);
        }
      },
      deformed(number) {
        const piece = pieces[piecesOf[number][0]];
        piece.geometry.boundsTree.refit();
        place(piece);
      },
    },
    step() {
      const tree = new RBush3D();
      tree.load(pieces);
      let met = 0;
      for (const p of pieces)
        for (const q of tree.search(p)) {
          if (q.id <= p.id || !areTested(bodies, p, q)) continue;
          bToA.copy(p.matrix).invert().multiply(q.matrix);
          if (p.geometry.boundsTree.intersectsGeometry(q.geometry, bToA)) met++;
        }
      bodies.forEach(({ kind, self, mesh }) => {
        if (self && kind === "deformable") met += Number(meetsItself(geometryOf(mesh)));
      });
      return met;
    },
  };
}

function areTested(bodies, p, q) {
  if (p.kind === "static" && q.kind === "static") return false;
  if (p.body !== q.body) return true;
  const { allowed } = bodies[p.body];
  return allowed !== undefined && allowed.matrix[p.link * allowed.linkCount + q.link] === 0;
}

const IDENTITY = new Matrix4();

/** The first pair of triangles without a common corner that meet. */
function meetsItself({ boundsTree, index }) {
  const corners = index.array;
  return boundsTree.bvhcast(boundsTree, IDENTITY, {
    intersectsTriangles(triangleA, triangleB, a, b) {
      if (a >= b) return false;
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) if (corners[3 * a + i] === corners[3 * b + j]) return false;
      return triangleA.intersectsTriangle(triangleB);
    },
  });
}
