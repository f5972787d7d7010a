import type { MatchEndReason } from '@kla/proto/web'
import type { Ending } from '../../entities/matching/match-state.js'

const REASON_WORDS: Readonly<Record<MatchEndReason, string>> = {
  cancelled: 'The search was ended.',
  declined: 'You declined, so the search has ended. Look again whenever you like.',
  'not-accepted': 'You did not accept in time, so the search has ended.',
  seated: 'You are in a room, so the search has ended.',
  gone: 'The search was lost on the way. Please start it again.',
  banned: 'Your account may not play right now, so the search has ended.',
}

/** Why a search is over, in plain words. */
export const endingWords = (ending: Ending): string =>
  'reason' in ending ? REASON_WORDS[ending.reason] : ending.refusal
