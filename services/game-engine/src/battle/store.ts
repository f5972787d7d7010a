import { mapRedisErrors, newId, type Redis } from '@kla/chassis'
import { COMMAND_MEMORY_MS } from '@kla/proto/web'
import type { Answer, CommandMemory } from '../shared/commands.js'
import { ALL_SHARDS, createStoreClock, keysOf, rememberScript, type ShardKeys, shardOf, type Shard } from '../shared/redis.js'
import { type Battle, isPlayed } from './rules/battle.js'
import { type Announcement, type Effect, effectId } from './rules/step.js'
import { claimScript, commitScript, loadScript, overdueScript } from './store-scripts.js'

export interface Loaded {
  /** By Redis' clock. */
  readonly nowMs: number
  /** 0 for a room without a record. */
  readonly version: number
  readonly battle: Battle | undefined
  readonly answer: Answer | undefined
}

export interface Commit {
  readonly version: number
  readonly battle: Battle
  readonly effects: readonly Effect[]
  /** Whether another process stored that version: it may have died before it published. */
  readonly onForeign?: boolean
  readonly memory?: CommandMemory | undefined
  /** For a repeat of the command; null while more has to follow. Default: done. */
  readonly answer?: Answer | null | undefined
}

export interface Committed {
  readonly outcome: 'committed' | 'conflict' | 'answered'
  readonly nowMs: number
  readonly answer: Answer | undefined
  /** Stored earlier and not known to be published, oldest first; only for `onForeign`. */
  readonly unpublished: readonly Announcement[]
}

export interface Stored {
  readonly version: number
  readonly battle: Battle
}

interface Claims {
  readonly nowMs: number
  /** Milliseconds until the shard's next battle is overdue; Infinity: none has a deadline. */
  readonly nextInMs: number
  readonly claimed: readonly Stored[]
}

export interface BattleStore {
  readonly shards: readonly Shard[]
  load(roomId: string, memory?: CommandMemory): Promise<Loaded>
  commit(commit: Commit): Promise<Committed>
  /** Returns what a repeat will get. */
  remember(roomId: string, memory: CommandMemory, answer: Answer): Promise<Answer>
  /**
   * Leases some overdue battles of a shard. Versions that the caller `owns` itself are not even read, to spare a
   * pod that is behind.
   */
  claim(shard: Shard, owns: (roomId: string, version: number) => boolean): Promise<Claims>
  /** Redis' clock as estimated from recent answers; may be behind, never ahead. */
  nowMs(): number
}

const CLOSED_KEPT_MS = 10 * 60_000
const CLAIM_LEASE_MS = 2_000
/** The committing pod carries effects out; after this, any other may. */
export const EFFECTS_LEAD_MS = 1_000
/** The pod with the timer is faster even when busy; after this, any other may claim. */
const DEADLINE_LEAD_MS = 100
const CLAIM_AT_MOST = 16
const OVERDUE_AT_MOST = 128

