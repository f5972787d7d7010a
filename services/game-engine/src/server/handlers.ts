import type { Handlers } from '@kla/chassis'
import type { GameEngineServiceService } from '@kla/proto'
import { chooseGif } from './choose-gif.js'
import { declareWinner } from './declare-winner.js'
import type { Dependencies } from './dependencies.js'
import { finish } from './finish.js'
import { getBattle } from './get-battle.js'
import { readyUp } from './ready-up.js'

export const createHandlers = (dependencies: Dependencies): Handlers<typeof GameEngineServiceService> => ({
  readyUp: readyUp(dependencies),
  chooseGif: chooseGif(dependencies),
  finish: finish(dependencies),
  declareWinner: declareWinner(dependencies),
  getBattle: getBattle(dependencies),
}) as unknown as Handlers<typeof GameEngineServiceService>
