import { KlaError } from '@kla/chassis'
import type { Category } from '@kla/proto/web'
import type { Answer, CommandMemory } from '../shared/commands.js'
import type { EngineMetrics } from '../shared/metrics.js'
import type { RotationPools } from './rotation.js'
import { type Battle, isPlayed } from './rules/battle.js'
import { reduce } from './rules/reduce.js'
import {
  type Announcement,
  type Command,
  type Context,
  type Effect,
  END_REASON_NAMES,
  type Timings,
} from './rules/step.js'
import type { Basis, BattleStore, Commit, Committed, Loaded, Stored } from './store.js'

export interface CommandRunnerDeps {
  readonly store: BattleStore
  readonly contextAt: ContextAt
  readonly carryOut: (effects: readonly Effect[]) => void
  /** Publishes what another process may have left: clients must not miss a number. */
  readonly republish: (unpublished: readonly Announcement[]) => void
  readonly onStored: (stored: Stored) => void
  readonly lastStored: (roomId: string) => Stored | undefined
  readonly metrics: EngineMetrics
}

/** Loads, reduces and commits; retries after a conflict. */
export interface CommandRunner {
  /** Runs once per `memory`; repeats get `answer`, null if unfinished. Throws if the store is silent. */
  run(
    command: Command,
    memory?: CommandMemory,
    options?: { readonly answer?: Answer | null; readonly loaded?: Loaded | undefined },
  ): Promise<Answer>
  tryOn(loaded: Stored & { readonly nowMs: number }, command: Command): Promise<boolean>
}

const ATTEMPTS_MAX = 20

export function createCommandRunner(deps: CommandRunnerDeps): CommandRunner {
  const { store, contextAt, carryOut, republish, onStored, lastStored, metrics } = deps

  async function commit(
    { version, token }: Basis,
    command: Command,
    battle: Battle,
    effects: readonly Effect[],
    remembered: Pick<Commit, 'memory' | 'answer'> = {},
  ): Promise<Committed> {
    const onForeign = lastStored(command.roomId)?.token !== token
    const committed = await store.commit({ version, token, battle, effects, onForeign, ...remembered })
    if (committed.outcome === 'committed') {
      metrics.commits.inc({ command: command.kind })
      countBattles(metrics.battles, effects)
      if (committed.unpublished.length > 0) republish(committed.unpublished)
      carryOut(effects)
      onStored({ version: version + 1, token: committed.token, battle })
    }
    return committed
  }

  /** Decides without reading; undefined if that does not suffice. */
  async function runOn(
    available: Basis & Pick<Loaded, 'battle'>,
    command: Command,
    memory: CommandMemory | undefined,
    answer: Answer | null,
  ): Promise<Answer | undefined> {
    const { battle } = available
    const decision = reduce(battle, command, await contextAt(store.nowMs(), battle, command))
    if ('refused' in decision || !decision.battle || decision.battle === battle) return undefined
    const committed = await commit(available, command, decision.battle, decision.effects, { memory, answer })
    return committed.answer ?? (committed.outcome === 'committed' ? (answer ?? {}) : undefined)
  }

  return {
    async run(command, memory, { answer = {}, loaded } = {}) {
      const available = loaded ?? lastStored(command.roomId)
      const done = available && (await runOn(available, command, memory, answer))
      if (done) return done
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        const latest = await store.load(command.roomId, memory)
        const { nowMs, battle, answer: given } = latest
        if (given) return given
        const decision = reduce(battle, command, await contextAt(nowMs, battle, command))
        if ('refused' in decision) {
          // CONFLICT means an outdated room and is not stored.
          if (!memory || decision.refused === 'CONFLICT') return decision
          return store.remember(command.roomId, memory, decision)
        }
        if (!decision.battle || decision.battle === battle) return {}
        const committed = await commit(latest, command, decision.battle, decision.effects, { memory, answer })
        if (committed.answer) return committed.answer
        if (committed.outcome === 'committed') return answer ?? {}
        metrics.conflicts.inc()
      }
      throw new KlaError('CONFLICT')
    },

    async tryOn(available, command) {
      const { battle, nowMs } = available
      const decision = reduce(battle, command, await contextAt(nowMs, battle, command))
      if ('refused' in decision || !decision.battle || decision.battle === battle) return true
      const committed = await commit(available, command, decision.battle, decision.effects)
      if (committed.outcome === 'conflict') return false
      if ('deadlineMs' in battle && command.kind === 'deadline') {
        metrics.lateness.observe({ phase: battle.phase }, (committed.nowMs - battle.deadlineMs) / 1000)
      }
      return true
    },
  }
}

function countBattles({ started, finished }: EngineMetrics['battles'], effects: readonly Effect[]): void {
  for (const effect of effects) {
    if (effect.kind === 'started') started.inc()
    if (effect.kind !== 'finished') continue
    const reason = END_REASON_NAMES[effect.outcome.reason]
    if (reason) finished.inc({ reason })
  }
}

/** Makes the context of a decision. */
export type ContextAt = (nowMs: number, battle: Battle | undefined, command: Command) => Promise<Context>

/** Rounds decisions, so that phases share batches. */
const TICK_MS = 20

export function createContextAt(deps: {
  timings: Timings
  optionsPerHand: number
  pools: Pick<RotationPools, 'of'>
  absentUntilMs: () => Promise<number>
  random: () => number
  newId: () => string
}): ContextAt {
  const { timings, optionsPerHand, pools, absentUntilMs, random, newId } = deps
  return async (nowMs, battle, command) => {
    const category = categoryOf(battle, command)
    const pool = category ? await pools.of(category) : []
    const absentUntil = await absentUntilMs()
    const tick = tickOf(nowMs, battle)
    // The absence may have ended after `nowMs`; a battle that begins now is not interrupted by it.
    const now = command.kind === 'ready-up' ? Math.max(tick, absentUntil) : tick
    return { now, absentUntilMs: absentUntil, random, newId, timings, pool, optionsPerHand }
  }
}

function tickOf(nowMs: number, battle: Battle | undefined): number {
  const tick = nowMs - (nowMs % TICK_MS)
  return battle && isPlayed(battle) && battle.deadlineMs <= nowMs ? Math.max(tick, battle.deadlineMs) : tick
}

function categoryOf(battle: Battle | undefined, command: Command): Category | undefined {
  if (command.kind === 'ready-up') return command.room.category
  return battle && isPlayed(battle) ? battle.match.category : undefined
}
