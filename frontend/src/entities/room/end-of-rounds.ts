import type { EndReasonName } from '@kla/proto/web'
import { END_OF_ROUNDS } from '../../texts/battle-end.js'

interface Who {
  finisher: string | undefined
  leaver: string
}

export function endOfRounds(reason: EndReasonName | null, { finisher, leaver }: Who): string {
  switch (reason) {
    case 'finished':
      return finisher === undefined ? END_OF_ROUNDS.over : END_OF_ROUNDS.finished({ name: finisher })
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
