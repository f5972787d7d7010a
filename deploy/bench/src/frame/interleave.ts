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
