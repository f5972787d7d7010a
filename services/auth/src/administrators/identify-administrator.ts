import type { AdministratorIdentity } from '@kla/proto'
import { mustSetUpTotp, permissionsNow } from '../domain/administrator.js'
import type { AdministratorSession } from '../store/administrator-session-store.js'
import type { TokenSigner } from '../tokens/token-signer.js'

/** Who a session belongs to, with the token that proves it to other services. */
export type IdentifyAdministrator = (session: AdministratorSession) => Promise<AdministratorIdentity>

// Nobody asks auth again before it is over, so this is how long rights that were taken away linger in a call under way.
const PRINCIPAL_LIFE_MS = 60_000

export const createIdentifyAdministrator =
  (parts: { signer: Pick<TokenSigner, 'principal'>; totpRequired: boolean }): IdentifyAdministrator =>
  async ({ sessionKey, administrator, expiresAtMs }) => {
    const { id, name, role, totpEnabled } = administrator
    const permissions = [...permissionsNow(administrator, parts.totpRequired)]
    const { token: principal } = await parts.signer.principal(
      {
        accountId: 0,
        username: '',
        discordId: '',
        avatar: '',
        ageConfirmed: false,
        sessionKey,
        restrictions: [],
        administrator: { id, name, role, permissions },
      },
      PRINCIPAL_LIFE_MS,
    )
    const totpSetupRequired = mustSetUpTotp(administrator, parts.totpRequired)
    const passwordChangeRequired = administrator.passwordMustChange
    return { id, name, role, permissions, principal, expiresAtMs, totpEnabled, totpSetupRequired, passwordChangeRequired }
  }
