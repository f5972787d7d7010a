import { writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { makePrivateDirectory } from '../private-directory.js'
import { type Launched, type Launcher, waitUntil } from '../processes/launcher.js'
import { natsConfiguration, OPERATOR, redisAclFile, type StorePasswords } from '../store-users/users.js'

/** True if a local server answers `send`, or a connection, with `expected`. */
export const answersWith = (port: number, expected: string, send?: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1', timeout: 1_000 })
    socket.once('error', reject)
    socket.once('timeout', () => socket.destroy(new Error('no answer in time')))
    socket.once('data', (data) => {
      resolve(data.toString().startsWith(expected))
      socket.destroy()
    })
    socket.once('close', () => resolve(false))
    if (send !== undefined) socket.write(send)
  })

/** Starts a crash-safe Redis; `passwords` restrict it to service users. */
export async function startRedis(options: {
  launcher: Launcher
  program: string
  directory: string
  port: number
  passwords?: StorePasswords | undefined
}): Promise<Launched> {
  const { passwords } = options
  makePrivateDirectory(options.directory)
  const aclfile = join(options.directory, 'users.acl')
  if (passwords) await writeFile(aclfile, redisAclFile(passwords), { mode: 0o600 })
  const settings: Readonly<Record<string, string>> = {
    port: String(options.port),
    bind: '127.0.0.1',
    dir: options.directory,
    appendonly: 'yes',
    // `everysec` may reply before the write.
    appendfsync: 'always',
    // Rewrites block the disk; 64 MB is frequent.
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

/** Starts NATS with JetStream; `passwords` restrict it to service users. */
export async function startNats(options: {
  launcher: Launcher
  program: string
  directory: string
  port: number
  passwords?: StorePasswords | undefined
}): Promise<Launched> {
  const { directory, port, passwords } = options
  makePrivateDirectory(directory)
  const configuration = `${directory}.conf`
  if (passwords) await writeFile(configuration, natsConfiguration(passwords), { mode: 0o600 })
  const process = options.launcher.launch({
    name: 'nats',
    command: options.program,
    args: [
      ...(passwords ? ['--config', configuration] : []),
      ...['--addr', '127.0.0.1', '--port', String(port), '--jetstream', '--store_dir', directory],
    ],
  })
  await waitUntil(process, () => answersWith(port, 'INFO'))
  return process
}
