import type { PoolActivity } from '@kla/proto/web'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import type { Ending, Search } from '../../entities/matching/match-slice.js'
import type { Wish } from '../../entities/matching/wish.js'
import type { RealtimeStatus } from '../../shared/realtime/index.js'
import { FIND_MATCH, SEARCH, SEARCH_ENDED } from '../../texts/quick-match.js'

export const wishWords = ({ mode, category }: Wish): string =>
  FIND_MATCH.wish({ mode: MODE_WORDS[mode].name, category: CATEGORY_WORDS[category] })

export const endingWords = (ending: Ending): string =>
  'reason' in ending ? SEARCH_ENDED[ending.reason] : ending.refusal

export function searchStatus({ missed }: Search, connection: RealtimeStatus): string {
  if (connection === 'lost') return SEARCH.lost
  if (connection !== 'open') return SEARCH.connecting
  return missed ? SEARCH.missed : SEARCH.searching
}

const SECOND_MS = 1_000
const MINUTE_S = 60
const STEP_S = 5

export function elapsedWords(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / SECOND_MS))
  return `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`
}

export function estimateWords(estimatedWaitMs: number | null): string {
  if (estimatedWaitMs === null) return SEARCH.noEstimate
  const seconds = Math.max(STEP_S, Math.ceil(estimatedWaitMs / SECOND_MS / STEP_S) * STEP_S)
  return seconds < MINUTE_S
    ? SEARCH.usuallySeconds({ seconds })
    : SEARCH.usuallyMinutes({ minutes: Math.ceil(seconds / MINUTE_S) })
}

export function waitingWords(outlook: Search['outlook']): string {
  if (outlook === null) return SEARCH.asking
  if (outlook.waiting <= 1) return SEARCH.alone
  return SEARCH.others({ waiting: outlook.waiting })
}

/** Undefined while no wait is known. */
export function waitWords(pool: PoolActivity | undefined): string | undefined {
  const waitMs = pool?.estimatedWaitMs ?? null
  return waitMs === null ? undefined : estimateWords(waitMs)
}
