import { accepted, type Call, type CallContext, type Refused } from '@kla/chassis'
import type { SaveGifChoiceRequest, SaveGifReceivedRequest, SaveGifResponse } from '@kla/proto'
import {
  type Battle,
  type BattleStore,
  choiceToSave,
  type Clip,
  poolOf,
  receivedToSave,
  type RotationPools,
  type SavedGifs,
} from '../battle/index.js'
import { type Answer, type CommandMemory, contextOf, finalRefusal, spendingMemoryOf } from '../shared/commands.js'
import type { IntentStore } from './intent-store.js'

interface SavedGifDeps {
  readonly battles: Pick<BattleStore, 'load' | 'remember'>
  readonly pools: Pick<RotationPools, 'of'>
  readonly library: SavedGifs
  readonly intents: IntentStore<Clip | Refused>
}

type Decide = (battle: Battle | undefined, accountId: number) => Clip | Refused | Promise<Clip | Refused>

/** Saves dealt or shown GIFs; the library charges for them. */
export function savedGifHandlers({ battles, pools, library, intents }: SavedGifDeps) {
  async function handle(
    request: { readonly commandId: string; readonly roomId: string },
    call: Call,
    command: string,
    decide: Decide,
  ): Promise<SaveGifResponse> {
    const { accountId } = await call.principal()
    const memory = spendingMemoryOf(request, accountId, command)
    const answer = await saveOnce(request.roomId, memory, decide, contextOf(call))
    return { gifUrl: accepted(answer).gifUrl ?? '' }
  }

  async function saveOnce(
    roomId: string,
    memory: CommandMemory,
    decide: Decide,
    context: CallContext,
  ): Promise<Answer> {
    const { battle, answer } = await battles.load(roomId, memory)
    if (answer) return answer
    const decided = await intents.keep(roomId, memory, await decide(battle, memory.accountId))
    return battles.remember(roomId, memory, await save(decided, memory.commandId, context))
  }

  async function save(decided: Clip | Refused, commandId: string, context: CallContext): Promise<Answer> {
    if (!('refused' in decided)) return answerOf(await library.save(commandId, decided, context).catch(finalRefusal))
    const saved = await library.savedBy(commandId, context).catch(finalRefusal)
    return saved ? answerOf(saved) : decided
  }

  return {
    saveGifChoice: (request: SaveGifChoiceRequest, call: Call) =>
      handle(request, call, 'save-choice', (battle, accountId) => choiceToSave(battle, accountId, request)),
    saveGifReceived: (request: SaveGifReceivedRequest, call: Call) =>
      handle(request, call, 'save-received', async (battle, accountId) =>
        receivedToSave(battle, accountId, request.gifUrl, await poolOf(pools, battle)),
      ),
  }
}

const answerOf = (saved: Clip | Refused): Answer => ('refused' in saved ? saved : { gifUrl: saved.gifUrl })
