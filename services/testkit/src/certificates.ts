import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identityOf, SERVICE_NAMES, type ServiceName } from '@kla/proto/callers'

/** DER tags (X.690): Node creates no certificates. */
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  text: 0x0c,
  time: 0x18,
  shortTime: 0x17,
  sequence: 0x30,
  set: 0x31,
} as const
const LONG_FORM = 0x80
/** Certificates' years have four digits from here (RFC 5280, 4.1.2.5). */
const LONG_TIMES_FROM = 2050

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body])
}

function lengthOf(bytes: number): Buffer {
  if (bytes < LONG_FORM) return Buffer.from([bytes])
  const digits = bytes < 0x100 ? [bytes] : [bytes >> 8, bytes & 0xff]
  return Buffer.from([LONG_FORM | digits.length, ...digits])
}

const sequence = (...parts: readonly Buffer[]): Buffer => tagged(TAG.sequence, ...parts)
const set = (...parts: readonly Buffer[]): Buffer => tagged(TAG.set, ...parts)
const octets = (value: Buffer): Buffer => tagged(TAG.octets, value)
const text = (value: string): Buffer => tagged(TAG.text, Buffer.from(value))
const truth = (): Buffer => tagged(TAG.boolean, Buffer.from([0xff]))
const integer = (bytes: Buffer): Buffer =>
  tagged(TAG.integer, (bytes[0] ?? 0) >= LONG_FORM ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
const bits = (value: Buffer, unused = 0): Buffer => tagged(TAG.bits, Buffer.from([unused]), value)

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(TAG.oid, Buffer.from([first * 40 + second, ...rest.flatMap(inSevens)]))
}

function inSevens(value: number): number[] {
  const digits = [value & 0x7f]
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | LONG_FORM)
  return digits
}

function time(ms: number): Buffer {
  const digits = new Date(ms)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:T]/g, '')
  const long = new Date(ms).getUTCFullYear() >= LONG_TIMES_FROM
  return tagged(long ? TAG.time : TAG.shortTime, Buffer.from(long ? digits : digits.slice(2)))
}

interface Certified {
  readonly certificate: string
  readonly privateKey: string
}

/** Period of a certificate, Unix milliseconds. */
export interface Validity {
  readonly fromMs: number
  readonly untilMs: number
}

/** Signs certificates with a key that exists only in memory. */
export interface Authority {
  readonly certificate: string
  /** Server and client certificate with `uri` as only name. */
  issue(uri: string, validity: Validity): Certified
}

// RFC 5280 and RFC 5758.
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2'
const COMMON_NAME = '2.5.4.3'
const KEY_USAGE = '2.5.29.15'
const ALTERNATIVE_NAME = '2.5.29.17'
const BASIC_CONSTRAINTS = '2.5.29.19'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1'
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'
const URI_NAME = 0x86
const DIGITAL_SIGNATURE = bits(Buffer.from([0x80]), 7)
const SIGNS_CERTIFICATES = bits(Buffer.from([0x04]), 2)
const VERSION_3 = tagged(0xa0, integer(Buffer.from([2])))
const EXTENSIONS = 0xa3

export function createAuthority(validity: Validity): Authority {
  const { privateKey, publicKey } = newKeys()
  // A unique name: a rotation trusts two authorities.
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
  // Positive, without a leading zero byte.
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

export const identityDirectory = (directory: string, service: ServiceName): string => join(directory, service)

const DAY_MS = 86_400_000
/** Other clocks may be slightly behind. */
const BEFORE_MS = 300_000

export const forDays = (days: number, nowMs: number): Validity => ({
  fromMs: nowMs - BEFORE_MS,
  untilMs: nowMs + days * DAY_MS,
})

/** Writes a new authority and a folder for each service, named as by cert-manager. */
export function writeIdentities(directory: string, validity: Validity): Authority {
  const authority = createAuthority(validity)
  for (const service of SERVICE_NAMES) writeIdentity(directory, service, authority, validity)
  return authority
}

export function writeIdentity(directory: string, service: ServiceName, authority: Authority, validity: Validity): void {
  const { certificate, privateKey } = authority.issue(identityOf(service), validity)
  const folder = identityDirectory(directory, service)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // A reader of old and new files notices the mismatch and retries.
  replace(join(folder, 'ca.crt'), authority.certificate)
  replace(join(folder, 'tls.key'), privateKey)
  replace(join(folder, 'tls.crt'), certificate)
}

function replace(file: string, content: string): void {
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, content, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
