import { KlaError, type Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { AdministratorFact } from '../administrators/administrator-fact.js'
import type { OwnAccount } from '../administrators/own-account.js'
import type { TotpCodes } from '../administrators/totp.js'
import type { AdministratorCredentials } from '../store/administrator-credentials.js'

export interface ConfirmTotpParts {
  readonly ownAccount: OwnAccount
  readonly totp: Pick<TotpCodes, 'check'>
  readonly credentials: Pick<AdministratorCredentials, 'confirmTotp'>
  readonly fact: AdministratorFact
}

export const confirmTotp =
  ({ ownAccount, totp, credentials, fact }: ConfirmTotpParts): Handlers<typeof AuthServiceService>['confirmTotp'] =>
  async (request, call) => {
    const { administrator, sessionKey } = await ownAccount(call)
    const { id, totpPending: sealed, totpLastStep } = administrator
    if (!sealed) throw new KlaError('WRONG_CODE')
    const code = totp.check({ administratorId: id, sealed }, request.code, totpLastStep)
    if ('refused' in code) throw new KlaError(code.refused)
    const audit = fact(administrator, id, call, 'totp', { change: 'set' })
    const confirmed = await credentials.confirmTotp({ id, sealed, step: code.step, keptSession: sessionKey, audit })
    if (!confirmed) throw new KlaError('CONFLICT')
    return {}
  }
