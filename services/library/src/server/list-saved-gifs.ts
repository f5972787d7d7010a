import type { Call } from '@kla/chassis'
import type { ListSavedGifsRequest, ListSavedGifsResponse } from '@kla/proto'
import type { SavedGifStore } from '../store/saved-gif-store.js'

export const listSavedGifs =
  (saved: Pick<SavedGifStore, 'list'>) =>
  async (_request: ListSavedGifsRequest, call: Call): Promise<ListSavedGifsResponse> => {
    const { accountId } = await call.principal()
    return { gifs: [...(await saved.list(accountId))] }
  }
