import { inSpan, type Logger } from '@kla/chassis'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Battle } from '../domain/index.js'
import type { EngineMetrics } from '../metrics.js'
import type { Shard } from '../store/battle-keys.js'
import type { BattleStore, Claims } from '../store/battle-store-types.js'
import type { CommandRunner } from './run-command.js'

export interface DeadlineLoopOptions {
  readonly store: Pick<BattleStore, 'claim' | 'shards'>
  readonly runner: CommandRunner
  readonly metrics: EngineMetrics
  readonly log: Logger
  /** At most this long between two looks, so that deadlines set by pods that have died since are seen. */
  readonly pollMs: number
  /** Called after every look, also after one that failed. */
  readonly onRound?: () => void
}

/** Ends phases when their time has come: claims what is due, whoever set it, and sleeps until the next. */
export interface DeadlineLoop {
  start(): void
  /** A deadline that this pod has just set; wakes the loop in time for it. */
  wakeAt(deadlineMs: number, nowMs: number): void
  /** Ends after the claims under way. */
  stop(): Promise<void>
}

const PAUSE_AFTER_FAULT_MS = 100

export function createDeadlineLoop({ store, runner, metrics, log, pollMs, onRound }: DeadlineLoopOptions): DeadlineLoop {
  let stopping = false
  let running: Promise<void> = Promise.resolve()
  /** By the clock of this process: only ever compared with itself. */
  let nextLook = 0
  let interrupt = new AbortController()

  const lookAt = (at: number): void => {
    if (at >= nextLook) return
    nextLook = at
    interrupt.abort()
  }

  async function look(): Promise<void> {
    const startedAt = performance.now()
    nextLook = startedAt + pollMs
    const claims = await Promise.all(store.shards.map((shard) => claim(shard)))
    for (const { nowMs, nextDueMs } of claims) {
      if (nextDueMs !== undefined) lookAt(startedAt + Math.max(0, nextDueMs - nowMs))
    }
  }

  async function claim(shard: Shard): Promise<Claims> {
    const claims = await store.claim(shard)
    metrics.claims.inc(claims.claimed.length)
    const passed = await Promise.allSettled(
      claims.claimed.map((claimed) => inSpan('deadline', () => passDeadline({ ...claimed, nowMs: claims.nowMs }))),
    )
    const [failed, ...others] = passed.filter((one) => one.status === 'rejected')
    if (failed) {
      const context = { err: failed.reason as unknown, others: others.length }
      log.warn(context, 'phases could not be ended; they are claimed again after their lease')
    }
    return claims
  }

  async function passDeadline(claimed: { battle: Battle; version: number; nowMs: number }): Promise<void> {
    const command = { kind: 'deadline', roomId: claimed.battle.roomId } as const
    if (!(await runner.tryOn(claimed, command))) await runner.run(command)
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      try {
        await look()
      } catch (error) {
        log.warn({ err: error }, 'deadlines cannot be looked at right now')
        nextLook = performance.now() + PAUSE_AFTER_FAULT_MS
      }
      onRound?.()
      interrupt = new AbortController()
      const pause = nextLook - performance.now()
      if (pause > 0 && !stopping) await sleep(pause, undefined, { signal: interrupt.signal }).catch(() => undefined)
    }
  }

  return {
    start() {
      running = loop()
    },
    wakeAt: (deadlineMs, nowMs) => lookAt(performance.now() + deadlineMs - nowMs),
    async stop() {
      stopping = true
      interrupt.abort()
      await running
    },
  }
}
