import type { MatchEndReason, PoolActivity } from '@kla/proto/web'
import type { Ending, Search } from '../../entities/matching/match-slice.js'
import type { RealtimeStatus } from '../../shared/realtime/index.js'

const REASON_WORDS: Readonly<Record<MatchEndReason, string>> = {
  cancelled: 'The search was ended.',
  declined: 'You declined, so the search has ended. Look again whenever you like.',
  'not-accepted': "You didn't accept in time, so we stopped searching.",
  seated: "You're in a room, so the search has ended.",
  gone: 'We lost your search. Please start it again.',
  banned: "Your account can't play right now, so the search has ended.",
}

export const endingWords = (ending: Ending): string =>
  'reason' in ending ? REASON_WORDS[ending.reason] : ending.refusal

export function searchStatus({ missed }: Search, connection: RealtimeStatus): string {
  if (connection === 'lost') return "Connection lost. The search continues when you're back online."
  if (connection !== 'open') return 'Connecting…'
  return missed ? "Your opponent didn't accept. Still searching…" : 'Searching for an opponent…'
}

const SECOND_MS = 1_000
const MINUTE_S = 60
const STEP_S = 5

export function elapsedWords(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / SECOND_MS))
  return `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`
}

export function estimateWords(estimatedWaitMs: number | null): string {
  if (estimatedWaitMs === null) return 'No estimate yet'
  const seconds = Math.max(STEP_S, Math.ceil(estimatedWaitMs / SECOND_MS / STEP_S) * STEP_S)
  return seconds < MINUTE_S ? `Usually ${seconds} s` : `Usually ${Math.ceil(seconds / MINUTE_S)} min`
}

export function waitingWords(outlook: Search['outlook']): string {
  if (outlook === null) return 'Asking around…'
  if (outlook.waiting <= 1) return 'No one else is searching here yet'
  return `${outlook.waiting} people are searching here now`
}

/** Undefined while no wait is known. */
export function waitWords(pool: PoolActivity | undefined): string | undefined {
  const waitMs = pool?.estimatedWaitMs ?? null
  return waitMs === null ? undefined : estimateWords(waitMs)
}
