import type { EndReasonName } from '@kla/proto/web'
import { END_OF_ROUNDS } from '../../texts/battle-end.js'

interface Who {
  finisher: 'you' | { username: string } | undefined
  leaver: string
}

export function endOfRounds(reason: EndReasonName | null, { finisher, leaver }: Who): string {
  switch (reason) {
    case 'finished':
      if (finisher === undefined) return END_OF_ROUNDS.over
      return finisher === 'you' ? END_OF_ROUNDS.youFinished : END_OF_ROUNDS.finished({ name: finisher.username })
    case 'time-cap':
      return END_OF_ROUNDS.timeCap
    case 'left':
      return END_OF_ROUNDS.left({ name: leaver })
    case 'interrupted':
      return END_OF_ROUNDS.interrupted
    case null:
      return END_OF_ROUNDS.over
  }
}
