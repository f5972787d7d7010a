import type { startPlatform } from '@kla/local'
import type { Numbers } from '../measure/numbers.js'

/** A measured value and its target. */
export interface Figure {
  readonly name: string
  readonly unit: string
  readonly value: number
  /** Highest value that meets the target. */
  readonly most?: number
  /** Lowest value that meets the target, in every round. */
  readonly least?: number
}

export interface PartOptions {
  readonly startPlatform: typeof startPlatform
  /** Small and short: a smoke test, whose figures mean nothing. */
  readonly quick: boolean
  readonly say: (line: string) => void
  readonly crowd: CrowdWishes
}

export interface CrowdWishes {
  readonly players?: number
  readonly gateways?: number
  readonly toKill?: number
}

/** Figures that one round of a part measured. */
export interface Measured {
  readonly figures: readonly Figure[]
  readonly faults: readonly string[]
  /** Amounts by process, under what they are. */
  readonly amounts: Readonly<Record<string, Numbers>>
  readonly notes: readonly string[]
}

/** A part of `npm run bench`, named on the command line. */
export interface Part {
  readonly name: string
  /** Measures once, on its own platform. */
  measure(options: PartOptions): Promise<Measured>
}
