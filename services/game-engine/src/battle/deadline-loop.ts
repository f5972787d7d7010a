import { inRootSpan, type Logger } from '@kla/chassis'
import type { EngineMetrics } from '../shared/metrics.js'
import type { Shard } from '../shared/redis.js'
import { createOverdueLoop, type OverdueLoop } from './overdue-loop.js'
import { isPlayed } from './rules/battle.js'
import type { CommandRunner } from './run-command.js'
import type { BattleStore, Stored } from './store.js'

interface DeadlineLoopDeps {
  readonly store: Pick<BattleStore, 'claim' | 'shards' | 'nowMs'>
  readonly runner: CommandRunner
  readonly metrics: EngineMetrics
  readonly log: Logger
  readonly pollMs: number
  /** Called when every shard has been polled since the last call. */
  readonly onPolled?: () => void
}

interface DeadlineLoop {
  start(): void
  schedule(stored: Stored): void
  lastStored(roomId: string): Stored | undefined
  stop(): Promise<void>
}

export function createDeadlineLoop({ store, runner, metrics, log, pollMs, onPolled }: DeadlineLoopDeps): DeadlineLoop {
  let failures: unknown[] = []

  function logFailures(): void {
    const [err, ...others] = failures
    failures = []
    if (err !== undefined) {
      log.warn({ err, others: others.length }, 'phases could not be ended; they are claimed when they are overdue')
    }
  }

  const local = createLocalDeadlines({
    nowMs: () => store.nowMs(),
    endPhase: (stored) =>
      reporting(() => runner.tryOn({ ...stored, nowMs: decidedAt(stored, store.nowMs()) }, deadlineOf(stored))),
  })

  const polled = new Set<Shard>()
  function notePoll(shard: Shard): void {
    if (polled.add(shard).size < store.shards.length) return
    polled.clear()
    onPolled?.()
  }

  const loopOf = (shard: Shard): OverdueLoop =>
    createOverdueLoop({
      async claim() {
        const { nowMs, nextInMs, claimed } = await store.claim(shard, local.owns)
        return { nextInMs, claimed: claimed.map((one) => ({ ...one, nowMs: decidedAt(one, nowMs) })) }
      },
      endPhase: (claimed) =>
        reporting(async () => {
          const command = deadlineOf(claimed)
          if (await runner.tryOn(claimed, command)) return
          metrics.conflicts.inc()
          await runner.run(command)
        }),
      pollMs,
      onPoll(error) {
        if (error !== undefined) log.warn({ err: error, shard }, 'deadlines cannot be looked at right now')
        logFailures()
        notePoll(shard)
      },
    })
  const loops = store.shards.map(loopOf)

  const reporting = (end: () => Promise<unknown>): Promise<void> =>
    inRootSpan('deadline', end).then(
      () => metrics.claims.inc(),
      (error: unknown) => void failures.push(error),
    )

  return {
    start: () => loops.forEach((loop) => loop.start()),
    schedule: local.set,
    lastStored: local.lastStored,
    stop: async () => void (await Promise.all([local.stop(), ...loops.map((loop) => loop.stop())])),
  }
}

/** Tolerance, at most a twentieth of the phase. */
const FORGIVEN_LATENESS_MS = 500

/** Ends slightly late phases as of their deadline, or lateness adds up. */
function decidedAt({ battle }: Stored, nowMs: number): number {
  if (!isPlayed(battle)) return nowMs
  const { deadlineMs, durationMs } = battle
  const lateMs = nowMs - deadlineMs
  return lateMs >= 0 && lateMs < Math.min(FORGIVEN_LATENESS_MS, durationMs / 20) ? deadlineMs : nowMs
}

const deadlineOf = ({ battle: { roomId } }: Stored) => ({ kind: 'deadline', roomId }) as const

interface LocalDeadlinesDeps {
  readonly endPhase: (stored: Stored) => Promise<void>
  readonly nowMs: () => number
}

/** Local deadlines with their battles, which saves a read. */
export interface LocalDeadlines {
  set(stored: Stored): void
  lastStored(roomId: string): Stored | undefined
  owns(roomId: string, token: string): boolean
  stop(): Promise<void>
}

interface Armed {
  readonly stored: Stored
  timer: NodeJS.Timeout
}

export function createLocalDeadlines({ endPhase, nowMs }: LocalDeadlinesDeps): LocalDeadlines {
  const rooms = new Map<string, Armed>()
  const ending = new Set<Promise<void>>()
  let stopping = false

  function drop(roomId: string): void {
    clearTimeout(rooms.get(roomId)?.timer)
    rooms.delete(roomId)
  }

  function set(stored: Stored): void {
    const { battle } = stored
    const { roomId } = battle
    drop(roomId)
    if (stopping || !isPlayed(battle)) return
    const { deadlineMs } = battle
    const arm = (): NodeJS.Timeout => setTimeout(due, Math.ceil(deadlineMs - nowMs()))
    const armed: Armed = { stored, timer: arm() }
    rooms.set(roomId, armed)

    function due(): void {
      // Redis and the timer have different clocks.
      if (nowMs() < deadlineMs) return void (armed.timer = arm())
      const ended = endPhase(stored).finally(() => {
        ending.delete(ended)
        if (rooms.get(roomId) === armed) rooms.delete(roomId)
      })
      ending.add(ended)
    }
  }

  return {
    set,
    lastStored: (roomId) => rooms.get(roomId)?.stored,
    owns: (roomId, token) => rooms.get(roomId)?.stored.token === token,
    async stop() {
      stopping = true
      for (const roomId of [...rooms.keys()]) drop(roomId)
      await Promise.all(ending)
    },
  }
}
