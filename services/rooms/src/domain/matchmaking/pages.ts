/** People of a pool who stand one after another, by how long they have waited. Two of them are paired at a time. */
export const BLOCK = 200

/** The numbers of two blocks, the lower one first. */
export type Page = readonly [number, number]

/** Those who have waited longest. */
export const OLDEST: Page = [0, 1]

/**
 * The page after another one in a pool of so many people. Again and again it brings each block together with each other
 * one, so that nobody is kept from somebody by those who stand between them.
 */
export function nextPage([one, other]: Page, waiting: number): Page {
  const blocks = Math.ceil(waiting / BLOCK)
  if (other + 1 < blocks) return [one, other + 1]
  return one + 2 < blocks ? [one + 1, one + 2] : OLDEST
}

/** Whether the first page is all there is. */
export const isOnePage = (waiting: number): boolean => waiting <= 2 * BLOCK
