/** A change of a battle as it was told, whoever told it. */
export interface PhaseTold {
  readonly battle: string
  /** Rises by one with each change of a battle, from 1. */
  readonly seq: number
  /** Undefined while no battle is on. */
  readonly phase: 'prompt' | 'show' | undefined
  readonly round: number
  /** When the phase ends, Unix milliseconds; 0 while no battle is on. */
  readonly deadlineMs: number
}
