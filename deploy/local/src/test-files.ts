import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { exists } from './run-file.js'

const MEMORY = '/dev/shm'
const NAME = /^kla-test-run-(\d+)-/
/** Databases, streams and profiles of browsers, with ample room. */
const FREE_BYTES = 4 * 1024 ** 3

/**
 * Sets TMPDIR to a folder in memory, because stores write each commit to disk; not if it is set or there is no room.
 * Returns the removal. Removes folders of killed runs.
 */
export function useMemoryForFiles(): () => void {
  if (process.platform !== 'linux' || process.env['TMPDIR'] || !hasRoom()) return () => undefined
  for (const name of readdirSync(MEMORY)) {
    const pid = Number(NAME.exec(name)?.[1])
    if (pid > 0 && !exists(pid)) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
  const directory = mkdtempSync(join(MEMORY, `kla-test-run-${process.pid}-`))
  // PostgreSQL may run as another user, who must reach its data.
  chmodSync(directory, 0o711)
  process.env['TMPDIR'] = directory
  return () => rmSync(directory, { recursive: true, force: true })
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= FREE_BYTES
  } catch {
    return false
  }
}
