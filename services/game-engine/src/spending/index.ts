import type { Handlers } from '@kla/chassis'
import type { GameEngineServiceService } from '@kla/proto'
import type { SavedGifs, Seats } from '../battle/clients.js'
import { chooseGif, declareWinner, finish, getBattle, readyUp, watchBattle } from '../battle/rpc.js'
import type { Clip, Turn } from '../battle/rules/battle.js'
import type { Refusal } from '../battle/rules/step.js'
import type { CommandRunner } from '../battle/run-command.js'
import type { BattleStore } from '../battle/store.js'
import type { Holds } from './commerce-client.js'
import type { IntentStore } from './intent-store.js'
import { saveGifChoice, saveGifReceived } from './saved-gifs.js'
import { playWildCard } from './wild-cards.js'

/** What the RPCs work with. */
export interface Dependencies {
  readonly runner: Pick<CommandRunner, 'run'>
  readonly battles: Pick<BattleStore, 'load' | 'remember'>
  readonly rooms: Pick<Seats, 'getRoom'>
  readonly library: SavedGifs
  readonly commerce: Pick<Holds, 'holdWildCard'>
  readonly wildCardIntents: IntentStore<WildCardIntent>
  readonly saveIntents: IntentStore<Clip | Refusal>
}

/** Which GIF was to be played, and in which round. */
export interface WildCardIntent {
  readonly gif: Clip
  readonly turn: Turn
}

export const createHandlers = (dependencies: Dependencies): Handlers<typeof GameEngineServiceService> => ({
  readyUp: readyUp(dependencies),
  chooseGif: chooseGif(dependencies),
  playWildCard: playWildCard(dependencies),
  saveGifChoice: saveGifChoice(dependencies),
  saveGifReceived: saveGifReceived(dependencies),
  finish: finish(dependencies),
  declareWinner: declareWinner(dependencies),
  getBattle: getBattle(dependencies),
  watchBattle: watchBattle(dependencies),
})
