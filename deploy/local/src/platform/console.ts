import { createHash } from 'node:crypto'
import type { Secrets } from '../secrets.js'

/** Address and credentials of the console. */
export interface Console {
  /** Obscure, not secret. */
  readonly path: string
  readonly url: string
  readonly administrator: string
  readonly password: string
  /** Second founder, for two-person actions. */
  readonly deputy: { readonly administrator: string; readonly password: string }
}

const ADMINISTRATOR = 'admin'
const DEPUTY = 'deputy'
const PATH_LENGTH = 16

/** Reads or generates ADMIN_PATH, ADMIN_PASSWORD and DEPUTY_PASSWORD. */
export function consoleOf(secrets: Secrets, publicUrl: string, environment: NodeJS.ProcessEnv): Console {
  const path = environment['ADMIN_PATH'] || `console-${secrets.take('admin-path').slice(0, PATH_LENGTH)}`
  const password = environment['ADMIN_PASSWORD'] || secrets.take('admin-password')
  const deputy = { administrator: DEPUTY, password: environment['DEPUTY_PASSWORD'] || secrets.take('deputy-password') }
  return { path, url: `${publicUrl}/${path}`, administrator: ADMINISTRATOR, password, deputy }
}

/** Returns an installation's 32-byte key in base64. */
export const encryptionKey = (secrets: Secrets, name: string): string =>
  createHash('sha256').update(secrets.take(name)).digest('base64')
