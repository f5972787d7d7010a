import { createDatabase, createLogger, readEnvironment, text, url } from '@kla/chassis'
import { createSecretBox } from './administrators/secret-box.js'
import { encryptionKeys } from './config-values.js'
import { renewSecrets } from './store/sealed-secrets.js'

const { POSTGRES_URL, POSTGRES_SCHEMA, ADMIN_SECRETS_KEY } = readEnvironment({
  POSTGRES_URL: url("PostgreSQL, as the service's own role"),
  POSTGRES_SCHEMA: text('where the tables are', 'auth'),
  ADMIN_SECRETS_KEY: encryptionKeys('the new key and after it, separated by commas, the old ones'),
})
const log = createLogger({ service: 'reencrypt-secrets' })
const database = createDatabase({ url: POSTGRES_URL, schema: POSTGRES_SCHEMA, log, max: 1 })
const { renewed, kept, unreadable } = await renewSecrets(database, createSecretBox(ADMIN_SECRETS_KEY).renewed)
await database.end()

console.log(`${renewed} secrets are encrypted with the new key now, ${kept} were already`)
if (unreadable > 0) {
  console.error(`${unreadable} secrets open with none of the keys: add the key that is missing, and run this again`)
  process.exitCode = 1
}
