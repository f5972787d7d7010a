import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { infrastructure } from '@kla/testkit'
import { createPorts } from '../../src/infrastructure/ports.js'
import { type Server, startInfrastructure } from '../../src/infrastructure/start.js'
import { createLauncher } from '../../src/processes/launcher.js'
import { createSecrets } from '../../src/secrets.js'
import { type StorePasswords, storePasswords } from '../../src/store-users/users.js'

/** A Redis and a NATS with a user for each service, as a platform has them. */
export interface Stores {
  readonly redis: Server
  readonly nats: Server
  readonly passwords: Readonly<Record<'redis' | 'nats', StorePasswords>>
  stop(): Promise<void>
}

export async function startStores(): Promise<Stores> {
  const directory = await mkdtemp(join(tmpdir(), 'kla-stores-'))
  const launcher = createLauncher(join(directory, 'logs'))
  const secrets = createSecrets(join(directory, 'secrets.json'))
  const passwords = { redis: storePasswords(secrets, 'redis'), nats: storePasswords(secrets, 'nats') }
  const { redis, nats, stop } = await startInfrastructure({
    launcher,
    directory,
    durable: false,
    storePasswords: passwords,
    ports: createPorts(),
    given: { postgresUrl: infrastructure().postgresUrl },
    postgresPassword: '',
    say: () => undefined,
  })
  return {
    redis,
    nats,
    passwords,
    async stop() {
      await stop()
      await launcher.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
