import { hashOf } from '../shared/tokens.js'
import type { ChallengePurpose, Challenges } from './challenges.js'
import type { PasskeyStore } from './passkey-store.js'
import type { CheckedProof, RecoveryUse } from './proof-store.js'
import type { CredentialPolicy } from './rules/administrator.js'
import { isCopied } from './rules/credentials.js'
import { secondFactorOf } from './rules/second-factor.js'
import type { SignInMethod } from './session-store.js'
import type { AdministratorRecord, AdministratorStore } from './store.js'
import type { TotpCodes } from './totp.js'
import { isHandleOf, passkeyAnswer, type WebAuthn } from './webauthn.js'

export interface ProofDeps {
  readonly administrators: Pick<AdministratorStore, 'find'>
  readonly passkeys: Pick<PasskeyStore, 'findByCredential' | 'hasCode'>
  readonly challenges: Pick<Challenges, 'take'>
  readonly webauthn: Pick<WebAuthn, 'checkUse'>
  readonly totp: Pick<TotpCodes, 'check'>
  readonly policy: CredentialPolicy
}

/** Credentials that are correct; the session's transaction uses them up. */
export interface Proven {
  readonly method: SignInMethod
  readonly proof: Omit<CheckedProof, 'recovery'>
  readonly codeHash?: Buffer
}

type CodeRefusal = 'TOTP_REQUIRED' | 'PASSKEY_REQUIRED' | 'WRONG_CODE'

/** Checks what an administrator proves to be it with, at sign-in and to step up. */
export interface Proofs {
  /** Checks the code beside a password that is right. */
  code(found: AdministratorRecord, code: string): Promise<Proven | { readonly refused: CodeRefusal }>
  /** Checks a passkey's answer. That of a copy proves whose passkey it is. */
  passkey(
    answered: { readonly challengeId: string; readonly response: string },
    isFor: (purpose: ChallengePurpose) => boolean,
  ): Promise<
    | (Proven & { readonly found: AdministratorRecord })
    | { readonly refused: 'wrong' }
    | { readonly refused: 'copied'; readonly found: AdministratorRecord }
  >
}

export const hashOfRecoveryCode = (code: string): Buffer => Buffer.from(hashOf(code), 'base64url')

/** Completes a proof with the audit event of a recovery code's use. */
export const checkedProof = ({ proof, codeHash }: Proven, recovery: () => RecoveryUse['audit']): CheckedProof =>
  codeHash ? { ...proof, recovery: { codeHash, audit: recovery() } } : proof

export function createProofs({ administrators, passkeys, challenges, webauthn, totp, policy }: ProofDeps): Proofs {
  return {
    async code(found, code) {
      const { id: administratorId, revision, totpSecret, totpLastStep } = found
      const factor = secondFactorOf(found, code, policy)
      if ('refused' in factor) return factor
      if (factor.kind === 'recovery') {
        const codeHash = hashOfRecoveryCode(factor.code)
        if (!(await passkeys.hasCode(administratorId, codeHash))) return { refused: 'WRONG_CODE' }
        return { method: 'recovery', proof: { administratorId, revision }, codeHash }
      }
      if (factor.kind === 'none' || !totpSecret) return { method: 'password', proof: { administratorId, revision } }
      const checked = totp.check({ administratorId, sealed: totpSecret }, code, totpLastStep)
      if ('refused' in checked) return { refused: checked.refused }
      return { method: 'totp', proof: { administratorId, revision, totpStep: checked.step } }
    },

    async passkey({ challengeId, response }, isFor) {
      const challenge = await challenges.take(challengeId)
      const answer = passkeyAnswer(response)
      if (!challenge || !isFor(challenge.purpose) || !answer) return { refused: 'wrong' }
      const passkey = await passkeys.findByCredential(answer.credentialId)
      const found = passkey && (await administrators.find(passkey.administratorId))
      if (!passkey || !found) return { refused: 'wrong' }
      // A sign-in names no account, so the authenticator has to.
      const named = answer.userHandle
      const names = named === undefined ? challenge.purpose.kind !== 'sign-in' : isHandleOf(named, found.passkeyHandle)
      const use = names ? await webauthn.checkUse(answer, challenge.challenge, passkey) : undefined
      if (!use) return { refused: 'wrong' }
      if (isCopied(passkey.counter, use.counter)) return { refused: 'copied', found }
      const proof = { administratorId: found.id, revision: found.revision, passkey: use }
      return { method: 'passkey', proof, found }
    },
  }
}
