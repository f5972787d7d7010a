import { inSpan, type Logger } from '@kla/chassis'
import type { Battle } from '../domain/index.js'
import type { EngineMetrics } from '../metrics.js'
import { shardOf, type Shard } from '../store/battle-keys.js'
import type { BattleStore } from '../store/battle-store-types.js'
import type { CommandRunner } from './run-command.js'
import { createShardLoop, type ShardLoop } from './shard-loop.js'

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

/** Ends phases when their time has come: claims what is due, whoever set it. */
export interface DeadlineLoop {
  start(): void
  /** A deadline of a room that this pod has just set, by Redis' clock, which said `nowMs`: it is looked for in time. */
  wakeAt(roomId: string, deadlineMs: number, nowMs: number): void
  /** Ends after the claims under way. */
  stop(): Promise<void>
}

export function createDeadlineLoop({ store, runner, metrics, log, pollMs, onRound }: DeadlineLoopOptions): DeadlineLoop {
  async function passDeadline(claimed: { battle: Battle; version: number; nowMs: number }): Promise<void> {
    const command = { kind: 'deadline', roomId: claimed.battle.roomId } as const
    try {
      if (!(await runner.tryOn(claimed, command))) await runner.run(command)
    } catch (error) {
      log.warn({ err: error }, 'a phase could not be ended; it is claimed again after its lease')
    }
  }

  const loopOf = (shard: Shard): ShardLoop =>
    createShardLoop({
      async claim() {
        const claims = await store.claim(shard)
        metrics.claims.inc(claims.claimed.length)
        return claims
      },
      pass: (claimed, nowMs) => inSpan('deadline', () => passDeadline({ ...claimed, nowMs })),
      pollMs,
      onLook(error) {
        if (error !== undefined) log.warn({ err: error, shard }, 'deadlines cannot be looked at right now')
        onRound?.()
      },
    })
  const loops = new Map(store.shards.map((shard) => [shard, loopOf(shard)]))

  return {
    start: () => loops.forEach((loop) => loop.start()),
    wakeAt: (roomId, deadlineMs, nowMs) => loops.get(shardOf(roomId))?.wakeAt(performance.now() + deadlineMs - nowMs),
    stop: async () => void (await Promise.all([...loops.values()].map((loop) => loop.stop()))),
  }
}
