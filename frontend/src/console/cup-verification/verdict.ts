import type { CupTieView } from '@kla/proto/web'
import { playerWords, TIE_STATE_WORDS, winnerWords } from '../entities/cup-words.js'
import type { Fields } from '../kit/conflict.js'

/** Verdict that an administrator can choose for a tie. */
export interface Outcome {
  /** Account id; null for no winner. */
  winnerId: number | null
  words: string
}

/** Lists possible verdicts; empty while the tie takes none. */
export function outcomesOf({ tie, player_a, player_b }: Pick<CupTieView, 'tie' | 'player_a' | 'player_b'>): Outcome[] {
  if (!tie.open_to_verdict) return []
  return [
    ...playersIn({ player_a, player_b }).map((player) => ({
      winnerId: player.id,
      words: `${playerWords(player)} advances`,
    })),
    { winnerId: null, words: 'Nobody advances' },
  ]
}

export const closedWords = ({ state }: Pick<CupTieView['tie'], 'state'>): string =>
  state === 'waiting'
    ? 'Its players are not known yet.'
    : 'This can no longer be changed: a later tie builds on it, or the cup is over.'

type Players = Pick<CupTieView, 'player_a' | 'player_b'>

const playersIn = ({ player_a, player_b }: Players) => [player_a, player_b].flatMap((player) => player ?? [])

export function ruleWords({
  mode,
  safety_exit_by,
  ...players
}: Players & Pick<CupTieView, 'mode' | 'safety_exit_by'>): string {
  const by = mode === 'rush' ? 'whoever finished first wins' : 'whoever lasted longer wins'
  if (safety_exit_by !== null) return `By the rule ${by}; if nobody finished, a lot decides.`
  const seeded = playersIn(players).sort((one, other) => one.seed - other.seed)
  const better = seeded.length === 2 && seeded[0] ? ` (${playerWords(seeded[0])}, seed ${seeded[0].seed})` : ''
  return `By the rule ${by}; if nobody did in time, the better seed${better}. Where no battle was played nobody advances.`
}

/** Describes what players do not see, or null. */
export function privateWords({
  apart,
  safety_exit_by,
  ...players
}: Players & Pick<CupTieView, 'apart' | 'safety_exit_by'>): string | null {
  if (apart)
    return 'One of the two blocks the other, so this was not played: a lot decided. Players read that it was a bye.'
  if (safety_exit_by === null) return null
  const name = playerWords(playersIn(players).find(({ id }) => id === safety_exit_by) ?? null)
  return `${name} took the way out of the room. Players do not read that. Please keep it to yourself.`
}

/** Shows the earlier verdict, its reason and its judge. */
export function verdictFields(entry: CupTieView): Fields {
  const { tie, verdict } = entry
  return {
    State: TIE_STATE_WORDS[tie.state],
    Verdict: tie.state === 'decided' ? `${winnerWords(entry)} advances` : '-',
    Reason: verdict === null ? '-' : `${verdict.reason} (${verdict.by})`,
  }
}
