import { accepted, type Call, type CallContext, KlaError, type Logger, type Refused } from '@kla/chassis'
import type { ListWildCardsRequest, ListWildCardsResponse, PlayWildCardRequest, PlayWildCardResponse } from '@kla/proto'
import type { LabelledActs, UnitedLimits } from '@kla/proto/web'
import {
  type Battle,
  type BattleStore,
  type Clip,
  type CommandRunner,
  isPlayable,
  isPlayed,
  type LimitsCards,
  type Loaded,
  pendingWildCard,
  positionOf,
  type SavedGifs,
  type SeatedBattle,
  type Settlement,
  type Turn,
  turnToPick,
} from '../battle/index.js'
import { type Answer, type CommandMemory, contextOf, finalRefusal, spendingMemoryOf } from '../shared/commands.js'
import type { EngineMetrics } from '../shared/metrics.js'
import type { Commerce } from './commerce-client.js'
import type { IntentStore } from './intent-store.js'

interface WildCardDeps {
  readonly runner: Pick<CommandRunner, 'run'>
  readonly battles: Pick<BattleStore, 'load' | 'remember'>
  readonly seatedBattle: SeatedBattle
  readonly library: Pick<SavedGifs, 'find' | 'list'> & LimitsCards
  readonly commerce: Pick<Commerce, 'holdWildCard'>
  readonly intents: IntentStore<WildCardIntent>
}

interface WildCardIntent {
  readonly gif: Clip & { readonly acts?: LabelledActs }
  readonly turn: Turn
}

interface Asked extends CommandMemory {
  readonly roomId: string
  readonly turn: Turn
}

/** Plays a Wild Card: stores the key, holds an item, takes the pick. Repeats or the battle finish after a crash. */
export function wildCardHandlers({ runner, battles, seatedBattle, library, commerce, intents }: WildCardDeps) {
  async function play(request: PlayWildCardRequest, memory: CommandMemory, context: CallContext) {
    const { roomId } = request
    const loaded = await battles.load(roomId, memory)
    if (loaded.answer) return loaded.answer
    const intent = (await intents.find(roomId, memory)) ?? (await newIntent(request, memory, loaded, context))
    if ('refused' in intent) return battles.remember(roomId, memory, intent)

    const asked = { roomId, ...memory, turn: intent.turn }
    const gif = { ...intent.gif, acts: intent.gif.acts ?? null }
    const begin = { kind: 'begin-wild-card', ...asked, gif } as const
    const begun = await runner.run(begin, memory, { answer: null, loaded })
    if (begun.refused) return begun
    const { answer, battle, nowMs } = await battles.load(roomId, memory)
    if (answer) return answer
    const pending = pendingWildCard(battle, asked, nowMs)
    if ('refused' in pending) return pending
    return holdAndPlay(pending.key, asked, context).catch((error: unknown) => giveUp(pending.key, asked, error))
  }

  async function newIntent(
    { roomId, gifUrl, round, battleId }: PlayWildCardRequest,
    memory: CommandMemory,
    { battle, nowMs }: Loaded,
    context: CallContext,
  ): Promise<WildCardIntent | Refused> {
    const turn = turnToPick(battle, memory.accountId, nowMs, { round, battleId })
    if ('refused' in turn) return turn
    const gif = await library.find(gifUrl, context).catch(finalRefusal)
    return 'refused' in gif ? gif : intents.keep(roomId, memory, { gif, turn })
  }

  async function holdAndPlay(key: string, asked: Asked, context: CallContext): Promise<Answer> {
    const held = await commerce.holdWildCard(key, context).catch(finalRefusal)
    if (typeof held !== 'number') {
      await drop(key, asked)
      return battles.remember(asked.roomId, asked, held)
    }
    const played = await runner.run({ kind: 'play-wild-card', ...asked, key }, asked, {
      answer: { remainingWildCards: held },
    })
    if (played.refused) await drop(key, asked)
    return played
  }

  /** Unknown outcomes are not stored: repeats take another key. */
  async function giveUp(key: string, asked: Asked, error: unknown): Promise<Answer> {
    await drop(key, asked)
    const { answer, battle, nowMs } = await battles.load(asked.roomId, asked)
    if (answer) return answer
    const gone = pendingWildCard(battle, asked, nowMs)
    if ('refused' in gone && gone.refused !== 'CONFLICT') return battles.remember(asked.roomId, asked, gone)
    throw error
  }

  const drop = (key: string, { roomId }: Asked): Promise<Answer> => runner.run({ kind: 'drop-wild-card', roomId, key })

  /** Limits as of the battle's start, decoys included. */
  async function limitsFor(battle: Battle | undefined, accountId: number, context: CallContext): Promise<UnitedLimits> {
    const plays = battle && isPlayed(battle) && positionOf(battle.match, accountId) !== undefined
    return plays ? battle.match.limits : library.uniteLimits([accountId], context)
  }

  return {
    async listWildCards({ roomId }: ListWildCardsRequest, call: Call): Promise<ListWildCardsResponse> {
      const { accountId, battle } = await seatedBattle(roomId, call)
      const context = contextOf(call)
      const [saved, limits] = await Promise.all([library.list(context), limitsFor(battle, accountId, context)])
      const playable = saved.filter((gif) => isPlayable(gif, limits))
      return { gifs: playable.map(({ id, gifUrl, thumbnail }) => ({ id, gifUrl, thumbnail })) }
    },

    async playWildCard(request: PlayWildCardRequest, call: Call): Promise<PlayWildCardResponse> {
      const { accountId } = await call.principal()
      const answer = await play(request, spendingMemoryOf(request, accountId, 'play-wild-card'), contextOf(call))
      return { remainingWildCards: accepted(answer).remainingWildCards ?? 0 }
    },
  }
}

export const createSettle =
  (deps: { readonly commerce: Pick<Commerce, 'settle'>; readonly metrics: EngineMetrics; readonly log: Logger }) =>
  async ({ key, outcome }: Settlement): Promise<void> => {
    const { commerce, metrics, log } = deps
    try {
      await commerce.settle(key, outcome)
      metrics.settlements.inc({ outcome })
    } catch (error) {
      if (!(error instanceof KlaError) || error.reason !== 'CONFLICT') throw error
      // The ledger's first outcome is final.
      metrics.settleConflicts.inc({ outcome })
      log.error({ key, outcome }, 'a hold was settled the other way before')
    }
  }
