import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GuardianMessage } from './launcher.js'

const GRACE_MS = 10_000
const watched = new Map<number, NodeJS.Signals | null>()

const alive = (pid: number): boolean => signal(pid, 0) && !isZombie(pid)

// Containers may never reap orphans.
function isZombie(pid: number): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/, ''))
  } catch {
    return false
  }
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

async function end(pids: readonly number[]): Promise<void> {
  const until = Date.now() + GRACE_MS
  while (pids.some(alive) && Date.now() < until) await sleep(50)
  for (const pid of pids) signal(pid, 'SIGKILL')
}

async function endAll(): Promise<void> {
  const self = [...watched].filter(([, how]) => how === null).map(([pid]) => pid)
  const others = [...watched].filter(([, how]) => how !== null)
  await end(self)
  for (const [pid, how] of others) signal(pid, how ?? 'SIGTERM')
  await end(others.map(([pid]) => pid))
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined)

for await (const line of createInterface({ input: process.stdin })) {
  const { pid, signal: how } = JSON.parse(line) as GuardianMessage
  if (how === undefined) watched.delete(pid)
  else watched.set(pid, how)
}
await endAll()
process.exit(0)
