import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Launched, Launcher } from '../processes/launcher.js'
import { waitUntil } from '../processes/wait-until.js'
import { OPERATOR, type StorePasswords } from '../store-users/passwords.js'
import { redisAclFile } from '../store-users/redis-users.js'
import { answersWith } from './line-protocol.js'

/**
 * Starts Redis on this machine alone. What it has acknowledged outlives it, however it ends. With `passwords` each service
 * has a user of its own and nobody else gets in; without, every client that reaches it may do anything.
 */
export async function startRedis(options: {
  launcher: Launcher
  program: string
  directory: string
  port: number
  passwords?: StorePasswords | undefined
}): Promise<Launched> {
  const { passwords } = options
  await mkdir(options.directory, { recursive: true })
  const aclfile = join(options.directory, 'users.acl')
  if (passwords) await writeFile(aclfile, redisAclFile(passwords), { mode: 0o600 })
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
    ...(passwords ? { aclfile } : {}),
  }
  const process = options.launcher.launch({
    name: 'redis',
    command: options.program,
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
  })
  const greeting = passwords ? `AUTH ${OPERATOR} ${passwords.operator}\r\n` : 'PING\r\n'
  await waitUntil(process, () => answersWith(options.port, passwords ? '+OK' : '+PONG', greeting))
  return process
}
