import { inTrace, type Logger } from '@kla/chassis'
import type { EngineMetrics } from '../shared/metrics.js'
import type { Shard } from '../shared/redis.js'
import { createOverdueLoop, type OverdueLoop } from './overdue-loop.js'
import { isPlayed } from './rules/battle.js'
import type { CommandRunner } from './run-command.js'
import type { BattleStore, Stored } from './store.js'

interface LocalDeadlinesOptions {
  /** Ends a phase whose time has come. Never rejects. */
  readonly pass: (stored: Stored) => Promise<void>
  /** By Redis' clock. */
  readonly nowMs: () => number
}

/**
 * The deadlines that this pod has set, each with the battle as it was stored: when one comes, nobody need be asked what
 * is due, and nothing read. Whether the battle has changed meanwhile, the commit finds out.
 */
export interface LocalDeadlines {
  /** Takes the place of what was kept for the room before. */
  keep(stored: Stored): void
  /** The battle of a room as this pod has stored it last; somebody else may have changed it since. */
  kept(roomId: string): Stored | undefined
  /** Whether this pod will end the phase of that version by itself, or is about to. */
  keeps(roomId: string, version: number): boolean
  /** Resolves when what is being ended has ended; what is left is for others. */
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
      // Clocks have no duty to agree.
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
  /** The pause between two looks for what others have left overdue. */
  readonly pollMs: number
  /** Called after every look, also after one that failed. */
  readonly onRound?: () => void
}

/** Ends phases when their time has come: those that this pod has set, and what is left overdue by whoever set it. */
interface DeadlineLoop {
  start(): void
  /** This pod has just stored a battle. */
  stored(stored: Stored): void
  /** A battle as this pod has stored it last, if it will end its phase; somebody else may have changed it since. */
  kept(roomId: string): Stored | undefined
  /** Ends after the phases that are being ended. */
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
        // Where the battle has changed, whoever changed it keeps its next deadline.
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

/** By at most so much, and a twentieth of the phase before, may the next one be shorter: nobody notices. */
const FORGIVEN_MS = 500

/**
 * Late by little, a phase ends as of its deadline: each lateness on top of those before would let phases drift, and what
 * a moment's stall has held up would stay together and come due together for as long as the battles last.
 */
function decidedAt({ battle }: Stored, nowMs: number): number {
  if (!isPlayed(battle)) return nowMs
  const { deadlineMs, durationMs } = battle
  const lateMs = nowMs - deadlineMs
  return lateMs >= 0 && lateMs < Math.min(FORGIVEN_MS, durationMs / 20) ? deadlineMs : nowMs
}

const deadlineOf = ({ battle: { roomId } }: Stored) => ({ kind: 'deadline', roomId }) as const
