import { chmodSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes a directory for this user alone: it holds personal data and secrets. */
export function makePrivateDirectory(directory: string): void {
  mkdirSync(dirname(directory), { recursive: true })
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  // An older directory may be open.
  chmodSync(directory, 0o700)
}
