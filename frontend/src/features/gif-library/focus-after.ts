/** Where the focus goes when the entry at `index` is gone: to the one in its place, or to the new last one. */
export const focusAfter = (index: number, left: number): number | null => (left === 0 ? null : Math.min(index, left - 1))
