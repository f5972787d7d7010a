import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  createGrpcClient,
  type Definition,
  type GrpcClient,
  type GrpcClientOptions,
  type Identity,
  readIdentity,
} from '@kla/chassis'
import { callOf, type ServiceName } from '@kla/proto'
import { forDays, identityDirectory, writeIdentities } from './certificates.js'
import { quietLogger } from './infrastructure.js'

const ROOT = fileURLToPath(new URL('../../../.local/test-identities/', import.meta.url))
const DAYS = 3

let made: string | undefined

function testIdentities(): string {
  if (made !== undefined) return made
  const now = Date.now()
  const today = new Date(now).toISOString().slice(0, 10)
  const directory = join(ROOT, today)
  if (!existsSync(directory)) {
    mkdirSync(ROOT, { recursive: true, mode: 0o700 })
    for (const old of readdirSync(ROOT))
      if (/^\d{4}-/.test(old) && old < today) rmSync(join(ROOT, old), { recursive: true, force: true })
    const draft = mkdtempSync(join(ROOT, 'draft-'))
    writeIdentities(draft, forDays(DAYS, now))
    try {
      renameSync(draft, directory)
    } catch (error) {
      // Another suite was first.
      if (!existsSync(directory)) throw error
      rmSync(draft, { recursive: true, force: true })
    }
  }
  return (made = directory)
}

export const testIdentityDirectory = (service: ServiceName): string => identityDirectory(testIdentities(), service)

export const testIdentity = (service: ServiceName): Identity => identityIn(testIdentities(), service)

export const identityIn = (identities: string, service: ServiceName): Identity =>
  readIdentity({ directory: identityDirectory(identities, service), service, log: quietLogger() })

export type TestClientOptions<D> = Omit<GrpcClientOptions<D>, 'identity'> & {
  readonly identities?: string
}

/** Calls as the method's first allowed service. */
export function createTestClient<D extends Definition>(options: TestClientOptions<D>): GrpcClient<D> {
  const clients = new Map<ServiceName, GrpcClient<D>>()
  const by = (service: ServiceName): GrpcClient<D> => {
    const known = clients.get(service)
    if (known) return known
    const client = createGrpcClient({
      ...options,
      identity: identityIn(options.identities ?? testIdentities(), service),
    })
    clients.set(service, client)
    return client
  }
  const methods = Object.entries(options.definition).map(([name, method]) => {
    const [caller = 'gateway' as const] = callOf((method as { path: string }).path)?.callers ?? []
    return [name, by(caller)[name as keyof D]]
  })
  return { ...Object.fromEntries(methods), close: () => clients.forEach((client) => client.close()) } as GrpcClient<D>
}
