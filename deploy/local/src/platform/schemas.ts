import type { LaunchOptions, Launcher } from '../processes/launcher.js'
import { OWNERS, provision, type Owner, type ProvisionOptions, type SchemaAccess } from '../infrastructure/provision.js'
import { ROOT } from '../root.js'
import { all } from './all.js'
import { fingerprintOf, unlessPrepared } from './prepared.js'
import { entryOf } from './service-process.js'
import type { ServiceName } from './services.js'

const SERVICE_OF: Readonly<Record<Owner, ServiceName>> = {
  auth: 'auth',
  rooms: 'rooms',
  engine: 'game-engine',
  library: 'library',
  commerce: 'commerce',
  moderation: 'moderation',
}

/** What a service runs on its schema before it may start, and the files and folders that say what comes of it. */
interface Preparation {
  readonly chores: readonly LaunchOptions[]
  readonly from: readonly string[]
}

/**
 * Gives every owner its schema, has each service bring its own up to date, and the library take the GIFs of `manifest`, a
 * file. What is known to have been done is left out: loading six services to find nothing to do takes seconds.
 */
export async function prepareSchemas(
  launcher: Launcher,
  options: ProvisionOptions & { readonly manifest: string },
): Promise<Readonly<Record<Owner, SchemaAccess>>> {
  const schemas = await provision(options)
  const prepare = async (owner: Owner): Promise<void> => {
    const { chores, from } = preparationOf(owner, schemas[owner], options.manifest)
    await unlessPrepared(schemas[owner].ownerUrl, owner, await fingerprintOf(from), async () => {
      for (const chore of chores) await launcher.run(chore)
    })
  }
  await all(...OWNERS.map(prepare))
  return schemas
}

function preparationOf(owner: Owner, { ownerUrl, appUrl }: SchemaAccess, manifest: string): Preparation {
  const service = SERVICE_OF[owner]
  const chore = (entry: 'migrate' | 'seed', env: NodeJS.ProcessEnv, ...args: string[]): LaunchOptions => ({
    name: `${service}-${entry}`,
    command: process.execPath,
    args: [entryOf(service, entry), ...args],
    env: { ...process.env, ...env },
    ours: true,
  })
  const migrate = chore('migrate', { MIGRATE_URL: ownerUrl })
  // The entry as well: what else it does once it has migrated, as the engine's does, is done when it is new.
  const migrations = [`${ROOT}services/${service}/migrations`, entryOf(service, 'migrate')]
  if (owner !== 'library') return { chores: [migrate], from: migrations }
  const seed = chore('seed', { POSTGRES_URL: appUrl }, manifest)
  return { chores: [migrate, seed], from: [...migrations, manifest, entryOf(service, 'seed')] }
}
