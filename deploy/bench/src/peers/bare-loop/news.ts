import type { PhaseTold } from '../../engine/phase-told.js'

/** A battle as the loop stores it, and as it is told. */
export interface BareBattle {
  readonly phase: 'prompt' | 'show'
  readonly round: number
  /** Unix milliseconds. */
  readonly deadlineMs: number
}

/** Where all news of the loop can be heard. */
export const BARE_SUBJECTS = 'bare.battle.*'

export const bareSubject = (id: string): string => `bare.battle.${id}`

export const bareNews = (id: string, seq: number, battle: BareBattle): string =>
  JSON.stringify({ battle: id, seq, ...battle })

export const readBareNews = (data: Uint8Array): PhaseTold => JSON.parse(Buffer.from(data).toString()) as PhaseTold
