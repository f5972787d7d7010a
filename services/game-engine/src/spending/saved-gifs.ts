import type { Call, CallContext } from '@kla/chassis'
import type { SaveGifChoiceRequest, SaveGifReceivedRequest, SaveGifResponse } from '@kla/proto'
import type { Battle, Clip } from '../battle/rules/battle.js'
import type { Refusal } from '../battle/rules/step.js'
import { choiceToSave, receivedToSave } from '../battle/rules/view.js'
import type { Answer, CommandMemory } from '../battle/store.js'
import { contextOf, refusedForGood, spendingMemoryOf, unlessRefused } from '../shared/commands.js'
import type { Dependencies } from './index.js'

type Decide<Request> = (battle: Battle | undefined, accountId: number, request: Request) => Clip | Refusal

/** Saves to the caller's library what `decide` finds that it may: the engine knows what was dealt and shown. */
const saveGif = <Request extends { commandId: string; roomId: string }>(
  { battles, library, saveIntents }: Dependencies,
  decide: Decide<Request>,
) => {
  async function save(request: Request, memory: CommandMemory, context: CallContext): Promise<Answer> {
    const { roomId } = request
    const { battle, answer } = await battles.load(roomId, memory)
    if (answer) return answer
    const decided = await saveIntents.keep(roomId, memory, decide(battle, memory.accountId, request))
    return battles.remember(roomId, memory, await carryOut(decided, memory.commandId, context))
  }

  async function carryOut(decided: Clip | Refusal, commandId: string, context: CallContext): Promise<Answer> {
    if ('refused' in decided) {
      // Nothing is remembered of this command here; the library remembers for longer.
      const saved = await library.savedBy(commandId, context).catch(refusedForGood)
      return saved ? answerOf(saved) : decided
    }
    return answerOf(await library.save(commandId, decided, context).catch(refusedForGood))
  }

  return async (request: Request, call: Call): Promise<SaveGifResponse> => {
    const { accountId } = await call.principal()
    const answer = await save(request, spendingMemoryOf(request, accountId), contextOf(call))
    return { gifUrl: unlessRefused(answer).gifUrl ?? '' }
  }
}

const answerOf = (saved: Clip | Refusal): Answer => ('refused' in saved ? saved : { gifUrl: saved.gifUrl })

export const saveGifChoice = (dependencies: Dependencies) =>
  saveGif(dependencies, (battle, accountId, request: SaveGifChoiceRequest) => choiceToSave(battle, accountId, request))

export const saveGifReceived = (dependencies: Dependencies) =>
  saveGif(dependencies, (battle, accountId, { gifUrl }: SaveGifReceivedRequest) =>
    receivedToSave(battle, accountId, gifUrl),
  )
