// Khronos' validator on a binary glTF file: prints what it found as one JSON object; exit code 1 when there are errors.
//   node validate.mjs FILE.glb
import { readFile } from "node:fs/promises";
import validator from "gltf-validator";

const file = process.argv[2];
const report = await validator.validateBytes(new Uint8Array(await readFile(file)), { uri: file, maxIssues: 100 });
const { numErrors, numWarnings, numInfos, numHints, messages } = report.issues;
console.log(
  JSON.stringify({
    errors: numErrors,
    warnings: numWarnings,
    infos: numInfos,
    hints: numHints,
    codes: [...new Set(messages.map((m) => m.code))],
    first: messages.slice(0, 5),
    info: report.info,
  }),
);
process.exit(numErrors > 0 ? 1 : 0);
