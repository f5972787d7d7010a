import type { Launcher } from '../processes/launcher.js'
import { provision, type Owner, type ProvisionOptions, type SchemaAccess } from '../infrastructure/provision.js'
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

/** Gives every owner its schema and has each service bring its own up to date. */
export async function prepareSchemas(
  launcher: Launcher,
  options: ProvisionOptions,
): Promise<Readonly<Record<Owner, SchemaAccess>>> {
  const schemas = await provision(options)
  await Promise.all(
    Object.entries(SERVICE_OF).map(([owner, service]) =>
      launcher.run({
        name: `${service}-migrate`,
        command: process.execPath,
        args: [entryOf(service, 'migrate')],
        env: { ...process.env, MIGRATE_URL: schemas[owner as Owner].ownerUrl },
        ours: true,
      }),
    ),
  )
  return schemas
}
