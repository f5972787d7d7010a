import { type Call, KlaError } from '@kla/chassis'
import type {
  FindSavedGifRequest, GetSaveRequest, HideSavedGifRequest, HideSavedGifResponse, ListSavedGifsRequest, ListSavedGifsResponse,
  SavedGif, SaveGifRequest,
} from '@kla/proto'
import type { AddressRules } from '../shared/rules.js'
import type { SavedAttemptStore } from './attempt-store.js'
import { answerOf, commandIdOf, isDecided, savedAddress } from './rules.js'
import type { SaveSaga } from './saga.js'
import type { SavedGifStore } from './store.js'

const findSavedGif =
  ({ saved, rules }: { saved: Pick<SavedGifStore, 'find'>; rules: AddressRules }) =>
  async (request: FindSavedGifRequest, call: Call): Promise<SavedGif> => {
    const { accountId } = await call.principal()
    const gifUrl = savedAddress(request.gifUrl, rules)
    const found = gifUrl === undefined ? undefined : await saved.find(accountId, gifUrl)
    if (!found) throw new KlaError('NOT_IN_LIBRARY')
    return found
  }

const getSave =
  (attempts: Pick<SavedAttemptStore, 'find'>) =>
  async (request: GetSaveRequest, call: Call): Promise<SavedGif> => {
    const { accountId } = await call.principal()
    const commandId = commandIdOf(request.commandId)
    const attempt = commandId === undefined ? undefined : await attempts.find(accountId, commandId)
    if (!attempt || !isDecided(attempt)) throw new KlaError('NOT_FOUND')
    const saved = answerOf(attempt)
    if ('refused' in saved) throw new KlaError('NOT_FOUND')
    return saved
  }

const hideSavedGif =
  (saved: Pick<SavedGifStore, 'hide'>) =>
  async ({ id }: HideSavedGifRequest, call: Call): Promise<HideSavedGifResponse> => {
    const { accountId } = await call.principal()
    if (!(await saved.hide(accountId, id))) throw new KlaError('NOT_IN_LIBRARY')
    return {}
  }

const listSavedGifs =
  (saved: Pick<SavedGifStore, 'list'>) =>
  async (_request: ListSavedGifsRequest, call: Call): Promise<ListSavedGifsResponse> => {
    const { accountId } = await call.principal()
    return { gifs: [...(await saved.list(accountId))] }
  }

const saveGif =
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

interface SavedGifParts {
  readonly save: SaveSaga
  readonly attempts: Pick<SavedAttemptStore, 'find'>
  readonly saved: SavedGifStore
  /** What may be shown, and so may be saved. */
  readonly rules: AddressRules
}

/** The RPCs on the library of whoever calls. */
export const savedGifHandlers = (parts: SavedGifParts) => ({
  saveGif: saveGif(parts),
  getSave: getSave(parts.attempts),
  listSavedGifs: listSavedGifs(parts.saved),
  findSavedGif: findSavedGif(parts),
  hideSavedGif: hideSavedGif(parts.saved),
})
