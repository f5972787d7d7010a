import type { startPlatform } from '@kla/local'
import type { Numbers } from '../measure/numbers.js'

export interface Figure {
  readonly name: string
  readonly unit: string
  readonly value: number
  /** Target: at most this. */
  readonly most?: number
}

export interface PartOptions {
  /** Starts the platform to measure, of this checkout or of another. */
  readonly startPlatform: typeof startPlatform
  /** Small and short, a smoke test: its figures mean nothing. */
  readonly quick: boolean
  readonly say: (line: string) => void
  readonly crowd: CrowdWishes
}

/** What the part `crowd` is asked for; `crowdSizeFor` fills in the rest. */
export interface CrowdWishes {
  readonly players?: number
  readonly gateways?: number
  readonly toKill?: number
}

/** One round of a part. */
export interface Measured {
  readonly figures: readonly Figure[]
  /** What makes the figures worthless. */
  readonly faults: readonly string[]
  /** Amounts by process, under what they are. */
  readonly amounts: Readonly<Record<string, Numbers>>
  readonly notes: readonly string[]
}

export interface Part {
  readonly name: string
  /** Measures once, on a platform of its own. */
  measure(options: PartOptions): Promise<Measured>
}
