/** An order of ids, best first. */
export type Order = readonly number[]

/** The order with one moved to another place; beyond the ends it stays at the end. */
export function moved(order: Order, id: number, to: number): Order {
  const without = order.filter((other) => other !== id)
  const place = Math.min(Math.max(to, 0), without.length)
  return without.length === order.length ? order : [...without.slice(0, place), id, ...without.slice(place)]
}

/** What was arranged, for those who are there now: who is gone is left out, who is new comes last. */
export const reconciled = (arranged: Order, present: Order): Order => [
  ...arranged.filter((id) => present.includes(id)),
  ...present.filter((id) => !arranged.includes(id)),
]

export const sameOrder = (one: Order, other: Order): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index])
