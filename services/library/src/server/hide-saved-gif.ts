import { KlaError, type Call } from '@kla/chassis'
import type { HideSavedGifRequest, HideSavedGifResponse } from '@kla/proto'
import type { SavedGifStore } from '../store/saved-gif-store.js'

export const hideSavedGif =
  (saved: Pick<SavedGifStore, 'hide'>) =>
  async ({ id }: HideSavedGifRequest, call: Call): Promise<HideSavedGifResponse> => {
    const { accountId } = await call.principal()
    if (!(await saved.hide(accountId, id))) throw new KlaError('NOT_IN_LIBRARY')
    return {}
  }
