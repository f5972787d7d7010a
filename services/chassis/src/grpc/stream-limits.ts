/** Request and token of a call on a stream. Larger ones go on their own, so that no other call waits for them. */
export const CALL_MAX_BYTES = 64 * 1024
/** Calls, and bytes of calls, that a stream has sent and its server has not begun. More wait where accounts take turns. */
export const UNTAKEN_MAX_CALLS = 256
export const UNTAKEN_MAX_BYTES = 1024 * 1024
/** A server reports what it has taken from a stream at a quarter of these limits, or with the next result. */
export const REPORT_CALLS = UNTAKEN_MAX_CALLS / 4
export const REPORT_BYTES = UNTAKEN_MAX_BYTES / 4
/** Bytes of calls that wait in a client for room on a stream. */
export const WAITING_MAX_BYTES = 32 * 1024 * 1024
/** Bytes of calls that a server serves on one stream at a time. */
export const UNDER_WAY_MAX_BYTES = 64 * 1024 * 1024
/** Results are sent in messages of about this size. */
export const RESULTS_BYTES = 256 * 1024
/** A message of a server, larger than grpc-js' default of 4 MB: lists of the console exceed it. */
export const ANSWER_MAX_BYTES = 32 * 1024 * 1024
/** A response on a stream, which shares its message with the rest of {@link RESULTS_BYTES}. */
export const RESPONSE_MAX_BYTES = ANSWER_MAX_BYTES - 2 * RESULTS_BYTES

export const streamedBytes = ({
  request,
  principal,
}: {
  readonly request: Buffer
  readonly principal: string
}): number => request.length + principal.length
