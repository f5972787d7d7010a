import { mkdir } from 'node:fs/promises'
import type { Launched, Launcher } from '../processes/launcher.js'
import { waitUntil } from '../processes/wait-until.js'
import { answersWith } from './line-protocol.js'

/** Starts Redis on this machine alone. What it has acknowledged outlives it, however it ends. */
export async function startRedis(options: {
  launcher: Launcher
  program: string
  directory: string
  port: number
}): Promise<Launched> {
  await mkdir(options.directory, { recursive: true })
  const settings: Readonly<Record<string, string>> = {
    port: String(options.port),
    bind: '127.0.0.1',
    dir: options.directory,
    appendonly: 'yes',
    // `everysec` may answer before it writes while the disk is busy; `always` costs little next to a battle's pace.
    appendfsync: 'always',
    // While it writes its log anew, all wait for the disk: rarely, and from 64 MB on it would be often under load.
    'auto-aof-rewrite-min-size': '256mb',
    save: '',
    'maxmemory-policy': 'noeviction',
  }
  const process = options.launcher.launch({
    name: 'redis',
    command: options.program,
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
  })
  await waitUntil(process, () => answersWith(options.port, '+PONG', 'PING\r\n'))
  return process
}
