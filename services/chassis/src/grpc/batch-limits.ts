/** Limit of both sides. Larger batches hardly save more. */
export const BATCH_MAX_CALLS = 64
/** Stays well below grpc-js' default of 4 MB for a message. */
export const BATCH_MAX_BYTES = 256 * 1024

export const batchedBytes = ({
  request,
  principal,
}: {
  readonly request: Buffer
  readonly principal: string
}): number => request.length + principal.length
