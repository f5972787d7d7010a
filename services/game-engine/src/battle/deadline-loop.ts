import { inTrace, type Logger } from '@kla/chassis'
import type { EngineMetrics } from '../shared/metrics.js'
import type { Shard } from '../shared/redis.js'
import { createOverdueLoop, type OverdueLoop } from './overdue-loop.js'
import { isPlayed } from './rules/battle.js'
import type { CommandRunner } from './run-command.js'
import type { BattleStore, Stored } from './store.js'

interface LocalDeadlinesOptions {
  /** Never rejects. */
  readonly pass: (stored: Stored) => Promise<void>
  readonly nowMs: () => number
}

/**
 * Timers for the deadlines that this pod has set, with the battle as stored. No read is needed: the commit detects
 * a change.
 */
export interface LocalDeadlines {
  keep(stored: Stored): void
  kept(roomId: string): Stored | undefined
  keeps(roomId: string, version: number): boolean
  stop(): Promise<void>
}

interface Kept {
  readonly stored: Stored
  timer: NodeJS.Timeout
}

export function createLocalDeadlines({ pass, nowMs }: LocalDeadlinesOptions): LocalDeadlines {
  const rooms = new Map<string, Kept>()
  const passing = new Set<Promise<void>>()
  let stopping = false

  function drop(roomId: string): void {
    clearTimeout(rooms.get(roomId)?.timer)
    rooms.delete(roomId)
  }

  function keep(stored: Stored): void {
    const { battle } = stored
    const { roomId } = battle
    drop(roomId)
    if (stopping || !isPlayed(battle)) return
    const { deadlineMs } = battle
    const arm = (): NodeJS.Timeout => setTimeout(due, Math.ceil(deadlineMs - nowMs()))
    const kept: Kept = { stored, timer: arm() }
    rooms.set(roomId, kept)

    function due(): void {
      // Redis' clock and the timer's may differ.
      if (nowMs() < deadlineMs) return void (kept.timer = arm())
      const passed = pass(stored).finally(() => {
        passing.delete(passed)
        if (rooms.get(roomId) === kept) rooms.delete(roomId)
      })
      passing.add(passed)
    }
  }

  return {
    keep,
    kept: (roomId) => rooms.get(roomId)?.stored,
    keeps: (roomId, version) => rooms.get(roomId)?.stored.version === version,
    async stop() {
      stopping = true
      for (const roomId of [...rooms.keys()]) drop(roomId)
      await Promise.all(passing)
    },
  }
}

interface DeadlineLoopOptions {
  readonly store: Pick<BattleStore, 'claim' | 'shards' | 'nowMs'>
  readonly runner: CommandRunner
  readonly metrics: EngineMetrics
  readonly log: Logger
  readonly pollMs: number
  readonly onRound?: () => void
}

/** Ends phases on time: those with a deadline of this pod, and those that another pod left overdue. */
interface DeadlineLoop {
  start(): void
  stored(stored: Stored): void
  /** The battle as this pod stored it last; another pod may have changed it since. */
  kept(roomId: string): Stored | undefined
  stop(): Promise<void>
}

export function createDeadlineLoop({ store, runner, metrics, log, pollMs, onRound }: DeadlineLoopOptions): DeadlineLoop {
  let failures: unknown[] = []

  /** One line for all: an outage leaves thousands. */
  function tellFailures(): void {
    const [err, ...others] = failures
    failures = []
    if (err !== undefined) {
      log.warn({ err, others: others.length }, 'phases could not be ended; they are claimed when they are overdue')
    }
  }

  const own = createLocalDeadlines({
    nowMs: () => store.nowMs(),
    pass: (stored) =>
      endPhase(async () => {
        await runner.tryOn({ ...stored, nowMs: decidedAt(stored, store.nowMs()) }, deadlineOf(stored))
        metrics.claims.inc()
      }),
  })

  const loopOf = (shard: Shard): OverdueLoop =>
    createOverdueLoop({
      async claim() {
        const { nowMs, nextInMs, claimed } = await store.claim(shard, own.keeps)
        metrics.claims.inc(claimed.length)
        return { nextInMs, claimed: claimed.map((one) => ({ ...one, nowMs: decidedAt(one, nowMs) })) }
      },
      pass: (claimed) =>
        endPhase(async () => {
          const command = deadlineOf(claimed)
          if (await runner.tryOn(claimed, command)) return
          metrics.conflicts.inc()
          await runner.run(command)
        }),
      pollMs,
      onPoll(error) {
        if (error !== undefined) log.warn({ err: error, shard }, 'deadlines cannot be looked at right now')
        tellFailures()
        onRound?.()
      },
    })
  const loops = store.shards.map(loopOf)

  const endPhase = (end: () => Promise<void>): Promise<void> =>
    inTrace('deadline', end).catch((error: unknown) => void failures.push(error))

  return {
    start: () => loops.forEach((loop) => loop.start()),
    stored: (stored) => own.keep(stored),
    kept: (roomId) => own.kept(roomId),
    stop: async () => void (await Promise.all([own.stop(), ...loops.map((loop) => loop.stop())])),
  }
}

/** How late a phase may still end as of its deadline; at most a twentieth of the phase. */
const FORGIVEN_MS = 500

/**
 * A slightly late phase ends as of its deadline. Otherwise lateness adds up, and phases delayed together stay
 * together.
 */
function decidedAt({ battle }: Stored, nowMs: number): number {
  if (!isPlayed(battle)) return nowMs
  const { deadlineMs, durationMs } = battle
  const lateMs = nowMs - deadlineMs
  return lateMs >= 0 && lateMs < Math.min(FORGIVEN_MS, durationMs / 20) ? deadlineMs : nowMs
}

const deadlineOf = ({ battle: { roomId } }: Stored) => ({ kind: 'deadline', roomId }) as const
