import { createDatabase, createLogger, readSettings, text, url } from '@kla/chassis'
import { createUnreadStore } from './payments/index.js'

const [option, id = '', ...others] = process.argv.slice(2)
const marks = option === '--done' && /^\d{1,15}$/.test(id)
if (others.length > 0 || (option !== undefined && !marks)) {
  console.error('usage: unread-notifications [--done ID]')
  process.exit(2)
}
const { postgresUrl, postgresSchema } = readSettings({
  POSTGRES_URL: url('PostgreSQL'),
  POSTGRES_SCHEMA: text('where the tables are', 'commerce'),
})
const log = createLogger({ service: 'unread-notifications' })
const database = createDatabase({ url: postgresUrl, schema: postgresSchema, log, max: 1 })
const unread = createUnreadStore(database)

if (marks) {
  const known = await unread.done(Number(id), Date.now())
  if (known) console.error(`${id} is done`)
  else console.error(`there is no unread notification ${id}`)
  process.exitCode = known ? 0 : 1
} else {
  const all = await unread.list()
  for (const { id: name, provider, why, about, firstAt, lastAt, times } of all) {
    process.stdout.write(`${JSON.stringify({ id: name, provider, why, ...about, firstAt, lastAt, times })}\n`)
  }
  console.error(all.length === 0 ? 'there is none' : `${all.length} wait for a person`)
}
await database.end()
