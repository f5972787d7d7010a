import { type CupEntryView, type CupView, seedOrder, type TieView } from '@kla/proto/web'

export interface Side {
  /** Null while unknown, or for a bye. */
  entry: CupEntryView | null
  won: boolean
}

/** A tie as the bracket shows it. */
export interface BracketTie {
  id: string
  state: TieView['state'] | null
  sides: readonly [Side, Side]
  bye: boolean
}

/** Rounds of ties, first round first. */
export type Bracket = readonly (readonly BracketTie[])[]

const emptySide: Side = { entry: null, won: false }

export function drawnBracket({ ties, entries }: Pick<CupView, 'ties' | 'entries'>): Bracket {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const sideOf = (id: number | null, { winner_id }: TieView): Side =>
    id === null ? emptySide : { entry: byId.get(id) ?? null, won: winner_id === id }
  const rounds: BracketTie[][] = []
  for (const tie of ties) {
    const round = (rounds[tie.round - 1] ??= [])
    const sides = [sideOf(tie.player_a, tie), sideOf(tie.player_b, tie)] as const
    round.push({ id: tie.id, state: tie.state, sides, bye: tie.how === 'bye' })
  }
  return rounds
}

/** Draws as if every entry checked in; the best seeds get byes. */
export function previewBracket(entries: readonly CupEntryView[]): Bracket {
  if (entries.length < 2) return []
  const order = seedOrder(entries.length)
  const advancing = (tie: BracketTie): Side => ({
    entry: tie.bye ? (tie.sides.find(({ entry }) => entry !== null)?.entry ?? null) : null,
    won: false,
  })
  const first = paired(order.map((seed) => ({ entry: entries[seed - 1] ?? null, won: false }))).map((sides, index) => ({
    id: `1-${index + 1}`,
    state: null,
    sides,
    bye: sides.some(({ entry }) => entry === null),
  }))
  const rounds: BracketTie[][] = [first]
  for (let last = first; last.length > 1;) {
    last = paired(last.map(advancing)).map((sides, index) => ({
      id: `${rounds.length + 1}-${index + 1}`,
      state: null,
      sides,
      bye: false,
    }))
    rounds.push(last)
  }
  return rounds
}

const paired = (sides: readonly Side[]): (readonly [Side, Side])[] =>
  Array.from({ length: sides.length / 2 }, (_, index) => [
    sides[2 * index] ?? emptySide,
    sides[2 * index + 1] ?? emptySide,
  ])
