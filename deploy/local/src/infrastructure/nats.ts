import { mkdir, writeFile } from 'node:fs/promises'
import type { Launched, Launcher } from '../processes/launcher.js'
import { waitUntil } from '../processes/wait-until.js'
import { natsConfiguration } from '../store-users/nats-users.js'
import type { StorePasswords } from '../store-users/passwords.js'
import { answersWith } from './line-protocol.js'

/**
 * Starts NATS with JetStream in files, on this machine alone. With `passwords` each service has a user of its own and nobody
 * else gets in; without, every client that reaches it may do anything.
 */
export async function startNats(options: {
  launcher: Launcher
  program: string
  directory: string
  port: number
  passwords?: StorePasswords | undefined
}): Promise<Launched> {
  const { directory, port, passwords } = options
  await mkdir(directory, { recursive: true })
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
