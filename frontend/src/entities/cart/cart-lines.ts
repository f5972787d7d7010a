/** What is wanted, and how many. No name and no price: those are the server's, and may change. */
export interface CartLine {
  readonly itemId: number
  readonly count: number
}

export type CartLines = readonly CartLine[]

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 1

const toLine = (entry: unknown): CartLine | null => {
  const { itemId, count } = (entry ?? {}) as Partial<CartLine>
  return isCount(itemId) && isCount(count) ? { itemId: itemId as number, count: count as number } : null
}

/** Reads what a browser kept. Anybody can write there: what is not a line is left out, each item counts once. */
export const readLines = (text: string | null): CartLines => {
  let kept: unknown
  try {
    kept = JSON.parse(text ?? '[]')
  } catch {
    return []
  }
  if (!Array.isArray(kept)) return []
  const lines = new Map<number, CartLine>()
  for (const entry of kept) {
    const line = toLine(entry)
    if (line && !lines.has(line.itemId)) lines.set(line.itemId, line)
  }
  return [...lines.values()]
}

const countOf = (lines: CartLines, itemId: number) => lines.find((line) => line.itemId === itemId)?.count ?? 0

const withCount = (lines: CartLines, itemId: number, count: number): CartLines =>
  lines.flatMap((line) => (line.itemId !== itemId ? [line] : count > 0 ? [{ itemId, count }] : []))

/** Puts one of an item in; one that is in already stays as it is. */
export const add = (lines: CartLines, itemId: number): CartLines =>
  countOf(lines, itemId) > 0 ? lines : [...lines, { itemId, count: 1 }]

export const increase = (lines: CartLines, itemId: number, max: number): CartLines =>
  withCount(lines, itemId, Math.min(countOf(lines, itemId) + 1, max))

/** One fewer; the last one takes its line with it. */
export const decrease = (lines: CartLines, itemId: number): CartLines =>
  withCount(lines, itemId, countOf(lines, itemId) - 1)

/** What is left once `bought` is taken out. */
export const without = (lines: CartLines, bought: CartLines): CartLines =>
  bought.reduce((left, { itemId, count }) => withCount(left, itemId, countOf(left, itemId) - count), lines)
