import { chmodSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes a directory for this user alone, even if it exists: it holds personal data and secrets. */
export function makePrivateDirectory(directory: string): void {
  mkdirSync(dirname(directory), { recursive: true })
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  // An older one may be open, and a umask only takes away.
  chmodSync(directory, 0o700)
}
