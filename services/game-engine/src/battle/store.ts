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
  /** 0 when nothing is written down for the room. */
  readonly version: number
  readonly battle: Battle | undefined
  /** Given before to the same command. */
  readonly answer: Answer | undefined
}

export interface Commit {
  /** The version that the decision was made on. */
  readonly version: number
  readonly battle: Battle
  readonly effects: readonly Effect[]
  /** Whether the version that this was decided on was another process', which may have died before it published it. */
  readonly onForeign?: boolean
  readonly memory?: CommandMemory | undefined
  /** What a repeat of the command will hear; null while more has to follow before it is done. Done, unless given. */
  readonly answer?: Answer | null | undefined
}

export interface Committed {
  /** `conflict`: the battle has changed since. `answered`: the command was carried out before. */
  readonly outcome: 'committed' | 'conflict' | 'answered'
  readonly nowMs: number
  readonly answer: Answer | undefined
  /** What was stored before and is not known to be published, the oldest first; looked for where `onForeign`. */
  readonly unpublished: readonly Announcement[]
}

/** A battle as it is written down under a version. */
export interface Stored {
  readonly version: number
  readonly battle: Battle
}

interface Claims {
  readonly nowMs: number
  /** Until the next battle of the shard is overdue, as seen before the claim; Infinity: none has a deadline. Milliseconds. */
  readonly nextInMs: number
  readonly claimed: readonly Stored[]
}

export interface BattleStore {
  readonly shards: readonly Shard[]
  load(roomId: string, memory?: CommandMemory): Promise<Loaded>
  /** Stores state, deadline, pending effects and the command's answer: all of it, or nothing. */
  commit(commit: Commit): Promise<Committed>
  /** Remembers the answer for a repeat of the command; answers what a repeat will hear. */
  remember(roomId: string, memory: CommandMemory, answer: Answer): Promise<Answer>
  /**
   * Takes some of a shard's battles that whoever set their deadline has left overdue, for a lease. Those that the caller
   * `keeps` itself, as of that version, are left alone and not even read: a pod that is behind is not to be held up more.
   */
  claim(shard: Shard, keeps: (roomId: string, version: number) => boolean): Promise<Claims>
  /** What time it is by Redis' clock, as its answers of late tell; it may be behind, never ahead. */
  nowMs(): number
}

/** Longer than any command can be on its way to a room that was open when it was sent. */
const CLOSED_KEPT_MS = 10 * 60_000
/** How long a claimed deadline is one pod's: many times what it needs, short enough when that pod has died. */
const CLAIM_LEASE_MS = 2_000
/** The pod that commits carries its effects out; after this, any other may. */
export const EFFECTS_LEAD_MS = 1_000
/** The pod that set a deadline ends the phase in less, even when it is busy; after this, any other may. */
const DEADLINE_LEAD_MS = 100
/** So few at once that several pods share a burst. */
const CLAIM_AT_MOST = 16
/** Of those that are looked at: far more than a pod that is behind has in one shard. */
const OVERDUE_AT_MOST = 128

/** Battles in Redis: one record a room, changed by compare-and-set together with all that must follow from it. */
export function createBattleStore(redis: Redis, prefix: string): BattleStore {
  const keysByShard = ALL_SHARDS.map((shard) => keysOf(prefix, shard))
  const keysFor = (roomId: string): ShardKeys => keysByShard[shardOf(roomId)] as ShardKeys
  const answerKey = (roomId: string, memory: CommandMemory | undefined): string => {
    const { answerPrefix } = keysFor(roomId)
    return memory ? `${answerPrefix}${roomId}:${memory.accountId}:${memory.commandId}` : answerPrefix
  }

  const clock = createStoreClock()
  // Together they name a commit, so that it is known when it comes twice.
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

    async claim(shard, keeps) {
      const keys = keysOf(prefix, shard)
      const [seenAtMs, next, ...seen] = await overdueScript.run(
        redis,
        [keys.deadlines],
        [keys.recordPrefix, DEADLINE_LEAD_MS, OVERDUE_AT_MOST],
      )
      clock.observe(seenAtMs)
      const rooms = inPairs(seen).flatMap(([roomId, version]) => (keeps(roomId, Number(version)) ? [] : [roomId]))
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

/** More than ever pile up between two sweeps, unless NATS is away: then nothing is to be had by publishing again. */
const EARLIER_AT_MOST = 4

/** The ids of the news before, the latest first. */
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
