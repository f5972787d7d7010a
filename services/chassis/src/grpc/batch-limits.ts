/** Both sides keep to these. More calls in a batch would hardly cost less for each. */
export const BATCH_MAX_CALLS = 64
/** By {@link batchedBytes}; grpc-js' default for a message is 4 MB. */
export const BATCH_MAX_BYTES = 256 * 1024

export const batchedBytes = ({
  request,
  principal,
}: {
  readonly request: Buffer
  readonly principal: string
}): number => request.length + principal.length
