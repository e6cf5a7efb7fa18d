/** Length of a bucket, in milliseconds. Days begin with a bucket. */
export const REALTIME_BUCKET_MS = 600_000;

/** The bucket in which an instant falls; the period of the realtime edition that is made in it. */
export function realtimeBucketOf(epochMs: number): number {
  return Math.floor(epochMs / REALTIME_BUCKET_MS);
}
