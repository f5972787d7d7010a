import { seedOrder, type CupEntryView, type CupView, type TieView } from '@kla/proto/web'

/** A side of a tie as the bracket shows it. */
export interface Side {
  /** Null: not known yet, or nobody. */
  entry: CupEntryView | null
  won: boolean
}

export interface BracketTie {
  id: string
  /** Null in a preview. */
  state: TieView['state'] | null
  sides: readonly [Side, Side]
  /** Only one of its players is there. */
  bye: boolean
}

/** Rounds in their order, each with its ties in theirs. */
export type Bracket = readonly (readonly BracketTie[])[]

const nobody: Side = { entry: null, won: false }

/** The bracket that was drawn. */
export function drawnBracket({ ties, entries }: Pick<CupView, 'ties' | 'entries'>): Bracket {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const sideOf = (id: number | null, { winner_id }: TieView): Side =>
    id === null ? nobody : { entry: byId.get(id) ?? null, won: winner_id === id }
  const rounds: BracketTie[][] = []
  for (const tie of ties) {
    const round = (rounds[tie.round - 1] ??= [])
    const sides = [sideOf(tie.player_a, tie), sideOf(tie.player_b, tie)] as const
    round.push({ id: tie.id, state: tie.state, sides, bye: tie.how === 'bye' })
  }
  return rounds
}

/** The bracket that would be drawn if everybody who has entered were there: the best seeds get the byes. */
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
  for (let last = first; last.length > 1; ) {
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
  Array.from({ length: sides.length / 2 }, (_, index) => [sides[2 * index] ?? nobody, sides[2 * index + 1] ?? nobody])
