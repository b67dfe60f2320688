import type { S3Client } from "@aws-sdk/client-s3";
import { StoreError } from "../errors.ts";
import type { S3Address } from "./s3-address.ts";

/** Objects of a bucket, by what their names have after the store's prefix. */
export interface Bucket {
  /** Null for an object that does not exist. */
  get(name: string): Promise<Uint8Array | null>;
  has(name: string): Promise<boolean>;
  /** Replaces an object that is there. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  delete(name: string): Promise<void>;
  /** Makes now the time at which the object was last written. */
  touch(name: string): Promise<void>;
  /** All objects whose names begin with `start`; `used` is when each was written or touched, in milliseconds. */
  list(start: string): Promise<{ name: string; size: number; used: number }[]>;
  close(): void;
}

/** How often a request is tried, with pauses that double, while the server is away, busy or has an error of its own. */
const TRIES = 5;
/** How long a connection may take, and how long a server may be silent, in milliseconds. */
const CONNECT_MS = 5_000;
const SILENT_MS = 30_000;
/** Whether the bucket is part of the path or of the host's name. Default: of the path where an endpoint is named. */
const PATH_STYLE_VARIABLE = "ABUT_S3_PATH_STYLE";
/** What a server that is not Amazon's calls its only region. */
const DEFAULT_REGION = "us-east-1";

/** Credentials, region and endpoint are those that Amazon's client finds: environment, profiles, roles of the machine. */
export async function openBucket({ bucket: Bucket, prefix }: S3Address): Promise<Bucket> {
  const sdk = await importSdk();
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, AWS_REGION, AWS_DEFAULT_REGION } = process.env;
  const hasEndpoint = Boolean(AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL);
  const pathStyle = process.env[PATH_STYLE_VARIABLE];
  const client: S3Client = new sdk.S3Client({
    forcePathStyle: pathStyle === undefined ? hasEndpoint : pathStyle !== "0" && pathStyle !== "false",
    ...(hasEndpoint && { region: AWS_REGION ?? AWS_DEFAULT_REGION ?? DEFAULT_REGION }),
    maxAttempts: TRIES,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: SILENT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: SILENT_MS,
    },
    // Entries have checksums of their own, and not every server knows those that the client would add.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const keyOf = (name: string) => ({ Bucket, Key: prefix + name });
  return {
    async get(name) {
      // A connection that breaks within an object is not tried again by the client.
      for (let attempt = 1; ; attempt++) {
        try {
          const { Body } = await client.send(new sdk.GetObjectCommand(keyOf(name)));
          return (await Body?.transformToByteArray()) ?? null;
        } catch (error) {
          if (isAbsent(error)) return null;
          if (attempt === TRIES || (error as ServiceFailure).$metadata?.httpStatusCode !== undefined)
            throw error;
        }
      }
    },
    async has(name) {
      try {
        await client.send(new sdk.HeadObjectCommand(keyOf(name)));
        return true;
      } catch (error) {
        if (isAbsent(error)) return false;
        throw error;
      }
    },
    async put(name, bytes) {
      await client.send(
        new sdk.PutObjectCommand({ ...keyOf(name), Body: bytes, ContentLength: bytes.length }),
      );
    },
    async delete(name) {
      await client.send(new sdk.DeleteObjectCommand(keyOf(name)));
    },
    async touch(name) {
      const CopySource = `${Bucket}/${(prefix + name).split("/").map(encodeURIComponent).join("/")}`;
      try {
        await client.send(
          new sdk.CopyObjectCommand({ ...keyOf(name), CopySource, MetadataDirective: "REPLACE" }),
        );
      } catch (error) {
        if (!isAbsent(error)) throw error; // another process removed it
      }
    },
    async list(start) {
      const found: { name: string; size: number; used: number }[] = [];
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix + start, ContinuationToken }),
        );
        for (const { Key = "", Size = 0, LastModified } of page.Contents ?? [])
          found.push({ name: Key.slice(prefix.length), size: Size, used: LastModified?.getTime() ?? 0 });
        ContinuationToken = page.IsTruncated === true ? page.NextContinuationToken : undefined;
      } while (ContinuationToken !== undefined);
      return found;
    },
    close: () => client.destroy(),
  };
}

/** What the client's errors have. */
interface ServiceFailure extends Error {
  $metadata?: { httpStatusCode?: number };
}

function isAbsent(error: unknown): boolean {
  const { name, $metadata } = error as ServiceFailure;
  if (name === "NoSuchBucket") return false;
  return name === "NoSuchKey" || name === "NotFound" || $metadata?.httpStatusCode === 404;
}

/** What went wrong with a bucket. Messages of the client hold no secrets; its errors may, in what was sent. */
export function describeS3Failure(error: unknown): string {
  const { name, message, $metadata } = error as ServiceFailure;
  if (name === "NoSuchBucket") return "there is no such bucket";
  if (name === "CredentialsProviderError" || /credential/i.test(name))
    return "no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or use a profile or a role";
  if ($metadata?.httpStatusCode === 403) return `access is denied (${name})`;
  if (/region is missing/i.test(message)) return "no region: set AWS_REGION";
  // The client quotes the endpoint, in which some people write a password.
  if (name === "EndpointError" || message === "Invalid URL")
    return "AWS_ENDPOINT_URL_S3 is not the address of a server, such as https://storage.example:9000";
  return `${name}: ${message}`;
}

async function importSdk(): Promise<typeof import("@aws-sdk/client-s3")> {
  try {
    return await import("@aws-sdk/client-s3");
  } catch (error) {
    throw new StoreError(
      `a store in a bucket needs the package @aws-sdk/client-s3, which is not installed: npm install @aws-sdk/client-s3 (${(error as Error).message})`,
    );
  }
}
