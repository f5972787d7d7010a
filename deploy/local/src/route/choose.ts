import { createHash } from 'node:crypto'

/**
 * The one of several that a key belongs to, by rendezvous hashing: as long as it is there, all who ask with the same key
 * get the same one, and when another one comes or goes, only the keys that belong to that one move.
 */
export function chooseBy<T extends { readonly name: string }>(key: string, among: readonly T[]): T | undefined {
  const weighed = among.map((one) => ({ one, weight: weightOf(key, one.name) }))
  return weighed.reduce<(typeof weighed)[number] | undefined>(
    (best, next) => (best && best.weight >= next.weight ? best : next),
    undefined,
  )?.one
}

const weightOf = (key: string, name: string): number =>
  createHash('sha256').update(`${key} ${name}`).digest().readUInt32BE()
