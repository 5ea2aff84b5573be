import { gzipSync } from "node:zlib";
import { bundle } from "./bundle.ts";

/** Prints what importing this package adds to a page: minified, with its dependencies, the module and all tables. */
const entries = ["src/index.ts", "src/engines/wasm.ts", "src/engines/wasm-slim.ts", "src/engines/reference.ts"];
for (const entry of entries) {
  const script = await bundle(entry, "ranker");
  const kilobytes = (bytes: number): string => (bytes / 1_000).toFixed(1).padStart(6);
  const bytes = Buffer.byteLength(script);
  console.log(`${entry.padEnd(28)} ${kilobytes(bytes)} kB, compressed ${kilobytes(gzipSync(script).length)} kB`);
}
