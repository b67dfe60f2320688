import { createMesh, buildAabbTree, collide, castRay, findContacts } from "/work/wt/three/src/index.ts";
globalThis.x = [createMesh, buildAabbTree, collide, castRay, findContacts];
