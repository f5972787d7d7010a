import { KlaError, type Call, type CallContext } from '@kla/chassis'
import type { PlayWildCardRequest } from '@kla/proto'
import type { Refusal } from '../domain/index.js'
import { pendingWildCard, turnToPick } from '../domain/index.js'
import type { Answer, CommandMemory, Loaded } from '../store/battle-store-types.js'
import { contextOf, spendingMemoryOf, unlessRefused } from './caller.js'
import type { Dependencies, WildCardIntent } from './dependencies.js'
import { refusedForGood } from './refused-for-good.js'

/**
 * Begin, hold, play: the battle notes the key, commerce holds an item under it, the battle takes the pick. What is
 * broken off in between stays pending in the battle, which settles it, or is taken up again by a repeat.
 */
export const playWildCard = (dependencies: Dependencies) => {
  const { runner, battles, library, commerce, wildCardIntents: intents } = dependencies

  async function play({ roomId, gifUrl }: PlayWildCardRequest, memory: CommandMemory, context: CallContext) {
    const loaded = await battles.load(roomId, memory)
    if (loaded.answer) return loaded.answer
    const intent = (await intents.find(roomId, memory)) ?? (await understand(roomId, gifUrl, memory, loaded, context))
    if ('refused' in intent) return battles.remember(roomId, memory, intent)

    const command = { roomId, ...memory, turn: intent.turn }
    const begun = await runner.run({ kind: 'begin-wild-card', ...command, gif: intent.gif }, memory, null)
    if (begun.refused) return begun
    const { answer, battle, nowMs } = await battles.load(roomId, memory)
    if (answer) return answer
    const pending = pendingWildCard(battle, command, nowMs)
    return 'refused' in pending ? pending : hold(pending.key, command, memory, context)
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

  async function hold(
    key: string,
    command: { roomId: string; accountId: number; turn: WildCardIntent['turn'] },
    memory: CommandMemory,
    context: CallContext,
  ): Promise<Answer> {
    const held = await commerce.holdWildCard(key, context).catch(notHeld)
    if (typeof held === 'number') {
      return runner.run({ kind: 'play-wild-card', ...command, key }, memory, { remainingWildCards: held })
    }
    await runner.run({ kind: 'drop-wild-card', roomId: command.roomId, key })
    return battles.remember(command.roomId, memory, held)
  }

  return async (request: PlayWildCardRequest, call: Call) => {
    const { accountId } = await call.principal()
    const answer = await play(request, spendingMemoryOf(request, accountId), contextOf(call))
    return { remainingWildCards: unlessRefused(answer).remainingWildCards ?? 0 }
  }
}

/** Why nothing is held; throws when something may be. */
function notHeld(error: unknown): Refusal {
  // The battle has settled the key before the hold came: the prompt is over.
  if (error instanceof KlaError && error.reason === 'CONFLICT') return { refused: 'NOT_PROMPTING' }
  return refusedForGood(error)
}
