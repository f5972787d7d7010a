import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PeerCertificate } from 'node:tls'
import { type ChannelCredentials, experimental, type ServerCredentials } from '@grpc/grpc-js'
import { authorityNameOf, identityOf, type ServedCalls, SERVICE_NAMES, type ServiceName } from '@kla/proto'
import { text } from './config.js'
import type { Logger } from './logger.js'
import { Gauge, gauge, type Metrics } from './metrics.js'

/** A checked certificate, key and authorities, in PEM. */
export interface IdentityFiles {
  readonly certificate: Buffer
  readonly privateKey: Buffer
  readonly caCertificate: Buffer
  readonly service: ServiceName
  /** When the certificate ends, Unix milliseconds. */
  readonly untilMs: number
  /** Names of the authorities in `ca.crt`, and of the one that issued the certificate, if it is among them. */
  readonly authorities: { readonly trusted: readonly string[]; readonly issuer: string | undefined }
}

/** Matches each certificate of a PEM file. */
const PEM_CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Names of an identity's files are those that cert-manager writes. */
const CERTIFICATE = 'tls.crt'
const PRIVATE_KEY = 'tls.key'
const AUTHORITY = 'ca.crt'

/** Returns the service named in a certificate's subjectAltName. */
export function serviceIn(alternativeNames: string | undefined): ServiceName | undefined {
  // Node quotes names with a comma, which could pose as several.
  if (alternativeNames === undefined || alternativeNames.includes('"')) return undefined
  const uris = alternativeNames.split(', ').filter((name) => name.startsWith('URI:'))
  return uris.length === 1 ? SERVICE_OF.get(uris[0] ?? '') : undefined
}

const SERVICE_OF: ReadonlyMap<string, ServiceName> = new Map(
  SERVICE_NAMES.map((service) => [`URI:${identityOf(service)}`, service]),
)

/** Throws on missing, mismatched or expired files. */
export function readIdentityFiles(directory: string, nowMs: number): IdentityFiles {
  const read = (name: string): Buffer => readFileSync(join(directory, name))
  const [certificate, privateKey, caCertificate] = [read(CERTIFICATE), read(PRIVATE_KEY), read(AUTHORITY)]
  const parsed = new X509Certificate(certificate)
  const authorities = authoritiesIn(caCertificate.toString())
  if (authorities.length === 0) throw new Error(`${AUTHORITY} has no certificate`)
  const service = serviceIn(parsed.subjectAltName)
  const untilMs = Date.parse(parsed.validTo)
  if (service === undefined) throw new Error(`${CERTIFICATE} names no service of Kla`)
  if (!parsed.checkPrivateKey(createPrivateKey(privateKey)))
    throw new Error(`${PRIVATE_KEY} is not the key of ${CERTIFICATE}`)
  if (untilMs <= nowMs) throw new Error(`${CERTIFICATE} expired at ${new Date(untilMs).toISOString()}`)
  const issuer = authorities.find(({ publicKey }) => parsed.verify(publicKey))
  return {
    certificate,
    privateKey,
    caCertificate,
    service,
    untilMs,
    authorities: { trusted: authorities.map(nameOf), issuer: issuer && nameOf(issuer) },
  }
}

const authoritiesIn = (pem: string): readonly X509Certificate[] =>
  (pem.match(PEM_CERTIFICATES) ?? []).map((one) => new X509Certificate(one))

const nameOf = ({ fingerprint256 }: X509Certificate): string => authorityNameOf(fingerprint256)

/** Certificate files to watch, and how often. */
export interface WatchOptions {
  readonly directory: string
  readonly first: IdentityFiles
  readonly everyMs: number
  readonly now: () => number
  readonly log: Logger
  readonly changed: (files: IdentityFiles) => void
}

type Listeners<T> = Set<(update: T | null) => void>

