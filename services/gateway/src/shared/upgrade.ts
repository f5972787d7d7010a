export const REALTIME_PATH = '/realtime'
/** Marks upgrades that this process forwards itself. */
export const SPLICE_MARK_HEADER = 'x-kla-splice'
