/** Named numbers: counters of a machine, or what one unit of work cost. */
export type Numbers = Readonly<Record<string, number>>

/** What was added from `before` to `after`. A name that is in one of them alone counts from or to nothing. */
export const difference = (after: Numbers, before: Numbers): Numbers =>
  combine(after, before, (later, earlier) => later - earlier)

/** `numbers` without `times` as much of `others`. */
export const without = (numbers: Numbers, others: Numbers, times: number): Numbers =>
  combine(numbers, others, (own, other) => own - other * times)

export const dividedBy = (numbers: Numbers, divisor: number): Numbers =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, value / divisor]))

function combine(one: Numbers, other: Numbers, how: (one: number, other: number) => number): Numbers {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...names].map((name) => [name, how(one[name] ?? 0, other[name] ?? 0)]))
}
