import { X509Certificate } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { authorityNameOf, identityOf, SERVICE_NAMES, type ServiceName } from '@kla/proto/callers'
import { type Authority, createAuthority, forDays, type Validity } from '@kla/testkit/certificates'
import { ClusterFailure } from '../up/commands.js'

/** Content of a service's identity Secret, in PEM. */
export interface IdentitySecret {
  readonly 'tls.crt': string
  readonly 'tls.key': string
  readonly 'ca.crt': string
}

/** What a pod says of its identity: fingerprints, and when its certificate ends, Unix milliseconds. */
export interface Trust {
  readonly trusted: readonly string[]
  readonly issuer: string | undefined
  readonly endsAtMs: number
}

/** Identities of a release, as an operator sees and changes them. */
export interface Identities {
  read(service: ServiceName): Promise<IdentitySecret>
  write(service: ServiceName, secret: Partial<IdentitySecret>): Promise<void>
  /** Asks every pod of the services. */
  trusts(): Promise<readonly Trust[]>
}

const DAYS = 7
const SECONDS_OF_RENEWAL = 3_600
const MS_PER_SECOND = 1_000
/** A changed Secret reaches pods within a minute or two; processes look every ten seconds. */
const SEEN_WITHIN_MS = 240_000
const LOOK_EVERY_MS = 2_000

/** Reads what a pod's metrics say of its identity. */
export function trustIn(metrics: string): Trust {
  const named = [...metrics.matchAll(/^kla_identity_authorities\{[^}]*authority="(\w+)",use="(\w+)"[^}]*\} 1$/gm)]
  const [, endsAt] = /^kla_identity_ends_seconds\S* (\S+)$/m.exec(metrics) ?? []
  const of = (use: string): string[] => named.filter((one) => one[2] === use).map(([, authority = '']) => authority)
  return { trusted: of('trusted').sort(), issuer: of('issuer')[0], endsAtMs: Number(endsAt) * MS_PER_SECOND }
}

/** Names an authority's certificate as metrics do. */
export const authorityIn = (pem: string): string => authorityNameOf(new X509Certificate(pem).fingerprint256)

const certificatesIn = (pem: string): readonly string[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map((one) => `${one}\n`)
const authoritiesIn = (certificates: readonly string[]): readonly string[] => certificates.map(authorityIn).sort()

interface Pace {
  readonly seenWithinMs?: number
  readonly lookEveryMs?: number
}

/** The Secrets before a change, and the authority that replaced theirs. */
export interface Changed {
  readonly former: ReadonlyMap<ServiceName, IdentitySecret>
  readonly authority: Authority
}

/** Changes to a new authority as the chart's README says: trust both, issue anew, trust the new one alone. */
export async function changeAuthority(identities: Identities, pace: Pace = {}): Promise<Changed> {
  const validity = forDays(DAYS, Date.now())
  const authority = createAuthority(validity)
  const former = new Map<ServiceName, IdentitySecret>()
  const next = new Map<ServiceName, IdentitySecret>()
  for (const service of SERVICE_NAMES) {
    former.set(service, await identities.read(service))
    next.set(service, issued(authority, service, validity))
  }
  await replace(identities, { former, next }, pace)
  return { former, authority }
}

/** Returns to the Secrets before a change, in the same three steps. */
export async function changeBack(identities: Identities, { former }: Changed, pace: Pace = {}): Promise<void> {
  const current = new Map<ServiceName, IdentitySecret>()
  for (const service of SERVICE_NAMES) current.set(service, await identities.read(service))
  await replace(identities, { former: current, next: former }, pace)
}

/** Issues all certificates anew by the same authority. Resolves once every pod uses its own. */
export async function renewAll(identities: Identities, { authority }: Changed, pace: Pace = {}): Promise<void> {
  const { fromMs, untilMs } = forDays(DAYS, Date.now())
  // Certificates count whole seconds, and must end at another time than those before.
  const validity = { fromMs, untilMs: untilMs + SECONDS_OF_RENEWAL * MS_PER_SECOND }
  for (const service of SERVICE_NAMES) await identities.write(service, issued(authority, service, validity))
  const endsAtMs = Math.floor(validity.untilMs / MS_PER_SECOND) * MS_PER_SECOND
  await untilAll(identities, pace, 'the new certificate', (trust) => trust.endsAtMs === endsAtMs)
}

interface Replacement {
  readonly former: ReadonlyMap<ServiceName, IdentitySecret>
  readonly next: ReadonlyMap<ServiceName, IdentitySecret>
}

async function replace(identities: Identities, { former, next }: Replacement, pace: Pace): Promise<void> {
  const of = (service: ServiceName): IdentitySecret => {
    const secret = next.get(service)
    if (!secret) throw new ClusterFailure(`${service} has no identity`)
    return secret
  }
  const wanted = certificatesIn(of('auth')['ca.crt'])
  // All that any service trusts: a change that was interrupted may have left certificates of several authorities.
  const known = [...former.values()].flatMap((secret) => certificatesIn(secret['ca.crt']))
  const all = [...new Set([...known, ...wanted])]
  for (const service of SERVICE_NAMES) await identities.write(service, { 'ca.crt': all.join('') })
  await untilAll(identities, pace, 'all authorities', ({ trusted }) => isSame(trusted, authoritiesIn(all)))
  for (const service of SERVICE_NAMES) {
    const { 'tls.crt': certificate, 'tls.key': key } = of(service)
    await identities.write(service, { 'tls.crt': certificate, 'tls.key': key })
  }
  const issuers = authoritiesIn(wanted)
  const isNew = ({ issuer }: Trust): boolean => issuer !== undefined && issuers.includes(issuer)
  await untilAll(identities, pace, 'a certificate of the new authority', isNew)
  for (const service of SERVICE_NAMES) await identities.write(service, { 'ca.crt': of(service)['ca.crt'] })
  await untilAll(identities, pace, 'the new authority alone', ({ trusted }) => isSame(trusted, issuers))
}

function issued(authority: Authority, service: ServiceName, validity: Validity): IdentitySecret {
  const { certificate, privateKey } = authority.issue(identityOf(service), validity)
  return { 'tls.crt': certificate, 'tls.key': privateKey, 'ca.crt': authority.certificate }
}

async function untilAll(
  identities: Identities,
  { seenWithinMs = SEEN_WITHIN_MS, lookEveryMs = LOOK_EVERY_MS }: Pace,
  what: string,
  holds: (trust: Trust) => boolean,
): Promise<void> {
  const endMs = Date.now() + seenWithinMs
  for (;;) {
    const trusts = await identities.trusts()
    const left = trusts.filter((trust) => !holds(trust)).length
    if (trusts.length > 0 && left === 0) return
    if (Date.now() > endMs) throw new ClusterFailure(`${left} of ${trusts.length} pods do not have ${what}`)
    await sleep(lookEveryMs)
  }
}

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join() === other.join()
