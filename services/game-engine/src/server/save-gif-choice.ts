import type { SaveGifChoiceRequest } from '@kla/proto'
import { choiceToSave } from '../domain/index.js'
import type { Dependencies } from './dependencies.js'
import { saveGif } from './save-gif.js'

export const saveGifChoice = (dependencies: Dependencies) =>
  saveGif(dependencies, (battle, accountId, request: SaveGifChoiceRequest) => choiceToSave(battle, accountId, request))
