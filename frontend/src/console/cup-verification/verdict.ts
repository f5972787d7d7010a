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
    { winnerId: null, words: 'No one advances' },
  ]
}

export const closedWords = ({ state }: Pick<CupTieView['tie'], 'state'>): string =>
  state === 'waiting'
    ? "Its players aren't known yet."
    : 'This can no longer be changed: a later tie builds on it, or the cup is over.'

type Players = Pick<CupTieView, 'player_a' | 'player_b'>

const playersIn = ({ player_a, player_b }: Players) => [player_a, player_b].flatMap((player) => player ?? [])

export function ruleWords({
  mode,
  safety_exit_by,
  ...players
}: Players & Pick<CupTieView, 'mode' | 'safety_exit_by'>): string {
  const by = mode === 'rush' ? 'the player who finished first wins' : 'the player who lasted longer wins'
  if (safety_exit_by !== null) return `By the rule ${by}; if no one finished, the winner is drawn at random.`
  const seeded = playersIn(players).sort((one, other) => one.seed - other.seed)
  const better = seeded.length === 2 && seeded[0] ? ` (${playerWords(seeded[0])}, seed ${seeded[0].seed})` : ''
  return `By the rule ${by}; if no one did in time, the better seed${better}. If no battle was played, no one advances.`
}

/** Describes what players do not see, or null. */
export function privateWords({
  apart,
  safety_exit_by,
  ...players
}: Players & Pick<CupTieView, 'apart' | 'safety_exit_by'>): string | null {
  if (apart)
    return "One of them blocks the other, so this wasn't played and the winner was drawn at random. Players see a bye."
  if (safety_exit_by === null) return null
  const name = playerWords(playersIn(players).find(({ id }) => id === safety_exit_by) ?? null)
  return `${name} used the panic exit. Players can't see that. Please keep it to yourself.`
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
