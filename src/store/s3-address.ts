import { StoreError } from "../errors.ts";

/** A bucket, and what the names of a store's objects begin with. */
export interface S3Address {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
}

const SCHEME = "s3://";

export function isS3Address(path: string): boolean {
  return path.startsWith(SCHEME);
}

/** Reads `s3://bucket/prefix`. Throws `StoreError`, which does not quote what may be a secret. */
export function readS3Address(path: string): S3Address {
  const rest = path.slice(SCHEME.length);
  if (/[@?#]/.test(rest))
    throw new StoreError(
      "store s3://…: expected s3://bucket/prefix; credentials, region and endpoint come from the environment",
    );
  const [, bucket, prefix = ""] = /^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/+(.*))?$/s.exec(rest) ?? [];
  if (bucket === undefined)
    throw new StoreError(
      `store ${path}: expected s3://bucket/prefix, with a bucket of 3 to 63 small letters, digits, - and .`,
    );
  const trimmed = prefix.replace(/\/+$/, "");
  return { bucket, prefix: trimmed === "" ? "" : `${trimmed}/` };
}
