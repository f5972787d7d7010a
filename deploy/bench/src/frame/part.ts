export interface Target {
  readonly better: 'more' | 'less'
  /** The least (or most), in the figure's unit. */
  readonly own: number
}

export interface Figure {
  readonly name: string
  readonly unit: string
  /** One value a run, under the product's name. */
  readonly values: Readonly<Record<typeof OURS, readonly number[]>>
  readonly target?: Target
}

export interface PartOptions {
  readonly runs: number
  /** Small and short, a smoke test: its figures mean nothing. */
  readonly quick: boolean
  readonly say: (line: string) => void
  /** For `crowd` alone. */
  readonly crowd?: CrowdWishes
}

export interface CrowdWishes {
  /** As many as the limit of open files allows, at most 100,000, unless given. */
  readonly players?: number
  /** As few as hold them, unless given. */
  readonly gateways?: number
  /** How many are on the gateway that is killed. */
  readonly toKill?: number
}

export interface PartResult {
  readonly figures: readonly Figure[]
  readonly faults: readonly string[]
  readonly notes: readonly string[]
}

export interface Part {
  readonly name: string
  run(options: PartOptions): Promise<PartResult>
}

export const OURS = 'Kla'
