import { KlaError, type Call } from '@kla/chassis'
import type { GetSaveRequest, SavedGif } from '@kla/proto'
import { isDecided } from '../domain/saved-attempt.js'
import { commandIdOf } from '../domain/saved-command-id.js'
import { answerOf } from '../domain/saved-gif.js'
import type { SavedAttemptStore } from '../store/saved-attempt-store.js'

export const getSave =
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
