import { mkdir } from 'node:fs/promises'
import type { Launched, Launcher } from '../processes/launcher.js'
import { waitUntil } from '../processes/wait-until.js'
import { answersWith } from './line-protocol.js'

/** Starts NATS with JetStream in files, on this machine alone. */
export async function startNats(options: {
  launcher: Launcher
  program: string
  directory: string
  port: number
}): Promise<Launched> {
  await mkdir(options.directory, { recursive: true })
  const process = options.launcher.launch({
    name: 'nats',
    command: options.program,
    args: ['--addr', '127.0.0.1', '--port', String(options.port), '--jetstream', '--store_dir', options.directory],
  })
  await waitUntil(process, () => answersWith(options.port, 'INFO'))
  return process
}
