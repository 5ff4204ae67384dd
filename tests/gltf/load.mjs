// Loads a binary glTF file as a page with three.js would, plays it, and prints what it sees as one JSON object:
// processor time of loading, how many skins, clips and bones there are, and the path of one walker's hips and feet, frame by frame.
//   node load.mjs FILE.glb WALKER [FPS] [SECONDS]
import { readFile } from "node:fs/promises";

// three.js looks for a browser here and there; these are all it needs of one.
globalThis.self = globalThis;
globalThis.ProgressEvent ??= class {};

const { AnimationMixer, Vector3 } = await import("three");
const { GLTFLoader } = await import("three/addons/loaders/GLTFLoader.js");
const { MeshoptDecoder } = await import("three/addons/libs/meshopt_decoder.module.js");

const [file, walker, fps = "25", seconds = "4"] = process.argv.slice(2);
const bytes = await readFile(file);
const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
const begun = process.cpuUsage();
const gltf = await new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).parseAsync(buffer, "");
const { user, system } = process.cpuUsage(begun);

const skins = [];
gltf.scene.traverse((o) => o.isSkinnedMesh && skins.push(o));
const geometries = new Set(skins.map((s) => s.geometry.attributes.position));
const root = gltf.scene.children.find((o) => o.userData.walker === Number(walker));
const find = (word) => {
  let found = null;
  root.traverse((o) => (found ??= o.name.toLowerCase().startsWith(word) ? o : null));
  return found;
};
const [hips, left, right, head, leftArm, rightArm] = [
  "hips",
  "left-toes",
  "right-toes",
  "head",
  "left-arm",
  "right-arm",
].map(find);
const body = skins.find((s) => s.skeleton.bones.includes(hips));

const mixer = new AnimationMixer(gltf.scene);
mixer.clipAction(gltf.animations[0]).play();
const frames = [];
const place = (o) => o.getWorldPosition(new Vector3()).toArray();
for (let k = 0; k <= Number(seconds) * Number(fps); k++) {
  mixer.setTime(k / Number(fps));
  gltf.scene.updateMatrixWorld(true);
  // The lowest vertex of the skin, as it would be drawn.
  let lowest = Infinity;
  let highest = -Infinity;
  if (k % 5 === 0) {
    body.skeleton.update();
    const v = new Vector3();
    for (let i = 0; i < body.geometry.attributes.position.count; i++) {
      body.getVertexPosition(i, v).applyMatrix4(body.matrixWorld);
      [lowest, highest] = [Math.min(lowest, v.y), Math.max(highest, v.y)];
    }
  }
  frames.push({
    hips: place(hips),
    left: place(left),
    right: place(right),
    head: place(head),
    left_arm: place(leftArm),
    right_arm: place(rightArm),
    shown: root.scale.x,
    lowest: Number.isFinite(lowest) ? lowest : null,
    highest: Number.isFinite(highest) ? highest : null,
  });
}

console.log(
  JSON.stringify({
    load_cpu_s: (user + system) / 1e6,
    skinned_meshes: skins.length,
    skeletons: new Set(skins.map((s) => s.skeleton)).size,
    vertex_buffers: geometries.size,
    clips: gltf.animations.length,
    seconds: gltf.animations[0].duration,
    tracks: gltf.animations[0].tracks.length,
    bones: body.skeleton.bones.length,
    name: root.name,
    pieces: gltf.scene.children.filter((o) => o.isMesh && !o.isSkinnedMesh).map((o) => o.name),
    frames,
  }),
);
