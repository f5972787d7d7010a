/** Row of a list that stays still. One that is done keeps its place until the list is refreshed. */
export type SteadyRow<Row> = Row & { done: boolean }

interface SteadyRows<Row> {
  rows: readonly SteadyRow<Row>[]
  /** Number of rows that the list does not show yet. */
  arrived: number
}

/** Keeps the rows of `shown` where they are, as they are now, and counts what has arrived since. */
export function steadyRows<Row extends { id: number | string }>(
  shown: readonly Row[],
  { results, next }: { results: readonly Row[]; next: string | null },
): SteadyRows<Row> {
  const fresh = new Map(results.map((row) => [row.id, row]))
  const known = new Set(shown.map(({ id }) => id))
  // A list that was cut off says nothing about the rows that it lacks.
  const isComplete = next === null
  return {
    rows: shown.map((row) => ({ ...(fresh.get(row.id) ?? row), done: isComplete && !fresh.has(row.id) })),
    arrived: results.filter(({ id }) => !known.has(id)).length,
  }
}
