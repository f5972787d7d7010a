import { KlaError, type Handlers } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import type { OwnAccount } from '../administrators/own-account.js'
import type { TotpCodes } from '../administrators/totp.js'
import type { AdministratorCredentials } from '../store/administrator-credentials.js'

export interface BeginTotpParts {
  readonly ownAccount: OwnAccount
  readonly totp: Pick<TotpCodes, 'create'>
  readonly credentials: Pick<AdministratorCredentials, 'layTotp'>
}

export const beginTotp =
  ({ ownAccount, totp, credentials }: BeginTotpParts): Handlers<typeof AuthServiceService>['beginTotp'] =>
  async (_request, call) => {
    const { administrator } = await ownAccount(call)
    const { sealed, secret, otpauthUrl } = totp.create(administrator)
    if (!(await credentials.layTotp(administrator.id, sealed))) throw new KlaError('TOTP_ALREADY_SET')
    return { secret, otpauthUrl }
  }
