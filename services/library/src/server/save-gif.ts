import { KlaError, type Call } from '@kla/chassis'
import type { SavedGif, SaveGifRequest } from '@kla/proto'
import type { AddressRules } from '../domain/media-address.js'
import { savedAddress } from '../domain/saved-address.js'
import { commandIdOf } from '../domain/saved-command-id.js'
import type { SaveSaga } from '../saving/save-saga.js'

export const saveGif =
  ({ save, rules }: { save: SaveSaga; rules: AddressRules }) =>
  async (request: SaveGifRequest, call: Call): Promise<SavedGif> => {
    const { accountId } = await call.principal()
    const commandId = commandIdOf(request.commandId)
    const gifUrl = savedAddress(request.gifUrl, rules)
    if (commandId === undefined || gifUrl === undefined) throw new KlaError('INVALID_FIELD')
    // A thumbnail that may not be shown is no reason to refuse the GIF.
    const thumbnail = savedAddress(request.thumbnail, rules) ?? ''
    // Not given up when the caller is: what has begun comes to its end sooner that way.
    const { principalToken: principal, requestId } = call
    const context = { requestId, ...(principal === undefined ? {} : { principal }) }
    const saved = await save({ accountId, commandId, gifUrl, thumbnail }, context)
    if ('refused' in saved) throw new KlaError(saved.refused)
    return saved
  }
