import type { Handlers } from '@kla/chassis'
import type { GameEngineServiceService } from '@kla/proto'
import { chooseGif } from './choose-gif.js'
import { declareWinner } from './declare-winner.js'
import type { Dependencies } from './dependencies.js'
import { finish } from './finish.js'
import { getBattle } from './get-battle.js'
import { playWildCard } from './play-wild-card.js'
import { readyUp } from './ready-up.js'
import { saveGifChoice } from './save-gif-choice.js'
import { saveGifReceived } from './save-gif-received.js'
import { watchBattle } from './watch-battle.js'

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
