import type { experimental } from '@grpc/grpc-js'
import { identityOf, SERVICE_NAMES, type ServiceName } from '@kla/proto'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from './logger.js'

/** A certificate with its key and who is trusted to sign others', as files hold them: PEM, checked. */
export interface IdentityFiles {
  readonly certificate: Buffer
  readonly privateKey: Buffer
  readonly caCertificate: Buffer
  readonly service: ServiceName
  /** When the certificate ends, Unix milliseconds. */
  readonly untilMs: number
}

/** The names that cert-manager gives them. */
const CERTIFICATE = 'tls.crt'
const PRIVATE_KEY = 'tls.key'
const AUTHORITY = 'ca.crt'

/** Who a certificate belongs to, by the names in it as Node writes them; undefined: to no service. */
export function serviceIn(alternativeNames: string | undefined): ServiceName | undefined {
  // A name with a comma in it stands in quotes, and may pretend to be several.
  if (alternativeNames === undefined || alternativeNames.includes('"')) return undefined
  const uris = alternativeNames.split(', ').filter((name) => name.startsWith('URI:'))
  return uris.length === 1 ? SERVICE_OF.get(uris[0] ?? '') : undefined
}

const SERVICE_OF: ReadonlyMap<string, ServiceName> = new Map(
  SERVICE_NAMES.map((service) => [`URI:${identityOf(service)}`, service]),
)

/** Reads a folder's files. Throws what is wrong with them: missing, not belonging together, ended, or nobody's. */
export function readIdentityFiles(directory: string, nowMs: number): IdentityFiles {
  const read = (name: string): Buffer => readFileSync(join(directory, name))
  const [certificate, privateKey, caCertificate] = [read(CERTIFICATE), read(PRIVATE_KEY), read(AUTHORITY)]
  const parsed = new X509Certificate(certificate)
  void new X509Certificate(caCertificate)
  const service = serviceIn(parsed.subjectAltName)
  const untilMs = Date.parse(parsed.validTo)
  if (service === undefined) throw new Error(`${CERTIFICATE} is no certificate of a service of ours`)
  if (!parsed.checkPrivateKey(createPrivateKey(privateKey))) throw new Error(`${PRIVATE_KEY} is not the key of ${CERTIFICATE}`)
  if (untilMs <= nowMs) throw new Error(`${CERTIFICATE} has ended at ${new Date(untilMs).toISOString()}`)
  return { certificate, privateKey, caCertificate, service, untilMs }
}

export interface WatchOptions {
  readonly directory: string
  readonly first: IdentityFiles
  readonly everyMs: number
  readonly now: () => number
  readonly log: Logger
  readonly changed: (files: IdentityFiles) => void
}

type Listeners<T> = Set<(update: T | null) => void>

/**
 * Hands files to grpc-js, and hands them out again when they have changed, for as long as somebody listens. grpc-js has a
 * provider of its own, which takes files as they are: one of the old and one of the new pair, or none while they are
 * replaced, and then nobody gets in or out. This one keeps what it has until what it reads is right.
 */
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
      fault = ''
      if (isSame(found, latest)) return
      if (found.service !== latest.service) throw new Error(`${CERTIFICATE} is now one of ${found.service}`)
      latest = found
      for (const listener of forIdentity) listener(found)
      for (const listener of forCa) listener(found)
      changed(found)
      log.info({ untilMs: found.untilMs }, 'the identity was renewed')
    } catch (error) {
      const { message } = error as Error
      if (message !== fault) log.warn({ err: error }, 'the files of the identity are not as they should be; the last good ones are kept')
      fault = message
    }
  }
  const add = <T>(listeners: Listeners<T>, listener: (update: T | null) => void): void => {
    listeners.add(listener)
    timer ??= setInterval(look, everyMs).unref()
    // Not at once: grpc-js does not watch yet what the listener sets.
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
