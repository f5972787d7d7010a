import { KlaError, type Call } from '@kla/chassis'
import type { FindSavedGifRequest, SavedGif } from '@kla/proto'
import type { AddressRules } from '../domain/media-address.js'
import { savedAddress } from '../domain/saved-address.js'
import type { SavedGifStore } from '../store/saved-gif-store.js'

export const findSavedGif =
  ({ saved, rules }: { saved: Pick<SavedGifStore, 'find'>; rules: AddressRules }) =>
  async (request: FindSavedGifRequest, call: Call): Promise<SavedGif> => {
    const { accountId } = await call.principal()
    const gifUrl = savedAddress(request.gifUrl, rules)
    const found = gifUrl === undefined ? undefined : await saved.find(accountId, gifUrl)
    if (!found) throw new KlaError('NOT_IN_LIBRARY')
    return found
  }
