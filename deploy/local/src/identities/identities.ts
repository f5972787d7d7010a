import { identityOf, SERVICE_NAMES, type ServiceName } from '@kla/proto/callers'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAuthority, type Authority, type Validity } from './authority.js'

/** The folder with the files of one service. */
export const identityDirectory = (directory: string, service: ServiceName): string => join(directory, service)

const DAY_MS = 86_400_000
/** A clock may be a little behind this one. */
const BEFORE_MS = 300_000

/** From just now on, for this many days. */
export const forDays = (days: number, nowMs: number): Validity => ({
  fromMs: nowMs - BEFORE_MS,
  untilMs: nowMs + days * DAY_MS,
})

/**
 * Makes an authority and a certificate for each service, and puts them below `directory` in the place of those that are
 * there: a folder for each service, with the names that cert-manager gives files. Nobody can sign further ones afterwards.
 */
export function writeIdentities(directory: string, validity: Validity): Authority {
  const authority = createAuthority(validity)
  for (const service of SERVICE_NAMES) writeIdentity(directory, service, authority, validity)
  return authority
}

/** Makes one service's certificate anew. */
export function writeIdentity(directory: string, service: ServiceName, authority: Authority, validity: Validity): void {
  const { certificate, privateKey } = authority.issue(identityOf(service), validity)
  const folder = identityDirectory(directory, service)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // A process that reads one file of the new and one of the old ones finds that they do not fit, and looks again.
  replace(join(folder, 'ca.crt'), authority.certificate)
  replace(join(folder, 'tls.key'), privateKey)
  replace(join(folder, 'tls.crt'), certificate)
}

function replace(file: string, content: string): void {
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, content, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
