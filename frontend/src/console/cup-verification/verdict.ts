import type { CupTieView } from '@kla/proto/web'
import { playerWords } from '../entities/cup-words.js'

export interface Outcome {
  /** Null for no winner. */
  winnerId: number | null
  words: string
}

/** Empty while the tie takes no verdict. */
export function outcomesOf({ tie, player_a, player_b }: Pick<CupTieView, 'tie' | 'player_a' | 'player_b'>): Outcome[] {
  if (!tie.open_to_verdict) return []
  const players = [player_a, player_b].flatMap((player) => player ?? [])
  return [
    ...players.map((player) => ({ winnerId: player.id, words: `${playerWords(player)} advances` })),
    { winnerId: null, words: 'Nobody advances' },
  ]
}

export const closedWords = ({ state }: Pick<CupTieView['tie'], 'state'>): string =>
  state === 'waiting'
    ? 'Its players are not known yet.'
    : 'This can no longer be changed: a later tie builds on it, or the cup is over.'

export function ruleWords({ mode, player_a, player_b }: Pick<CupTieView, 'mode' | 'player_a' | 'player_b'>): string {
  const by = mode === 'rush' ? 'whoever finished first wins' : 'whoever lasted longer wins'
  const seeded = [player_a, player_b].flatMap((player) => player ?? []).sort((one, other) => one.seed - other.seed)
  const better = seeded.length === 2 && seeded[0] ? ` (${playerWords(seeded[0])}, seed ${seeded[0].seed})` : ''
  return `By the rule ${by}; if nobody did in time, the better seed${better}. Where no battle was played nobody advances.`
}
