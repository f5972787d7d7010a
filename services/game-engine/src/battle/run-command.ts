import { KlaError } from '@kla/chassis'
import type { Category } from '@kla/proto/web'
import type { EngineMetrics } from '../shared/metrics.js'
import type { RotationPools } from './rotation.js'
import { type Battle, isPlayed } from './rules/battle.js'
import type { Command, Context, Timings } from './rules/command.js'
import { reduce } from './rules/reduce.js'
import { type Announcement, type Effect, END_REASON_NAMES } from './rules/step.js'
import type { Answer, BattleStore, CommandMemory, Commit, Stored } from './store.js'

/** Counts the battles that a commit began or ended; what is told again later is not counted again. */
function countBattles({ started, finished }: EngineMetrics['battles'], effects: readonly Effect[]): void {
  for (const effect of effects) {
    if (effect.kind === 'started') started.inc()
    if (effect.kind !== 'finished') continue
    const reason = END_REASON_NAMES[effect.outcome.reason]
    if (reason) finished.inc({ reason })
  }
}

interface CommandRunnerOptions {
  readonly store: BattleStore
  readonly contextAt: ContextAt
  /** Begins to carry out what a commit of this pod has stored; does not throw, and is not waited for. */
  readonly carryOut: (effects: readonly Effect[]) => void
  /**
   * Publishes what another process has stored and may have died with, before what follows from it is published: nobody is
   * to miss a number. Not what this process is about to publish. Does not throw, and is not waited for.
   */
  readonly republish: (unpublished: readonly Announcement[]) => void
  /** Told of every battle that this pod stores. */
  readonly stored: (stored: Stored) => void
  /** A battle as this pod has stored it last, if it has it at hand. */
  readonly kept: (roomId: string) => Stored | undefined
  readonly metrics: EngineMetrics
}

/** Load, reduce, commit, and again if somebody else was faster. */
export interface CommandRunner {
  /**
   * Runs a command to its answer. `memory` makes it happen at most once; a repeat will hear `answer`, unless that is
   * null because more has to follow. Throws when the store does not answer.
   */
  run(command: Command, memory?: CommandMemory, answer?: Answer | null): Promise<Answer>
  /** One try on a battle that is at hand; false when it has changed meanwhile. */
  tryOn(loaded: Stored & { readonly nowMs: number }, command: Command): Promise<boolean>
}

/** Only two players, a deadline and the seats compete for one battle. */
const TRIES = 20

export function createCommandRunner(options: CommandRunnerOptions): CommandRunner {
  const { store, contextAt, carryOut, republish, stored, kept, metrics } = options

  async function commit(
    version: number,
    command: Command,
    battle: Battle,
    effects: readonly Effect[],
    remembered: Pick<Commit, 'memory' | 'answer'> = {},
  ) {
    const onAnothers = kept(command.roomId)?.version !== version
    const committed = await store.commit({ version, battle, effects, onAnothers, ...remembered })
    if (committed.outcome === 'committed') {
      metrics.commits.inc({ command: command.kind })
      countBattles(metrics.battles, effects)
      if (committed.unpublished.length > 0) republish(committed.unpublished)
      carryOut(effects)
      stored({ version: version + 1, battle })
    }
    return committed
  }

  /**
   * What is at hand need not be read: whether it has changed, or the command was carried out before, the commit finds
   * out. Undefined where it has, and where there is nothing to commit: that only a reading can tell for sure.
   */
  async function onKept(
    command: Command,
    memory: CommandMemory | undefined,
    answer: Answer | null,
  ): Promise<Answer | undefined> {
    const at = kept(command.roomId)
    if (!at) return undefined
    const { version, battle } = at
    const decision = reduce(battle, command, await contextAt(store.nowMs(), battle, command))
    if ('refused' in decision || !decision.battle || decision.battle === battle) return undefined
    const committed = await commit(version, command, decision.battle, decision.effects, { memory, answer })
    return committed.answer ?? (committed.outcome === 'committed' ? (answer ?? {}) : undefined)
  }

  return {
    async run(command, memory, answer = {}) {
      const done = await onKept(command, memory, answer)
      if (done) return done
      for (let tries = 0; tries < TRIES; tries++) {
        const { nowMs, version, battle, answer: given } = await store.load(command.roomId, memory)
        if (given) return given
        const decision = reduce(battle, command, await contextAt(nowMs, battle, command))
        if ('refused' in decision) {
          // Not an answer to the command, but a word that it was made on an old view of the room.
          if (!memory || decision.refused === 'CONFLICT') return decision
          return store.remember(command.roomId, memory, decision)
        }
        if (!decision.battle || decision.battle === battle) return {}
        const committed = await commit(version, command, decision.battle, decision.effects, { memory, answer })
        if (committed.answer) return committed.answer
        if (committed.outcome === 'committed') return answer ?? {}
        metrics.conflicts.inc()
      }
      throw new KlaError('CONFLICT')
    },

    async tryOn({ battle, version, nowMs }, command) {
      const decision = reduce(battle, command, await contextAt(nowMs, battle, command))
      if ('refused' in decision || !decision.battle || decision.battle === battle) return true
      const committed = await commit(version, command, decision.battle, decision.effects)
      if (committed.outcome === 'conflict') return false
      if ('deadlineMs' in battle && command.kind === 'deadline') {
        metrics.lateness.observe({ phase: battle.phase }, (committed.nowMs - battle.deadlineMs) / 1000)
      }
      return true
    },
  }
}

/** What a decision is made with, beside the battle and the command. */
type ContextAt = (nowMs: number, battle: Battle | undefined, command: Command) => Promise<Context>

/**
 * Decisions are made as of a tick, so that phases which begin within one end in the same moment: what follows goes to
 * Redis, NATS and each gateway together then, where the first message costs as much as many. Milliseconds, by which a
 * phase may be shorter: a fiftieth of a second, which nobody sees.
 */
const TICK_MS = 20

/** Contexts with the pool of the battle's own category, and the rest as configured. */
export function createContextAt(options: {
  timings: Timings
  optionsPerHand: number
  pools: Pick<RotationPools, 'of'>
  /** When the last time ended in which no engine was there. */
  absentUntilMs: () => Promise<number>
  random: () => number
  newId: () => string
}): ContextAt {
  const { timings, optionsPerHand, pools, absentUntilMs, random, newId } = options
  return async (nowMs, battle, command) => {
    const category = categoryOf(battle, command)
    const pool = category ? await pools.of(category) : []
    return { now: decidedAt(nowMs, battle), absentUntilMs: await absentUntilMs(), random, newId, timings, pool, optionsPerHand }
  }
}

/** A deadline that has come stays behind, wherever it lies within the tick. */
function decidedAt(nowMs: number, battle: Battle | undefined): number {
  const tick = nowMs - (nowMs % TICK_MS)
  return battle && isPlayed(battle) && battle.deadlineMs <= nowMs ? Math.max(tick, battle.deadlineMs) : tick
}

function categoryOf(battle: Battle | undefined, command: Command): Category | undefined {
  if (battle && isPlayed(battle)) return battle.match.category
  return command.kind === 'ready-up' ? command.room.category : undefined
}
