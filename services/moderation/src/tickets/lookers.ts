import { defineScript, type Redis } from '@kla/chassis'
import { TICKET_LOOK_MS } from '@kla/proto/web'

/** Administrators who have a ticket open. */
export interface Lookers {
  /** Announces or ends the caller's look; returns the names of the others. */
  look(
    ticketId: number,
    by: { readonly id: number; readonly name: string },
    options: { readonly looking: boolean; readonly nowMs: number },
  ): Promise<readonly string[]>
}

// ARGV: now, end of the look (0: it is over), administrator, lifetime.
const LOOK = defineScript<string[]>(
  `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
if ARGV[2] == '0' then
  redis.call('ZREM', KEYS[1], ARGV[3])
else
  redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
end
return redis.call('ZRANGE', KEYS[1], 0, -1)`,
  { whenFull: true },
)

export const createLookers = (redis: Redis, prefix: string): Lookers => ({
  async look(ticketId, { id, name }, { looking, nowMs }) {
    const own = `${id}:${name}`
    const until = looking ? nowMs + TICKET_LOOK_MS : 0
    const all = await LOOK.run(redis, [`${prefix}ticket-lookers:${ticketId}`], [nowMs, until, own, TICKET_LOOK_MS])
    return all.filter((each) => each !== own).map((each) => each.slice(each.indexOf(':') + 1))
  },
})
