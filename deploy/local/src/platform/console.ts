import { createHash } from 'node:crypto'
import type { Secrets } from '../secrets.js'

/** The moderation console of one installation. */
export interface Console {
  /** Its path, without slashes: a secret that is no security. */
  readonly path: string
  readonly url: string
  /** The name of the first administrator. */
  readonly administrator: string
  readonly password: string
}

const ADMINISTRATOR = 'admin'
const PATH_LENGTH = 16

/** The console as the environment has it (ADMIN_PATH, ADMIN_PASSWORD), and otherwise as it is made up once. */
export function consoleOf(secrets: Secrets, publicUrl: string, environment: NodeJS.ProcessEnv): Console {
  const path = environment['ADMIN_PATH'] || `console-${secrets.take('admin-path').slice(0, PATH_LENGTH)}`
  const password = environment['ADMIN_PASSWORD'] || secrets.take('admin-password')
  return { path, url: `${publicUrl}/${path}`, administrator: ADMINISTRATOR, password }
}

/** A key of 32 bytes, base64, that stays the same for an installation. */
export const encryptionKey = (secrets: Secrets, name: string): string =>
  createHash('sha256').update(secrets.take(name)).digest('base64')
