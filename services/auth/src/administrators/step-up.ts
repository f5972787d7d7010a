import { type Call, type Handlers, KlaError } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import { STEP_UP_MS } from '@kla/proto/web'
import type { AuditEntry } from './audit.js'
import type { Challenges } from './challenges.js'
import { type Lockout, rateLimited } from './lockout.js'
import { ownAccount, type OwnSessionDeps } from './own-account.js'
import type { PasskeyStore } from './passkey-store.js'
import type { Passwords } from './passwords.js'
import { checkedProof, type Proofs, type Proven } from './proofs.js'
import { createRefusals, type RefusalDeps } from './refusals.js'
import type { AdministratorSessionStore } from './session-store.js'
import type { AdministratorRecord } from './store.js'
import type { WebAuthn } from './webauthn.js'

export interface StepUpDeps extends OwnSessionDeps, RefusalDeps {
  readonly sessions: Pick<AdministratorSessionStore, 'isOpen' | 'verify' | 'refuse'>
  readonly passkeys: Pick<PasskeyStore, 'list'>
  readonly challenges: Pick<Challenges, 'put'>
  readonly webauthn: Pick<WebAuthn, 'offerUse'>
  readonly passwords: Pick<Passwords, 'verify'>
  readonly proofs: Proofs
  readonly lockout: Pick<Lockout, 'ownPassword'>
  readonly auditEntry: AuditEntry
}

interface Answered {
  readonly challengeId: string
  readonly response: string
  readonly password: string
  readonly code: string
}

type StepUpRefusal = 'STEP_UP_FAILED' | 'PASSKEY_REQUIRED' | 'TOTP_REQUIRED'

export function stepUpHandlers(deps: StepUpDeps): Pick<Handlers<typeof AuthServiceService>, 'beginStepUp' | 'stepUp'> {
  const { sessions, passkeys, challenges, webauthn, passwords, proofs, lockout, auditEntry, now } = deps
  const refuse = createRefusals(deps)

  async function prove(
    administrator: AdministratorRecord,
    sessionKey: string,
    answered: Answered,
    call: Call,
  ): Promise<Proven | { readonly refused: StepUpRefusal }> {
    if (answered.challengeId !== '') {
      const isFor: Parameters<Proofs['passkey']>[1] = (purpose) =>
        purpose.kind === 'step-up' && purpose.sessionKey === sessionKey
      const proven = await proofs.passkey(answered, isFor)
      if ('refused' in proven && proven.refused === 'copied') {
        await refuse(proven.found, call, 'copied-passkey', { for: 'step-up' })
      }
      const isOwn = !('refused' in proven) && proven.found.id === administrator.id
      return isOwn ? proven : { refused: 'STEP_UP_FAILED' }
    }
    if (!(await passwords.verify(administrator.passwordHash, answered.password))) return { refused: 'STEP_UP_FAILED' }
    const proven = await proofs.code(administrator, answered.code)
    return 'refused' in proven && proven.refused === 'WRONG_CODE' ? { refused: 'STEP_UP_FAILED' } : (proven as Proven)
  }

  return {
    async beginStepUp(_request, call) {
      const { administrator, sessionKey } = await ownAccount(call, deps)
      const known = await passkeys.list(administrator.id)
      if (known.length === 0) return { id: '', options: '{}' }
      const { challenge, options } = await webauthn.offerUse(known)
      return { id: await challenges.put({ challenge, purpose: { kind: 'step-up', sessionKey } }), options }
    },

    async stepUp(request, call) {
      const { administrator, sessionKey } = await ownAccount(call, deps)
      const { id } = administrator
      const entry = await lockout.ownPassword(id)
      if ('waitMs' in entry) throw rateLimited(entry.waitMs)
      const proven = await entry.during(() => prove(administrator, sessionKey, request, call))
      if ('refused' in proven) {
        if (proven.refused !== 'STEP_UP_FAILED') await entry.forgive()
        call.log.warn({ administratorId: id, reason: proven.refused }, 'a step-up was refused')
        throw new KlaError(proven.refused)
      }
      const nowMs = now()
      const proof = checkedProof(proven, () => auditEntry(administrator, id, call, 'recovery-use', { for: 'step-up' }))
      const verified = await entry.during(() => sessions.verify(sessionKey, proof, nowMs))
      if (!verified) throw new KlaError('STEP_UP_FAILED')
      await entry.succeed()
      return { freshUntilMs: nowMs + STEP_UP_MS }
    },
  }
}
