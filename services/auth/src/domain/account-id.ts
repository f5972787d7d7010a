/** A whole number from 0 to below `below`, each as likely as any other and unpredictable. */
export type Lot = (below: number) => number

const FIRST = 100_000_000
const LAST = 999_999_999

/** An account id of nine digits. It reveals neither how many accounts there are nor which came before, and fits into an int32. */
export const drawAccountId = (lot: Lot): number => FIRST + lot(LAST - FIRST + 1)
