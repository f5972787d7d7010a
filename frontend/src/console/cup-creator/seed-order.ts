/**
 * Seeds in the order of the bracket's places, for the least power of two that holds so many: the best two meet in the
 * final at the earliest, the best four in the semi-finals. Seeds beyond the number of players are byes.
 */
export function seedOrder(players: number): number[] {
  let order = [1]
  while (order.length < players) {
    const sum = order.length * 2 + 1
    order = order.flatMap((seed) => [seed, sum - seed])
  }
  return order
}
