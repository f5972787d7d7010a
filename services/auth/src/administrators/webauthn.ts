import { PASSKEY_CHALLENGE_MS } from '@kla/proto/web'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Random } from '../shared/tokens.js'
import type { NewPasskey, PasskeyRecord } from './passkey-store.js'
import type { PasskeyUse } from './proof-store.js'

/** Where passkeys work: a host name, and the origins of its consoles. */
export interface RelyingParty {
  readonly id: string
  readonly origins: readonly string[]
}

/** Options for the browser to make or use a passkey, in their JSON form, and the challenge in them. */
export interface Offer {
  readonly challenge: string
  readonly options: string
}

type Credential = Pick<PasskeyRecord, 'credentialId' | 'transports'>

/** Makes options for passkeys and checks what authenticators answer. User verification is always required. */
export interface WebAuthn {
  /** Makes options for these passkeys, or for any of this relying party. */
  offerUse(passkeys?: readonly Credential[]): Promise<Offer>
  offerCreation(
    owner: { readonly name: string; readonly passkeyHandle: string },
    passkeys: readonly Credential[],
  ): Promise<Offer>
  /** Undefined if the answer proves nothing. Leaves the counter to the caller. */
  checkUse(answer: PasskeyAnswer, challenge: string, passkey: PasskeyRecord): Promise<PasskeyUse | undefined>
  checkCreation(text: string, challenge: string): Promise<NewPasskey | undefined>
}

/** Answer of an authenticator that names its passkey; nothing in it is checked yet. */
export interface PasskeyAnswer {
  readonly credentialId: Buffer
  readonly userHandle: string | undefined
  readonly json: AuthenticationResponseJSON
}

const ANSWER_MAX = 10_000
const CREDENTIAL_ID_MAX = 1_023
const CHALLENGE_BYTES = 32
const TRANSPORTS_MAX = 10

export function createWebAuthn({ id, origins }: RelyingParty, random: Random): WebAuthn {
  const newChallenge = () => new Uint8Array(random(CHALLENGE_BYTES))
  const expected = { expectedOrigin: [...origins], expectedRPID: id, requireUserVerification: true }
  const listed = (passkeys: readonly Credential[]) =>
    passkeys.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports: [...transports],
    }))
  return {
    async offerUse(passkeys) {
      const options = await generateAuthenticationOptions({
        rpID: id,
        challenge: newChallenge(),
        timeout: PASSKEY_CHALLENGE_MS,
        userVerification: 'required',
        ...(passkeys ? { allowCredentials: listed(passkeys) } : {}),
      })
      return { challenge: options.challenge, options: JSON.stringify(options) }
    },

    async offerCreation({ name, passkeyHandle }, passkeys) {
      const options = await generateRegistrationOptions({
        rpName: 'Kla',
        rpID: id,
        userName: name,
        userDisplayName: name,
        userID: new Uint8Array(handleBytes(passkeyHandle)),
        challenge: newChallenge(),
        timeout: PASSKEY_CHALLENGE_MS,
        attestationType: 'none',
        excludeCredentials: listed(passkeys),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { challenge: options.challenge, options: JSON.stringify(options) }
    },

    async checkUse({ json }, challenge, passkey) {
      const credential = {
        id: passkey.credentialId.toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: 0,
      }
      const checked = await verifyAuthenticationResponse({
        response: json,
        expectedChallenge: challenge,
        credential,
        ...expected,
      }).catch(() => undefined)
      if (!checked?.verified) return undefined
      const { newCounter, credentialBackedUp } = checked.authenticationInfo
      return { id: passkey.id, counter: newCounter, synced: credentialBackedUp }
    },

    async checkCreation(text, challenge) {
      const response = objectOf(text) as RegistrationResponseJSON | undefined
      if (!response) return undefined
      const checked = await verifyRegistrationResponse({ response, expectedChallenge: challenge, ...expected }).catch(
        () => undefined,
      )
      if (!checked?.verified) return undefined
      const { credential, credentialBackedUp } = checked.registrationInfo
      const credentialId = Buffer.from(credential.id, 'base64url')
      if (credentialId.length > CREDENTIAL_ID_MAX) return undefined
      const { counter, transports = [] } = credential
      return {
        credentialId,
        publicKey: Buffer.from(credential.publicKey),
        counter,
        transports: transports.map(String).slice(0, TRANSPORTS_MAX),
        synced: credentialBackedUp,
      }
    },
  }
}

/** Reads the answer of an authenticator; undefined if it is none. */
export function passkeyAnswer(text: string): PasskeyAnswer | undefined {
  const json = objectOf(text) as AuthenticationResponseJSON | undefined
  if (!json || typeof json.id !== 'string' || typeof json.response !== 'object') return undefined
  const userHandle: unknown = json.response?.userHandle
  const credentialId = Buffer.from(json.id, 'base64url')
  if (credentialId.length === 0 || credentialId.length > CREDENTIAL_ID_MAX) return undefined
  return { credentialId, userHandle: typeof userHandle === 'string' ? userHandle : undefined, json }
}

/** True if the authenticator's answer names this owner. Only discoverable passkeys have to. */
export const isHandleOf = (userHandle: string, passkeyHandle: string): boolean =>
  Buffer.from(userHandle, 'base64url').equals(handleBytes(passkeyHandle))

const handleBytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

function objectOf(text: string): object | undefined {
  if (text.length > ANSWER_MAX) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
