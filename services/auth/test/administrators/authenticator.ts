import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** An authenticator in software: a P-256 key, without attestation. */
export interface Authenticator {
  /** Answers creation options, as `navigator.credentials.create` does. */
  create(options: string, flaws?: Flaws): string
  /** Answers request options, as `navigator.credentials.get` does. */
  get(options: string, flaws?: Flaws): string
}

/** What an answer differs in from what the options ask for. */
export interface Flaws {
  readonly origin?: string
  readonly rpId?: string
  readonly unverified?: boolean
  readonly counter?: number
  readonly challenge?: string
  readonly userHandle?: string | null
}

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

export function createAuthenticator(ownOrigin = 'http://kla.test'): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  let userHandle = ''
  let uses = 0

  const clientData = (type: string, challenge: string, origin = ownOrigin): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
    const data = Buffer.alloc(37)
    createHash('sha256').update(rpId).digest().copy(data)
    data.writeUInt8(flags, 32)
    data.writeUInt32BE(counter, 33)
    return data
  }

  function attested(data: Buffer): Buffer {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credentialId.length)
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    // CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
    const bytes32 = (value: string) => [Buffer.from([0x58, 32]), Buffer.from(value, 'base64url')]
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])
    const key = Buffer.concat([head, ...bytes32(x), Buffer.from([0x22]), ...bytes32(y)])
    return Buffer.concat([data, Buffer.alloc(16), length, credentialId, key])
  }

  const answer = (response: Record<string, unknown>): string => {
    const id = credentialId.toString('base64url')
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  }

  return {
    create(text, { origin, rpId, unverified = false, counter = 0, challenge } = {}) {
      const options = JSON.parse(text) as { challenge: string; rp: { id: string }; user: { id: string } }
      userHandle = options.user.id
      const flags = PRESENT | ATTESTED | (unverified ? 0 : VERIFIED)
      const data = attested(authenticatorData(rpId ?? options.rp.id, flags, counter))
      const length = Buffer.alloc(2)
      length.writeUInt16BE(data.length)
      // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        length,
        data,
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge ?? options.challenge, origin).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['usb'],
      })
    },

    get(text, flaws = {}) {
      const { origin, unverified = false, challenge, userHandle: handle = userHandle } = flaws
      const options = JSON.parse(text) as { challenge: string; rpId: string }
      uses = flaws.counter ?? uses + 1
      const data = authenticatorData(flaws.rpId ?? options.rpId, PRESENT | (unverified ? 0 : VERIFIED), uses)
      const client = clientData('webauthn.get', challenge ?? options.challenge, origin)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        ...(handle === null ? {} : { userHandle: handle }),
      })
    },
  }
}