/** Feeds changed certificates to grpc-js, whose own provider accepts half-replaced pairs. */
export function watchIdentityFiles(options: WatchOptions): experimental.CertificateProvider {
  const { directory, everyMs, now, log, changed } = options
  const forCa: Listeners<experimental.CaCertificateUpdate> = new Set()
  const forIdentity: Listeners<experimental.IdentityCertificateUpdate> = new Set()
  let latest = options.first
  let fault = ''
  let timer: NodeJS.Timeout | undefined

  const look = (): void => {
    try {
      const found = readIdentityFiles(directory, now())
      if (found.service !== latest.service) throw new Error(`${CERTIFICATE} now names ${found.service}`)
      fault = ''
      if (isSame(found, latest)) return
      latest = found
      for (const listener of forIdentity) listener(found)
      for (const listener of forCa) listener(found)
      changed(found)
      log.info({ untilMs: found.untilMs }, 'identity renewed')
    } catch (error) {
      const { message } = error as Error
      if (message !== fault) log.warn({ err: error }, 'identity files are invalid; keeping the last good ones')
      fault = message
    }
  }
  const add = <T>(listeners: Listeners<T>, listener: (update: T | null) => void): void => {
    listeners.add(listener)
    timer ??= setInterval(look, everyMs).unref()
    process.nextTick(() => listener(latest as T))
  }
  const remove = <T>(listeners: Listeners<T>, listener: (update: T | null) => void): void => {
    listeners.delete(listener)
    if (forCa.size + forIdentity.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  return {
    addCaCertificateListener: (listener) => add(forCa, listener),
    removeCaCertificateListener: (listener) => remove(forCa, listener),
    addIdentityCertificateListener: (listener) => add(forIdentity, listener),
    removeIdentityCertificateListener: (listener) => remove(forIdentity, listener),
  }
}

const isSame = (one: IdentityFiles, other: IdentityFiles): boolean =>
  one.certificate.equals(other.certificate) &&
  one.privateKey.equals(other.privateKey) &&
  one.caCertificate.equals(other.caCertificate)

export const identityDirectoryVariable = text(
  'the folder with tls.crt, tls.key and ca.crt: who this is to other services',
)

/** Credentials of this service for both directions. */
export interface Identity {
  readonly service: ServiceName
  /** Log of this process, for warnings about other services. */
  readonly log: Logger
  /** Accepts only our authority's service certificates. */
  readonly serverCredentials: ServerCredentials
  /** Connects only to servers with the certificate of `callee`. */
  channelCredentials(callee: ServedCalls['by']): ChannelCredentials
}

/** The certificate's folder and the expected service. */
export interface IdentityOptions {
  /** Folder with `tls.crt`, `tls.key` and `ca.crt`. */
  readonly directory: string
  readonly service: ServiceName
  readonly log: Logger
  readonly metrics?: Metrics
  /** Milliseconds between two looks at the files. */
  readonly everyMs?: number
  readonly now?: () => number
}

/** A changed Secret reaches pods within a minute. */
const POLL_INTERVAL_MS = 10_000
const MS_PER_SECOND = 1_000

/** Reloads changed files. Throws if the identity is missing or another service's. */
export function readIdentity(options: IdentityOptions): Identity {
  const { directory, service, log, metrics, everyMs = POLL_INTERVAL_MS, now = Date.now } = options
  const first = readFirst(directory, now())
  if (first.service !== service) throw new Error(`IDENTITY_DIR: the certificate names ${first.service}, not ${service}`)
  let latest = first
  if (metrics) observeIdentity(metrics, () => latest)
  const provider = watchIdentityFiles({
    directory,
    first,
    everyMs,
    now,
    log,
    changed: (files) => (latest = files),
  })
  // grpc-js shares connections only between identical credentials.
  const channels = new Map<string, ChannelCredentials>()
  return {
    service,
    log,
    serverCredentials: experimental.createCertificateProviderServerCredentials(provider, provider, true),
    channelCredentials(callee) {
      const made = channels.get(callee)
      if (made) return made
      const checkServerIdentity = (_: string, certificate: PeerCertificate): Error | undefined => {
        const found = serviceIn(certificate.subjectaltname)
        const fits = callee === 'every' ? found !== undefined : found === callee
        return fits ? undefined : new Error(`the server is ${found ?? 'no service of Kla'}, not ${callee}`)
      }
      const credentials = experimental.createCertificateProviderChannelCredentials(provider, provider, {
        checkServerIdentity,
      })
      channels.set(callee, credentials)
      return credentials
    },
  }
}

function observeIdentity(metrics: Metrics, latest: () => IdentityFiles): void {
  gauge(metrics, 'kla_identity_ends_seconds', 'When the certificate of this process ends, Unix seconds.', function () {
    this.set(latest().untilMs / MS_PER_SECOND)
  })
  new Gauge({
    name: 'kla_identity_authorities',
    help: 'Authorities by the start of their fingerprint: trusted by this process, or issuer of its own certificate.',
    labelNames: ['authority', 'use'] as const,
    registers: [metrics.registry],
    collect() {
      const { trusted, issuer } = latest().authorities
      this.reset()
      for (const authority of trusted) this.set({ authority, use: 'trusted' }, 1)
      if (issuer !== undefined) this.set({ authority: issuer, use: 'issuer' }, 1)
    },
  })
}

function readFirst(directory: string, nowMs: number) {
  try {
    return readIdentityFiles(directory, nowMs)
  } catch (error) {
    throw new Error(`IDENTITY_DIR: cannot load a certificate from ${directory}: ${(error as Error).message}`, {
      cause: error,
    })
  }
}
