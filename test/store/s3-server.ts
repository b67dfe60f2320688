import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// What a store needs of S3, on a free port of the loopback interface: objects, lists in pages, copies, and signatures of version 4,
// which are computed here from AWS's description, not by the client's code.

export const CREDENTIALS = { id: "AKIDEXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" };
const REGION = "eu-test-1";

export interface S3Server {
  readonly url: string;
  readonly bucket: string;
  readonly objects: Map<string, { bytes: Buffer; time: number }>;
  /** Method and path of every request, in order. */
  readonly requests: string[];
  /** Answer the next requests, one each, instead of the server. */
  readonly faults: ((request: IncomingMessage, response: ServerResponse) => void)[];
  /** Environment variables with which clients reach the server. */
  readonly env: Record<string, string>;
  close(): Promise<void>;
}

/** Lists have `pageSize` objects a page. */
export async function startS3Server(pageSize = 1000): Promise<S3Server> {
  const bucket = "abut-test";
  const objects: S3Server["objects"] = new Map();
  const requests: string[] = [];
  const faults: S3Server["faults"] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces);
    requests.push(`${request.method} ${request.url}`);
    const fault = faults.shift();
    if (fault !== undefined) return fault(request, response);
    const wrong = findFault(request, body);
    if (wrong !== null) return fail(response, 403, wrong);
    answer(request, body, response);
  });
  const answer = (request: IncomingMessage, body: Buffer, response: ServerResponse) => {
    const url = new URL(request.url!, "http://localhost");
    const [, name, ...rest] = url.pathname.split("/").map(decodeURIComponent);
    const key = rest.join("/");
    if (name !== bucket) return fail(response, 404, "NoSuchBucket");
    if (request.method === "GET" && key === "") return list(url.searchParams, response);
    const found = objects.get(key);
    if (request.method === "PUT") {
      const source = request.headers["x-amz-copy-source"];
      const copied = source && objects.get(decodeURIComponent(String(source)).slice(bucket.length + 1));
      if (source !== undefined && !copied) return fail(response, 404, "NoSuchKey");
      objects.set(key, { bytes: copied ? copied.bytes : body, time: Date.now() });
      return response.end(source === undefined ? "" : "<CopyObjectResult><ETag>1</ETag></CopyObjectResult>");
    }
    if (request.method === "DELETE") {
      objects.delete(key);
      response.statusCode = 204;
      return response.end();
    }
    if (found === undefined) return fail(response, 404, request.method === "HEAD" ? "" : "NoSuchKey");
    response.setHeader("content-length", found.bytes.length);
    response.setHeader("last-modified", new Date(found.time).toUTCString());
    response.end(request.method === "HEAD" ? undefined : found.bytes);
  };
  const list = (query: URLSearchParams, response: ServerResponse) => {
    const prefix = query.get("prefix") ?? "";
    const after = Buffer.from(query.get("continuation-token") ?? "", "base64").toString();
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, pageSize);
    const next = keys.length > page.length ? Buffer.from(page[page.length - 1]).toString("base64") : "";
    const contents = page.map((key) => {
      const { bytes, time } = objects.get(key)!;
      const modified = new Date(time).toISOString();
      return `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified><Size>${bytes.length}</Size></Contents>`;
    });
    const token = next && `<NextContinuationToken>${next}</NextContinuationToken>`;
    response.setHeader("content-type", "application/xml");
    response.end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${next !== ""}</IsTruncated>${token}${contents.join("")}</ListBucketResult>`,
    );
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = {
    AWS_ENDPOINT_URL_S3: url,
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: CREDENTIALS.id,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secret,
    AWS_EC2_METADATA_DISABLED: "true",
  };
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url, bucket, objects, requests, faults, env, close };
}

export function fail(response: ServerResponse, status: number, code: string): void {
  response.statusCode = status;
  response.setHeader("content-type", "application/xml");
  response.end(code && `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

/** The code of the error that a request's signature is; null if it is right. */
function findFault({ method, url: path, headers }: IncomingMessage, body: Buffer): string | null {
  const [, id, day, region, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    ) ?? [];
  if (id === undefined) return "AccessDenied";
  if (id !== CREDENTIALS.id) return "InvalidAccessKeyId";
  const hash = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const names = signed.split(";");
  const time = String(headers["x-amz-date"]);
  if (!names.includes("host") || !names.includes("x-amz-date") || !time.startsWith(day))
    return "AccessDenied";
  const payload = String(headers["x-amz-content-sha256"]);
  if (payload !== hash(body)) return "XAmzContentSHA256Mismatch";
  const url = new URL(path!, "http://localhost");
  const query = url.search
    .slice(1)
    .split("&")
    .filter(Boolean)
    .map((part) => (part.includes("=") ? part : `${part}=`));
  const canonical = [
    method,
    path!.split("?")[0],
    query.sort().join("&"),
    ...names.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, " ")}`),
    "",
    signed,
    payload,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [region, "s3", "aws4_request"].reduce<Buffer>(hmac, hmac(`AWS4${CREDENTIALS.secret}`, day));
  const expected = hmac(key, ["AWS4-HMAC-SHA256", time, scope, hash(canonical)].join("\n")).toString("hex");
  return expected === signature ? null : "SignatureDoesNotMatch";
}
