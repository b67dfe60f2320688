// npm run demo [port]: serves site/dist and prints the address. Any static host will do; this one also sends the two headers that let
// pages share memory with their workers.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".png": "image/png",
  ".webp": "image/webp",
  ".wasm": "application/wasm",
};

/** A server of the folder's files, listening on this machine only. */
export function serve(folder, port = 0) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    let file = join(folder, normalize(path));
    if (file.startsWith(folder) && existsSync(file) && statSync(file).isDirectory())
      file = join(file, "index.html");
    if (!file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("not found");
      return;
    }
    response.writeHead(200, {
      "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
    });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = fileURLToPath(new URL("dist", import.meta.url));
  const server = await serve(folder, Number(process.argv[2] ?? 8123)).catch((error) => {
    if (error.code !== "EADDRINUSE") throw error;
    return serve(folder); // any free port
  });
  console.log(`http://localhost:${server.address().port}/`);
}
