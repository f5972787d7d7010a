import { KlaError, type Call, type PrincipalVerifier } from '@kla/chassis'
import type { AdministratorRecord, AdministratorStore } from '../store/administrator-store.js'

/**
 * The account of the administrator who makes a call, and the key of the session it is made in. Rejects as `call` does, and
 * who has yet to change the password, but where that is what the call does.
 */
export type OwnAccount = (
  call: Pick<Call, 'administrator' | 'principalToken'>,
  open?: { readonly beforePasswordChange: boolean },
) => Promise<{ administrator: AdministratorRecord; sessionKey: string }>

export const createOwnAccount =
  (parts: { administrators: Pick<AdministratorStore, 'find'>; verifyPrincipal: PrincipalVerifier }): OwnAccount =>
  async (call, { beforePasswordChange } = { beforePasswordChange: false }) => {
    const { id } = await call.administrator()
    const { sessionKey } = await parts.verifyPrincipal(call.principalToken ?? '')
    const administrator = await parts.administrators.find(id)
    if (!administrator || administrator.disabled) throw new KlaError('NOT_SIGNED_IN')
    if (administrator.passwordMustChange && !beforePasswordChange) throw new KlaError('PASSWORD_CHANGE_REQUIRED')
    return { administrator, sessionKey }
  }
