import { accepted, type Handlers, KlaError } from '@kla/chassis'
import type { LibraryServiceService } from '@kla/proto'
import { actsToProto, type AddressRules } from '../shared/rules.js'
import type { SavedAttemptStore } from './attempt-store.js'
import { answerOf, commandIdOf, isDecided, savedAddress } from './rules.js'
import type { SaveSaga } from './saga.js'
import type { SavedGifStore } from './store.js'

export interface SavedRpcDeps {
  readonly save: SaveSaga
  readonly attempts: Pick<SavedAttemptStore, 'find'>
  readonly saved: SavedGifStore
  readonly rules: AddressRules
}

export const savedGifHandlers = ({
  save,
  attempts,
  saved,
  rules,
}: SavedRpcDeps): Pick<
  Handlers<typeof LibraryServiceService>,
  'saveGif' | 'getSave' | 'listSavedGifs' | 'findSavedGif' | 'hideSavedGif'
> => ({
  async saveGif(request, call) {
    const { accountId } = await call.principal()
    const commandId = commandIdOf(request.commandId)
    const gifUrl = savedAddress(request.gifUrl, rules)
    if (commandId === undefined || gifUrl === undefined) throw new KlaError('INVALID_FIELD')
    const thumbnail = savedAddress(request.thumbnail, rules) ?? ''
    const { principalToken: principal, requestId } = call
    const context = { requestId, ...(principal === undefined ? {} : { principal }) }
    return accepted(await save({ accountId, commandId, gifUrl, thumbnail }, context))
  },

  async getSave(request, call) {
    const { accountId } = await call.principal()
    const commandId = commandIdOf(request.commandId)
    const attempt = commandId === undefined ? undefined : await attempts.find(accountId, commandId)
    if (!attempt || !isDecided(attempt)) throw new KlaError('NOT_FOUND')
    const answer = answerOf(attempt)
    if ('refused' in answer) throw new KlaError('NOT_FOUND')
    return answer
  },

  async listSavedGifs(_request, call) {
    const { accountId } = await call.principal()
    return { gifs: (await saved.list(accountId)).map((gif) => ({ ...gif, acts: actsToProto(gif.acts) })) }
  },

  async findSavedGif(request, call) {
    const { accountId } = await call.principal()
    const gifUrl = savedAddress(request.gifUrl, rules)
    const found = gifUrl === undefined ? undefined : await saved.find(accountId, gifUrl)
    if (!found) throw new KlaError('NOT_IN_LIBRARY')
    return { ...found, acts: actsToProto(found.acts) }
  },

  async hideSavedGif({ id }, call) {
    const { accountId } = await call.principal()
    if (!(await saved.hide(accountId, id))) throw new KlaError('NOT_IN_LIBRARY')
    return {}
  },
})
