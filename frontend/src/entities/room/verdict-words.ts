import type { NoWinnerReason } from '@kla/proto/web'
import { NO_WINNER, VERDICT } from '../../texts/battle-end.js'

type Winner = 'you' | 'none' | { name: string }

export const verdictWords = (winner: Winner): string =>
  typeof winner === 'string' ? VERDICT[winner] : VERDICT.other(winner)

interface Leaver {
  name: string
  inVote: boolean
}

/** Says why there is no winner. `why` is null where an old server does not tell. */
export const noWinnerWords = (why: NoWinnerReason | null, { name, inVote }: Leaver): string =>
  why === 'left' ? NO_WINNER.left({ name, when: inVote ? 'vote' : 'battle' }) : NO_WINNER[why ?? 'unknown']
