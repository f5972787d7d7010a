import { chmodSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** What people said, did or signed in with lies there: for this user alone, also where the directory is older. */
export function makePrivateDirectory(directory: string): void {
  mkdirSync(dirname(directory), { recursive: true })
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  // An older one may be open, and a umask only takes away.
  chmodSync(directory, 0o700)
}
