/** A whole number from 0 to below `below`, each as likely as any other and not to be foreseen. */
export type Lot = (below: number) => number

const FIRST = 100_000_000
const LAST = 999_999_999

/** An id of nine digits that tells nothing of the report's queue, of its place in time, or of how many there are. */
export const drawReportId = (lot: Lot): number => FIRST + lot(LAST - FIRST + 1)
