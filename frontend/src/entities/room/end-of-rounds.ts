import type { EndReasonName } from '@kla/proto/web'

interface Who {
  finisher: string | undefined
  leaver: string
}

export function endOfRounds(reason: EndReasonName | null, { finisher, leaver }: Who): string {
  switch (reason) {
    case 'finished':
      return finisher === undefined ? 'The rounds are over.' : `${finisher} finished.`
    case 'time-cap':
      return 'The time for this battle is up.'
    case 'left':
      return `${leaver} left.`
    case 'interrupted':
      return 'Kla was away for a while. This battle does not count.'
    case null:
      return 'The rounds are over.'
  }
}
