import { experimental, type ChannelCredentials, type ServerCredentials } from '@grpc/grpc-js'
import type { ServedCalls, ServiceName } from '@kla/proto'
import type { PeerCertificate } from 'node:tls'
import { text } from './env.js'
import { readIdentityFiles, serviceIn, watchIdentityFiles } from './identity-files.js'
import type { Logger } from './logger.js'
import { gauge, type Metrics } from './metrics.js'

/** The setting of every service: without it, and without the files there, none starts. */
export const identityDirectoryVariable = text('the folder with tls.crt, tls.key and ca.crt: who this is to other services')

/** Who this process is to others, and whom it believes. */
export interface Identity {
  readonly service: ServiceName
  /** Takes connections from those alone who prove with a certificate of our authority which service they are. */
  readonly serverCredentials: ServerCredentials
  /** Proves who this is, and connects to nobody who is not `callee`. */
  channelCredentials(callee: ServedCalls['by']): ChannelCredentials
}

export interface IdentityOptions {
  /** The folder with `tls.crt`, `tls.key` and `ca.crt`: the certificate, its key, and who is trusted to have signed others'. */
  readonly directory: string
  /** Whose certificate must be there. */
  readonly service: ServiceName
  readonly log: Logger
  /** Tells when the certificate ends. */
  readonly metrics?: Metrics
  /** How often the files are looked at, milliseconds. */
  readonly everyMs?: number
  /** Unix milliseconds. */
  readonly now?: () => number
}

/** A Secret comes into a pod up to a minute late; compared with that, and with what is read, this is nothing. */
const LOOK_EVERY_MS = 10_000
const MS_PER_SECOND = 1_000

/**
 * Reads who this process is, and reads it again when the files change: connections from then on use the new certificate,
 * and those that stand end with their age. Throws where there is none, or another service's.
 */
export function readIdentity(options: IdentityOptions): Identity {
  const { directory, service, log, metrics, everyMs = LOOK_EVERY_MS, now = Date.now } = options
  const first = readFirst(directory, now())
  if (first.service !== service) throw new Error(`IDENTITY_DIR: the certificate is one of ${first.service}, not of ${service}`)
  let { untilMs } = first
  if (metrics) {
    gauge(metrics, 'kla_identity_ends_seconds', 'When the certificate of this process ends, Unix seconds.', function () {
      this.set(untilMs / MS_PER_SECOND)
    })
  }
  const provider = watchIdentityFiles({
    ...{ directory, first, everyMs, now, log },
    changed: (files) => (untilMs = files.untilMs),
  })
  // One for each callee: grpc-js lets channels share their connections if they have the very same.
  const channels = new Map<string, ChannelCredentials>()
  return {
    service,
    serverCredentials: experimental.createCertificateProviderServerCredentials(provider, provider, true),
    channelCredentials(callee) {
      const made = channels.get(callee)
      if (made) return made
      const checkServerIdentity = (_: string, certificate: PeerCertificate): Error | undefined => {
        const found = serviceIn(certificate.subjectaltname)
        const fits = callee === 'every' ? found !== undefined : found === callee
        return fits ? undefined : new Error(`this is ${found ?? 'no service of ours'}, not ${callee}`)
      }
      const credentials = experimental.createCertificateProviderChannelCredentials(provider, provider, { checkServerIdentity })
      channels.set(callee, credentials)
      return credentials
    },
  }
}

function readFirst(directory: string, nowMs: number) {
  try {
    return readIdentityFiles(directory, nowMs)
  } catch (error) {
    throw new Error(`IDENTITY_DIR: there is no certificate to be had in ${directory}: ${(error as Error).message}`, { cause: error })
  }
}
