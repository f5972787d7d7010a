/** Pairs of people who must not meet, whichever comes first. */
export interface Apart {
  add(accountId: number, other: number): void
  has(accountId: number, other: number): boolean
}

export function createApart(): Apart {
  const pairs = new Set<string>()
  const name = (one: number, other: number): string => (one < other ? `${one}:${other}` : `${other}:${one}`)
  return {
    add: (one, other) => void pairs.add(name(one, other)),
    has: (one, other) => pairs.has(name(one, other)),
  }
}
