import { readFileSync, rmSync, writeFileSync } from 'node:fs'

interface Run {
  readonly pid: number
  readonly url: string
  readonly startedAt: number
}

const STARTING_MS = 10 * 60_000

/** Records this run of Kla, or returns another's address. */
export async function takeRunFile(
  file: string,
  url: string,
): Promise<{ remove(): void } | { readonly runsAt: string; readonly pid: number }> {
  const other = read(file)
  if (other && (await runs(other))) return { runsAt: other.url, pid: other.pid }
  writeFileSync(file, JSON.stringify({ pid: process.pid, url, startedAt: Date.now() } satisfies Run))
  return { remove: () => rmSync(file, { force: true }) }
}

async function runs(run: Run): Promise<boolean> {
  if (run.pid === process.pid || !exists(run.pid)) return false
  if (Date.now() - run.startedAt < STARTING_MS) return true
  return fetch(`${run.url}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  )
}

export function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function read(file: string): Run | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Run
  } catch {
    return undefined
  }
}
