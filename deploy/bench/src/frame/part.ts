/** What a figure should reach, against others of the same run or as it stands. */
export interface Target {
  /** Whether more of it is better, or less. */
  readonly better: 'more' | 'less'
  /** The least (or most) share of somebody else's median that ours has to be, by who that is. */
  readonly ratios?: Readonly<Record<string, number>>
  /** The least (or most) that ours itself has to be, in the figure's unit. */
  readonly own?: number
}

/** One measured thing. */
export interface Figure {
  readonly name: string
  readonly unit: string
  /** One value a run, by who; the first is ours. Runs of one index were measured in one round, after each other. */
  readonly values: Readonly<Record<string, readonly number[]>>
  readonly target?: Target
}

export interface PartOptions {
  /** How often each contender is measured. */
  readonly runs: number
  /** Short and small, to see that everything works: its figures say nothing. */
  readonly quick: boolean
  readonly say: (line: string) => void
}

export interface PartResult {
  readonly figures: readonly Figure[]
  /** Losses, doubles, wrong rooms, wrong order, of anybody: must be empty. */
  readonly faults: readonly string[]
  /** What a reader of the figures should know. */
  readonly notes: readonly string[]
}

/** A part of the bench, which can run alone. */
export interface Part {
  readonly name: string
  run(options: PartOptions): Promise<PartResult>
}

/** Whose figures are judged, as they are called in all tables. */
export const OURS = 'Kla'

/** Somebody who is measured beside others. */
export interface Contender<Measured> {
  readonly who: string
  measure(round: number): Promise<Measured>
}

/**
 * Measures all contenders one after another, and that `runs` times over: what the machine does meanwhile meets all of
 * them alike. Answers what each measured, a value a round.
 */
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
