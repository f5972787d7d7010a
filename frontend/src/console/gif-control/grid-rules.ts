interface Grid {
  count: number
  columns: number
}

/** Returns the place that a key moves to, or null for other keys and past the edges. */
export function placeAfter(key: string, from: number, { count, columns }: Grid): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -from,
    End: count - 1 - from,
  }
  const step = steps[key]
  if (step === undefined || count === 0) return null
  const to = from + step
  return to >= 0 && to < count ? to : null
}

/** Counts the entries in the first line, given the top edge of each. */
export function columnsOf(tops: readonly number[]): number {
  const next = tops.findIndex((top) => top !== tops[0])
  return Math.max(1, next < 0 ? tops.length : next)
}

/** Adds everything from `anchor` to `id` to the selection; just `id` without an anchor on the page. */
export function withRange(
  shown: readonly number[],
  selected: readonly number[],
  { anchor, id }: { anchor: number | null; id: number },
): number[] {
  const to = shown.indexOf(id)
  const from = anchor === null ? -1 : shown.indexOf(anchor)
  const range = from < 0 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
  return [...new Set([...selected, ...range])]
}
