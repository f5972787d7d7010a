import { mapRedisErrors, type Redis } from '@kla/chassis'
import type { Keys } from '../shared/redis.js'
import type { Person } from '../shared/rules/room.js'

/** A player expected at a tie. */
export interface TiePlayer {
  readonly cupId: string
  readonly tieId: string
  readonly accountId: number
}

/** Players who have recently called BePresent. */
export interface TiePresence {
  renew(at: Omit<TiePlayer, 'accountId'>, person: Person): Promise<void>
  /** Same order, undefined if absent; all of one cup. */
  find(players: readonly TiePlayer[]): Promise<readonly (Person | undefined)[]>
}

export function createTiePresence(redis: Redis, keys: Keys, presenceMs: number): TiePresence {
  const keyOf = ({ cupId, tieId, accountId }: TiePlayer): string => keys.tiePresence(cupId, tieId, accountId)
  return {
    async renew(at, person) {
      const key = keyOf({ ...at, accountId: person.accountId })
      await mapRedisErrors(redis.set(key, JSON.stringify(person), 'PX', presenceMs))
    },
    async find(players) {
      if (players.length === 0) return []
      const found = await mapRedisErrors(redis.mget(players.map(keyOf)))
      return found.map((text) => (text === null ? undefined : (JSON.parse(text) as Person)))
    },
  }
}
