// Where a test run keeps files: in memory, as stores write each commit to disk.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const NAME = /^kla-test-run-(\d+)-/
/** Databases, streams and profiles of browsers; a run uses about 1 GiB. */
const FREE_BYTES = 4 * 1024 ** 3

/** Sets TMPDIR to a folder in memory if there is room; returns what removes it. Removes folders of runs that were killed. */
export function useMemoryForFiles() {
  if (!hasRoom()) return () => undefined
  for (const name of readdirSync(MEMORY)) {
    const pid = Number(NAME.exec(name)?.[1])
    if (pid > 0 && !isRunning(pid)) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
  const directory = mkdtempSync(join(MEMORY, `kla-test-run-${process.pid}-`))
  // PostgreSQL may run as another user, who must reach its data.
  chmodSync(directory, 0o711)
  process.env['TMPDIR'] = directory
  return () => rmSync(directory, { recursive: true, force: true })
}

function hasRoom() {
  if (process.platform !== 'linux' || process.env['TMPDIR']) return false
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= FREE_BYTES
  } catch {
    return false
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
