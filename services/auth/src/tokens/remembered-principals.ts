import type { Principal } from '@kla/chassis'
import type { SignedToken, TokenSigner } from './token-signer.js'

/** The principal of a session. */
export type SignPrincipal = (principal: Principal) => Promise<SignedToken>

/** A page asks for several things at once, and every service checks each signature it has not seen: 8 MB at most. */
const REMEMBERED_MAX = 10_000
/** A third of a principal's life: whoever gets one that was signed before still has ten minutes of it. */
const HANDED_OUT_MS = 5 * 60_000

/**
 * Signs principals, and for some minutes hands the last one of a session out again as long as it says the same. It lives
 * no longer for that.
 */
export function rememberPrincipals(signer: Pick<TokenSigner, 'principal'>, now: () => number): SignPrincipal {
  const remembered = new Map<string, { readonly says: string; readonly signedAtMs: number; readonly token: SignedToken }>()
  return async (principal) => {
    const says = JSON.stringify(principal)
    const last = remembered.get(principal.sessionKey)
    if (last?.says === says && now() - last.signedAtMs < HANDED_OUT_MS) return last.token
    const signedAtMs = now()
    const token = await signer.principal(principal)
    remembered.delete(principal.sessionKey)
    if (remembered.size >= REMEMBERED_MAX) remembered.delete(remembered.keys().next().value as string)
    remembered.set(principal.sessionKey, { says, signedAtMs, token })
    return token
  }
}
