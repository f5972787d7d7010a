import { defineScript, type Redis } from '@kla/chassis'
import type { Chain, Link } from '../domain/audit/chain.js'

/** The ends of the chains as they were last found to be whole, out of reach of who can change the tables. */
export interface AuditHeads {
  /** Undefined when none was kept. */
  of(chain: Chain): Promise<Link | undefined>
  /** Keeps a head that is further than the one that was kept; any other changes nothing. */
  forward(chain: Chain, head: Link): Promise<void>
}

// KEYS: the heads. ARGV: the chain, the seq and the hash of its new head.
const FORWARD = defineScript<number>(`
local kept = redis.call('HGET', KEYS[1], ARGV[1])
if kept and tonumber(string.match(kept, '^%d+')) >= tonumber(ARGV[2]) then return 0 end
return redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ':' .. ARGV[3])`)

const HEAD = /^([1-9][0-9]{0,14}):([0-9a-f]{64})$/

/** Both heads, "seq:hash" by chain, without an end: they are never to be forgotten. */
export function createAuditHeads(redis: Redis, prefix: string): AuditHeads {
  const key = `${prefix}audit-heads`
  return {
    async of(chain) {
      const kept = await redis.hget(key, chain)
      if (kept === null) return undefined
      const [, seq, hash = ''] = HEAD.exec(kept) ?? []
      if (seq === undefined) throw new Error(`the head of the ${chain} chain is not one`)
      return { seq: Number(seq), hash: Buffer.from(hash, 'hex') }
    },
    async forward(chain, { seq, hash }) {
      await FORWARD.run(redis, [key], [chain, seq, Buffer.from(hash).toString('hex')])
    },
  }
}
