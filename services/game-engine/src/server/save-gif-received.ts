import type { SaveGifReceivedRequest } from '@kla/proto'
import { receivedToSave } from '../domain/index.js'
import type { Dependencies } from './dependencies.js'
import { saveGif } from './save-gif.js'

export const saveGifReceived = (dependencies: Dependencies) =>
  saveGif(dependencies, (battle, accountId, { gifUrl }: SaveGifReceivedRequest) =>
    receivedToSave(battle, accountId, gifUrl),
  )
