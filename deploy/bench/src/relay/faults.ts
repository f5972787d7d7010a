import type { Silence } from './generator/orders.js'

/** One line for each kind of fault that somebody's servers have made. */
export function faultsOf(who: string, { written, faults, troubles }: Silence): string[] {
  const counted = Object.entries({
    lost: faults.lost,
    doubled: faults.doubled,
    'in a wrong room': faults.wrongRoom,
    'out of order': faults.outOfOrder,
  })
  const wrong = counted.filter(([, count]) => count > 0).map(([what, count]) => `${count} deliveries ${what}`)
  return [...wrong.map((what) => `${what}, of ${written} lines`), ...troubles].map((fault) => `${who}: ${fault}`)
}
