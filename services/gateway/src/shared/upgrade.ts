/** Where the WebSocket is, at either listener. */
export const REALTIME_PATH = '/realtime'
/** Marks upgrades that the HTTP listener hands to the socket listener of the same process. */
export const SPLICE_MARK_HEADER = 'x-kla-splice'
