import { type Administrator, type CredentialPolicy, needsPasskey } from './administrator.js'
import { recoveryCode } from './credentials.js'

/** What has to be checked beside the right password, or why it does not suffice. */
export type SecondFactor =
  | { readonly kind: 'none' }
  | { readonly kind: 'totp' }
  | { readonly kind: 'recovery'; readonly code: string }
  | { readonly refused: 'TOTP_REQUIRED' | 'PASSKEY_REQUIRED' }

/** Decides what a password's code is. A recovery code stands in for the passkeys, and only for them. */
export function secondFactorOf(
  administrator: Pick<Administrator, 'role' | 'childSafety' | 'passkeys' | 'totpEnabled'>,
  code: string,
  policy: CredentialPolicy,
): SecondFactor {
  const { passkeys, totpEnabled } = administrator
  const recovery = passkeys > 0 ? recoveryCode(code) : undefined
  if (recovery !== undefined) return { kind: 'recovery', code: recovery }
  if (passkeys > 0 && (needsPasskey(administrator, policy) || !totpEnabled)) return { refused: 'PASSKEY_REQUIRED' }
  if (!totpEnabled) return { kind: 'none' }
  return code.trim() === '' ? { refused: 'TOTP_REQUIRED' } : { kind: 'totp' }
}
