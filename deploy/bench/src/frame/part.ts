export interface Target {
  readonly better: 'more' | 'less'
  /** The least (or most) ratio of our median to each contender's. */
  readonly ratios?: Readonly<Record<string, number>>
  /** The least (or most) of our own value, in the figure's unit. */
  readonly own?: number
}

export interface Figure {
  readonly name: string
  readonly unit: string
  /** One value a run, ours first; runs of one index are of the same round. */
  readonly values: Readonly<Record<string, readonly number[]>>
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

export interface Contender<Measured> {
  readonly who: string
  measure(round: number): Promise<Measured>
}

/** Alternates contenders, so that the machine affects all alike. */
export async function interleave<Measured>(
  contenders: readonly Contender<Measured>[],
  runs: number,
  onMeasured: (who: string, round: number, measured: Measured) => void = () => undefined,
): Promise<ReadonlyMap<string, readonly Measured[]>> {
  const measured = new Map<string, Measured[]>(contenders.map(({ who }) => [who, []]))
  for (let round = 1; round <= runs; round++) {
    for (const { who, measure } of contenders) {
      const value = await measure(round)
      measured.get(who)?.push(value)
      onMeasured(who, round, value)
    }
  }
  return measured
}
