import { type Handlers, invalidField, KlaError, newId } from '@kla/chassis'
import type { AuthServiceService, Passkey } from '@kla/proto'
import { isUuid, PASSKEY_NAME_MAX, PASSKEYS_MAX, RECOVERY_CODES, visibleLine } from '@kla/proto/web'
import type { Random } from '../shared/tokens.js'
import { type AuditEntry, changeId } from './audit.js'
import type { Challenges } from './challenges.js'
import { ownAccount, type OwnSessionDeps, refuseBeforePasswordChange } from './own-account.js'
import type { PasskeyRecord, PasskeyStore } from './passkey-store.js'
import { hashOfRecoveryCode } from './proofs.js'
import { type CredentialPolicy, needsPasskey } from './rules/administrator.js'
import { newRecoveryCode, recoveryCode } from './rules/credentials.js'
import type { WebAuthn } from './webauthn.js'

export interface PasskeyDeps extends OwnSessionDeps {
  readonly passkeys: Pick<PasskeyStore, 'list' | 'codesLeft' | 'add' | 'remove' | 'renewCodes'>
  readonly challenges: Challenges
  readonly webauthn: Pick<WebAuthn, 'offerCreation' | 'checkCreation'>
  readonly policy: CredentialPolicy
  readonly auditEntry: AuditEntry
  readonly onStored: () => void
  readonly random: Random
}

export function passkeyHandlers(
  deps: PasskeyDeps,
): Pick<
  Handlers<typeof AuthServiceService>,
  'beginPasskey' | 'addPasskey' | 'listPasskeys' | 'removePasskey' | 'renewRecoveryCodes'
> {
  const { passkeys, challenges, webauthn, policy, auditEntry, onStored, random, now } = deps
  const newCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode(random))

  return {
    async beginPasskey(_request, call) {
      const { administrator, sessionKey } = await ownAccount(call, deps)
      refuseBeforePasswordChange(administrator)
      const { id, revision, totpEnabled } = administrator
      const known = await passkeys.list(id)
      if (known.length > 0 || totpEnabled) await call.administrator(undefined, { fresh: true })
      if (known.length >= PASSKEYS_MAX) throw new KlaError('PASSKEYS_FULL')
      const { challenge, options } = await webauthn.offerCreation(administrator, known)
      return { id: await challenges.put({ challenge, purpose: { kind: 'add', sessionKey, revision } }), options }
    },

    async addPasskey({ challengeId, response, name: given }, call) {
      const { administrator, sessionKey } = await ownAccount(call, deps)
      const name = visibleLine(given)
      if (name === '' || name.length > PASSKEY_NAME_MAX) throw invalidField('name')
      const challenge = await challenges.take(challengeId)
      if (challenge?.purpose.kind !== 'add' || challenge.purpose.sessionKey !== sessionKey)
        throw new KlaError('PASSKEY_INVALID')
      const { revision } = challenge.purpose
      const passkey = await webauthn.checkCreation(response, challenge.challenge)
      if (!passkey) throw new KlaError('PASSKEY_INVALID')

      const id = newId()
      const codes = newCodes()
      const added = await passkeys.add(
        { administratorId: administrator.id, sessionKey, revision },
        {
          id,
          name,
          passkey,
          codeHashes: codes.map(hashOfShown),
          audit: auditEntry(administrator, administrator.id, call, 'passkey-add', { passkey: id, name }),
        },
        now(),
      )
      if ('refused' in added) throw new KlaError(added.refused)
      onStored()
      return { passkey: toProto(added.passkey), recoveryCodes: added.codesStored ? codes : [] }
    },

    async listPasskeys(_request, call) {
      const { administrator } = await ownAccount(call, deps)
      const [found, recoveryCodesLeft] = await Promise.all([
        passkeys.list(administrator.id),
        passkeys.codesLeft(administrator.id),
      ])
      return { passkeys: found.map(toProto), recoveryCodesLeft }
    },

    /** Idempotent within a request. Errors: PASSKEY_NOT_FOUND, LAST_PASSKEY. */
    async removePasskey({ id }, call) {
      const { administrator, sessionKey } = await ownAccount(call, deps)
      await call.administrator(undefined, { fresh: true })
      if (!isUuid(id)) throw new KlaError('PASSKEY_NOT_FOUND')
      const outcome = await passkeys.remove(
        { administratorId: administrator.id, sessionKey },
        {
          id,
          mustKeepOne: needsPasskey(administrator, policy),
          audit: auditEntry(
            administrator,
            administrator.id,
            call,
            'passkey-remove',
            { passkey: id },
            changeId('passkey-remove', administrator, id, call),
          ),
        },
      )
      if (outcome !== 'removed') throw new KlaError(outcome)
      onStored()
      return {}
    },

    async renewRecoveryCodes(_request, call) {
      const { administrator } = await ownAccount(call, deps)
      await call.administrator(undefined, { fresh: true })
      const codes = newCodes()
      const audit = auditEntry(administrator, administrator.id, call, 'recovery-renew', { codes: codes.length })
      if (!(await passkeys.renewCodes(administrator.id, codes.map(hashOfShown), audit)))
        throw new KlaError('PASSKEY_NOT_FOUND')
      return { recoveryCodes: codes }
    },
  }
}

const hashOfShown = (code: string): Buffer => hashOfRecoveryCode(recoveryCode(code) ?? '')

const toProto = ({ id, name, createdAtMs, lastUsedAtMs, synced }: PasskeyRecord): Passkey => ({
  id,
  name,
  createdAtMs,
  lastUsedAtMs,
  synced,
})
