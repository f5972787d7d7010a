import {
  createDatabase,
  createLogger,
  type Database,
  inTransaction,
  readSettings,
  secretKeys,
  text,
  type Transaction,
  url,
} from '@kla/chassis'
import { createSecretBox } from './administrators/index.js'

const { postgresUrl, postgresSchema, adminSecretsKey } = readSettings({
  POSTGRES_URL: url("PostgreSQL, as the service's own role"),
  POSTGRES_SCHEMA: text('where the tables are', 'auth'),
  ADMIN_SECRETS_KEY: secretKeys('the new key and after it, separated by commas, the old ones'),
})
const log = createLogger({ service: 'reencrypt-secrets' })
const database = createDatabase({ url: postgresUrl, schema: postgresSchema, log, max: 1 })
const { renewed, kept, unreadable } = await renewSecrets(database, createSecretBox(adminSecretsKey).renewed)
await database.end()

console.log(`${renewed} secrets are encrypted with the new key now, ${kept} were already`)
if (unreadable > 0) {
  console.error(`${unreadable} secrets open with none of the keys: add the key that is missing, and run this again`)
  process.exitCode = 1
}

/** Undefined if current; throws if no key opens it. */
type Renew = (sealed: Buffer, owner: number) => Buffer | undefined

interface RenewedSecrets {
  readonly renewed: number
  readonly kept: number
  readonly unreadable: number
}

type Outcome = keyof RenewedSecrets

/** One administrator at a time: sign-ins need not wait. */
async function renewSecrets(database: Database, renew: Renew): Promise<RenewedSecrets> {
  const counts: Record<Outcome, number> = { renewed: 0, kept: 0, unreadable: 0 }
  const { rows } = await database.query<{ id: number }>('SELECT id FROM administrators ORDER BY id')
  for (const { id } of rows) {
    for (const outcome of await inTransaction(database, (tx) => renewOf(tx, id, renew))) counts[outcome] += 1
  }
  return counts
}

async function renewOf(tx: Transaction, id: number, renew: Renew): Promise<Outcome[]> {
  const { rows } = await tx.query<{ totp_secret: Buffer | null; totp_pending: Buffer | null }>(
    'SELECT totp_secret, totp_pending FROM administrators WHERE id = $1 FOR UPDATE',
    [id],
  )
  const outcomes: Outcome[] = []
  const reseal = (sealed: Buffer | null): Buffer | null => {
    if (sealed === null) return null
    const [box, outcome] = renewOrKeep(sealed, id, renew)
    outcomes.push(outcome)
    return box
  }
  for (const { totp_secret: secret, totp_pending: pending } of rows) {
    await tx.query('UPDATE administrators SET totp_secret = $2, totp_pending = $3 WHERE id = $1', [
      id,
      reseal(secret),
      reseal(pending),
    ])
  }
  return outcomes
}

function renewOrKeep(sealed: Buffer, owner: number, renew: Renew): [Buffer, Outcome] {
  try {
    const renewed = renew(sealed, owner)
    return renewed ? [renewed, 'renewed'] : [sealed, 'kept']
  } catch {
    return [sealed, 'unreadable']
  }
}
