import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { exists } from './run-file.js'

const MEMORY = '/dev/shm'
const NAME = /^kla-test-run-(\d+)-/
const FREE_BYTES = 4 * 1024 ** 3

/**
 * Sets TMPDIR to memory, if there is room, because stores write each commit. Returns the removal; removes folders of
 * killed runs.
 */
export function useMemoryForFiles(): () => void {
  if (process.platform !== 'linux' || process.env['TMPDIR'] || !hasRoom()) return () => undefined
  for (const name of readdirSync(MEMORY)) {
    const pid = Number(NAME.exec(name)?.[1])
    if (pid > 0 && !exists(pid)) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
  const directory = mkdtempSync(join(MEMORY, `kla-test-run-${process.pid}-`))
  // PostgreSQL may run as another user.
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
