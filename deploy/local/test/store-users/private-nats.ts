import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@kla/testkit'
import { createPorts } from '../../src/infrastructure/ports.js'
import { findTool } from '../../src/infrastructure/tools.js'
import { createLauncher } from '../../src/processes/launcher.js'

/** A NATS of one test. */
export interface PrivateNats {
  readonly address: string
  stop(): Promise<void>
}

/** Starts a NATS with this configuration. */
export async function openServer(configuration: object): Promise<PrivateNats> {
  const directory = await mkdtemp(join(tmpdir(), 'kla-nats-'))
  const launcher = createLauncher(join(directory, 'logs'))
  const port = await createPorts().take('nats')
  const file = join(directory, 'nats.conf')
  await writeFile(file, JSON.stringify(configuration))
  launcher.launch({
    name: 'nats',
    command: (await findTool('nats')) ?? 'nats-server',
    args: ['-a', '127.0.0.1', '-p', String(port), '-c', file],
  })
  const opens = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.unref()
      setTimeout(() => socket.destroy(), 200)
    })
  await eventually(opens)
  return {
    address: `127.0.0.1:${port}`,
    async stop() {
      await launcher.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
