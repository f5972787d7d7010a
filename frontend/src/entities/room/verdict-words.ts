import type { NoWinnerReason } from '@kla/proto/web'

type Winner = 'you' | 'none' | { name: string }

export function verdictWords(winner: Winner): string {
  if (winner === 'you') return 'You won'
  return winner === 'none' ? 'No winner' : `${winner.name} won`
}

interface Leaver {
  name: string
  inVote: boolean
}

/** Says why there is no winner. `why` is null where an old server does not tell. */
export function noWinnerWords(why: NoWinnerReason | null, { name, inVote }: Leaver): string {
  switch (why) {
    case 'left':
      return `${name} left during the ${inVote ? 'vote' : 'battle'}, so there's no winner.`
    case 'interrupted':
      return "We had an outage during the battle, so there's no winner."
    case 'missing-vote':
      return "A vote was missing, so there's no winner."
    case 'none':
      return 'Both votes were for no winner.'
    case 'split':
      return "The votes didn't agree, so there's no winner."
    case null:
      return "The votes didn't name a winner."
  }
}
