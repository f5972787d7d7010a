import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { bits, integer, octets, oid, sequence, set, tagged, text, time, truth } from './der.js'

/** A certificate with its private key, both in PEM. */
export interface Certified {
  readonly certificate: string
  readonly privateKey: string
}

/** When a certificate begins and ends, Unix milliseconds. */
export interface Validity {
  readonly fromMs: number
  readonly untilMs: number
}

/** Who signs certificates. Its private key is in memory alone: with the process goes the power to sign more. */
export interface Authority {
  /** Its own certificate, in PEM: a process that trusts it trusts all that it has signed. */
  readonly certificate: string
  /** Makes a key and a certificate for servers and clients alike that says `uri` of its holder, and nothing else. */
  issue(uri: string, validity: Validity): Certified
}

// RFC 5280 and RFC 5758: what a certificate is made of.
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2'
const COMMON_NAME = '2.5.4.3'
const KEY_USAGE = '2.5.29.15'
const ALTERNATIVE_NAME = '2.5.29.17'
const BASIC_CONSTRAINTS = '2.5.29.19'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1'
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'
const URI_NAME = 0x86
/** Key usage, a string of bits. */
const DIGITAL_SIGNATURE = bits(Buffer.from([0x80]), 7)
const SIGNS_CERTIFICATES = bits(Buffer.from([0x04]), 2)
const VERSION_3 = tagged(0xa0, integer(Buffer.from([2])))
const EXTENSIONS = 0xa3

/** An authority of its own, with a name that no other one has. */
export function createAuthority(validity: Validity): Authority {
  const { privateKey, publicKey } = newKeys()
  // Where two of them are trusted at once, as while one takes over from the other, names tell which has signed.
  const name = nameOf(`Kla ${randomBytes(4).toString('hex')}`)
  const issue = (subject: Buffer, key: KeyObject, of: Validity, extensions: readonly Buffer[]): string =>
    signed(privateKey, { issuer: name, subject, key, validity: of, extensions })
  return {
    certificate: issue(name, publicKey, validity, [
      critical(BASIC_CONSTRAINTS, sequence(truth(), integer(Buffer.from([0])))),
      critical(KEY_USAGE, SIGNS_CERTIFICATES),
    ]),
    issue(uri, of) {
      const own = newKeys()
      const certificate = issue(nameOf(uri.slice(uri.lastIndexOf('/') + 1)), own.publicKey, of, [
        critical(BASIC_CONSTRAINTS, sequence()),
        critical(KEY_USAGE, DIGITAL_SIGNATURE),
        extension(EXTENDED_KEY_USAGE, sequence(oid(SERVER_AUTH), oid(CLIENT_AUTH))),
        extension(ALTERNATIVE_NAME, sequence(tagged(URI_NAME, Buffer.from(uri)))),
      ])
      return { certificate, privateKey: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
    },
  }
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const nameOf = (commonName: string): Buffer => sequence(set(sequence(oid(COMMON_NAME), text(commonName))))
const extension = (id: string, value: Buffer): Buffer => sequence(oid(id), octets(value))
const critical = (id: string, value: Buffer): Buffer => sequence(oid(id), truth(), octets(value))

interface Contents {
  readonly issuer: Buffer
  readonly subject: Buffer
  readonly key: KeyObject
  readonly validity: Validity
  readonly extensions: readonly Buffer[]
}

function signed(by: KeyObject, { issuer, subject, key, validity, extensions }: Contents): string {
  const algorithm = sequence(oid(ECDSA_WITH_SHA256))
  const serial = randomBytes(16)
  // Neither negative nor beginning with a byte that says nothing.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  const contents = sequence(
    VERSION_3,
    integer(serial),
    algorithm,
    issuer,
    sequence(time(validity.fromMs), time(validity.untilMs)),
    subject,
    key.export({ type: 'spki', format: 'der' }),
    tagged(EXTENSIONS, sequence(...extensions)),
  )
  const certificate = sequence(contents, algorithm, bits(sign('sha256', contents, by)))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
