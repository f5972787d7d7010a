import { CONSENTS } from '../../texts/room-spectators.js'

interface Consents {
  mine: boolean
  theirs: boolean
  opponent: string | null
}

export function consentWords({ mine, theirs, opponent }: Consents): string {
  if (opponent === null) return CONSENTS.rule
  if (mine && theirs) return CONSENTS.both({ opponent })
  if (mine) return CONSENTS.mine({ opponent })
  return CONSENTS[theirs ? 'theirs' : 'none']({ opponent })
}