/** Battles in Redis: one record per room, changed by compare-and-set together with its effects. */
export function createBattleStore(redis: Redis, prefix: string): BattleStore {
  const keysByShard = ALL_SHARDS.map((shard) => keysOf(prefix, shard))
  const keysFor = (roomId: string): ShardKeys => keysByShard[shardOf(roomId)] as ShardKeys
  const answerKey = (roomId: string, memory: CommandMemory | undefined): string => {
    const { answerPrefix } = keysFor(roomId)
    return memory ? `${answerPrefix}${roomId}:${memory.accountId}:${memory.commandId}` : answerPrefix
  }

  const clock = createStoreClock()
  const process = newId()
  let commits = 0

  return {
    shards: ALL_SHARDS,
    nowMs: () => clock.nowMs(),

    async load(roomId, memory) {
      const keys = keysFor(roomId)
      const [nowMs, version, state, answer] = await mapRedisErrors(
        loadScript.run(redis, [keys.recordPrefix + roomId, answerKey(roomId, memory)], []),
      )
      clock.observe(nowMs)
      return { nowMs, version: Number(version), battle: parseBattle(state), answer: parseAnswer(answer) }
    },

    async commit({ version, battle, effects, onForeign = false, memory, answer: given = DONE }) {
      const { roomId } = battle
      const settlements = effects.filter((effect) => effect.kind === 'settle')
      const announcements = effects.filter((effect) => effect.kind !== 'settle')
      const keys = keysFor(roomId)
      const [outcome, nowMs, answer, ...unpublished] = await mapRedisErrors(
        commitScript.run(
          redis,
          [
            keys.recordPrefix + roomId,
            keys.deadlines,
            keys.pending,
            keys.pendingFrom,
            keys.phases,
            answerKey(roomId, memory),
            keys.settlements,
            keys.settlementsFrom,
          ],
          [
            roomId,
            version,
            `${process}:${(commits += 1)}`,
            battle.phase,
            JSON.stringify(battle),
            isPlayed(battle) ? battle.deadlineMs : '',
            battle.phase === 'closed' ? CLOSED_KEPT_MS : '',
            memory && given ? JSON.stringify(given) : '',
            COMMAND_MEMORY_MS,
            EFFECTS_LEAD_MS,
            announcements.length,
            onForeign ? earlierUpdates(announcements).join(' ') : '',
            ...[...announcements, ...settlements].flatMap((effect) => [effectId(effect), JSON.stringify(effect)]),
          ],
        ),
      )
      clock.observe(nowMs)
      return {
        outcome,
        nowMs,
        answer: parseAnswer(answer),
        unpublished: unpublished.map((announcement) => JSON.parse(announcement) as Announcement),
      }
    },

    async remember(roomId, memory, answer) {
      const stands = await mapRedisErrors(
        rememberScript.run(redis, [answerKey(roomId, memory)], [JSON.stringify(answer), COMMAND_MEMORY_MS]),
      )
      return parseAnswer(stands) ?? answer
    },

    async claim(shard, owns) {
      const keys = keysOf(prefix, shard)
      const [seenAtMs, next, ...seen] = await overdueScript.run(
        redis,
        [keys.deadlines],
        [keys.recordPrefix, DEADLINE_LEAD_MS, OVERDUE_AT_MOST],
      )
      clock.observe(seenAtMs)
      const rooms = inPairs(seen).flatMap(([roomId, version]) => (owns(roomId, Number(version)) ? [] : [roomId]))
      const nextInMs = next === '' ? Infinity : Number(next)
      if (rooms.length === 0) return { nowMs: seenAtMs, nextInMs, claimed: [] }
      const [nowMs, ...fields] = await claimScript.run(
        redis,
        [keys.deadlines],
        [keys.recordPrefix, DEADLINE_LEAD_MS, CLAIM_LEASE_MS, ...rooms.slice(0, CLAIM_AT_MOST)],
      )
      clock.observe(nowMs)
      const claimed = inPairs(fields).flatMap(([version, state]) => {
        const battle = parseBattle(state)
        return battle ? [{ version: Number(version), battle }] : []
      })
      return { nowMs, nextInMs, claimed }
    },
  }
}

const DONE: Answer = {}

/** More never piles up between two sweeps, unless NATS is away and publishing is pointless. */
const EARLIER_AT_MOST = 4

function earlierUpdates(announcements: readonly Announcement[]): string[] {
  const first = announcements.find(({ kind }) => kind === 'update')
  if (first?.kind !== 'update') return []
  const { update } = first
  return Array.from({ length: Math.min(EARLIER_AT_MOST, update.seq - 1) }, (_, back) =>
    effectId({ kind: 'update', update: { ...update, seq: update.seq - 1 - back } }),
  )
}

const inPairs = (fields: readonly string[]): (readonly [string, string])[] =>
  Array.from({ length: fields.length / 2 }, (_, at) => [fields[at * 2] ?? '', fields[at * 2 + 1] ?? ''])

const parseBattle = (state: string): Battle | undefined => (state === '' ? undefined : (JSON.parse(state) as Battle))
const parseAnswer = (answer: string): Answer | undefined =>
  answer === '' ? undefined : (JSON.parse(answer) as Answer)
