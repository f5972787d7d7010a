import type { Search } from '../../entities/matching/match-state.js'

const SECOND_MS = 1_000
const MINUTE_S = 60
/** Estimates are no finer than this below a minute. */
const STEP_S = 5

/** Time gone by: '0:07', '12:30'. */
export function elapsedWords(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / SECOND_MS))
  return `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`
}

/** How long a search takes lately, as roughly as it is known. */
export function estimateWords(estimatedWaitMs: number | null): string {
  if (estimatedWaitMs === null) return 'No estimate yet'
  const seconds = Math.max(STEP_S, Math.ceil(estimatedWaitMs / SECOND_MS / STEP_S) * STEP_S)
  return seconds < MINUTE_S ? `Usually ${seconds} s` : `Usually ${Math.ceil(seconds / MINUTE_S)} min`
}

/** How many search for the same, this player included. */
export function waitingWords(outlook: Search['outlook']): string {
  if (outlook === null) return 'Asking around…'
  if (outlook.waiting <= 1) return 'Nobody else searches here yet'
  return `${outlook.waiting} people search here now`
}
