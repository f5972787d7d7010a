import { type Call, type CallContext, KlaError, type Logger } from '@kla/chassis'
import type { PlayWildCardRequest } from '@kla/proto'
import { turnToPick } from '../battle/rules/pick.js'
import type { Refusal, Settlement } from '../battle/rules/step.js'
import { pendingWildCard } from '../battle/rules/wild-card.js'
import type { Answer, CommandMemory, Loaded } from '../battle/store.js'
import { contextOf, refusedForGood, spendingMemoryOf, unlessRefused } from '../shared/commands.js'
import type { EngineMetrics } from '../shared/metrics.js'
import type { Holds } from './commerce-client.js'
import type { Dependencies, WildCardIntent } from './index.js'

/** A Wild Card of one round, as its player asked for it. */
interface Asked extends CommandMemory {
  readonly roomId: string
  readonly turn: WildCardIntent['turn']
}

/**
 * Begin, hold, play: the battle notes the key, commerce holds an item under it, the battle takes the pick. What is not
 * played is dropped, so that its player can pick something else; what a process that died has left pending is taken up
 * by a repeat, or settled by the battle.
 */
export const playWildCard = (dependencies: Dependencies) => {
  const { runner, battles, library, commerce, wildCardIntents: intents } = dependencies

  async function play({ roomId, gifUrl }: PlayWildCardRequest, memory: CommandMemory, context: CallContext) {
    const loaded = await battles.load(roomId, memory)
    if (loaded.answer) return loaded.answer
    const intent = (await intents.find(roomId, memory)) ?? (await understand(roomId, gifUrl, memory, loaded, context))
    if ('refused' in intent) return battles.remember(roomId, memory, intent)

    const asked = { roomId, ...memory, turn: intent.turn }
    const begun = await runner.run({ kind: 'begin-wild-card', ...asked, gif: intent.gif }, memory, null)
    if (begun.refused) return begun
    const { answer, battle, nowMs } = await battles.load(roomId, memory)
    if (answer) return answer
    const pending = pendingWildCard(battle, asked, nowMs)
    if ('refused' in pending) return pending
    return payAndPlay(pending.key, asked, context).catch((error: unknown) => giveUp(pending.key, asked, error))
  }

  async function understand(
    roomId: string,
    gifUrl: string,
    memory: CommandMemory,
    { battle, nowMs }: Loaded,
    context: CallContext,
  ): Promise<WildCardIntent | Refusal> {
    const turn = turnToPick(battle, memory.accountId, nowMs)
    if ('refused' in turn) return turn
    const gif = await library.find(gifUrl, context).catch(refusedForGood)
    return 'refused' in gif ? gif : intents.keep(roomId, memory, { gif, turn })
  }

  async function payAndPlay(key: string, asked: Asked, context: CallContext): Promise<Answer> {
    const held = await commerce.holdWildCard(key, context).catch(refusedForGood)
    if (typeof held !== 'number') {
      await drop(key, asked)
      return battles.remember(asked.roomId, asked, held)
    }
    const played = await runner.run({ kind: 'play-wild-card', ...asked, key }, asked, { remainingWildCards: held })
    // Another call of the command may have been refused for good under an earlier key, while this one was pending.
    if (played.refused) await drop(key, asked)
    return played
  }

  /**
   * It is not known whether an item is held, or it is known that none ever will be under this key. Nothing is
   * remembered of that: a repeat begins anew, with another key.
   */
  async function giveUp(key: string, asked: Asked, error: unknown): Promise<Answer> {
    await drop(key, asked)
    const { answer, battle, nowMs } = await battles.load(asked.roomId, asked)
    // Another call of the command has played it meanwhile.
    if (answer) return answer
    const gone = pendingWildCard(battle, asked, nowMs)
    if ('refused' in gone && gone.refused !== 'CONFLICT') return battles.remember(asked.roomId, asked, gone)
    throw error
  }

  /** Changes nothing once the Wild Card is played, or has given way to another. */
  const drop = (key: string, { roomId }: Asked): Promise<Answer> =>
    runner.run({ kind: 'drop-wild-card', roomId, key })

  return async (request: PlayWildCardRequest, call: Call) => {
    const { accountId } = await call.principal()
    const answer = await play(request, spendingMemoryOf(request, accountId), contextOf(call))
    return { remainingWildCards: unlessRefused(answer).remainingWildCards ?? 0 }
  }
}

/** Tells commerce what has become of a Wild Card. */
export const createSettle = (options: { commerce: Pick<Holds, 'settle'>; metrics: EngineMetrics; log: Logger }) =>
  async function settle({ key, outcome }: Settlement): Promise<void> {
    const { commerce, metrics, log } = options
    try {
      await commerce.settle(key, outcome)
      metrics.settlements.inc({ outcome })
    } catch (error) {
      if (!(error instanceof KlaError) || error.reason !== 'CONFLICT') throw error
      // The ledger stands by its first outcome: asking again would change nothing, but somebody must hear of it.
      metrics.settleConflicts.inc({ outcome })
      log.error({ key, outcome }, 'a hold was settled the other way before')
    }
  }
