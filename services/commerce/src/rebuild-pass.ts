import { createDatabase, createLogger, readSettings, text, url } from '@kla/chassis'
import { createProgressRebuild, type Mistake } from './pass/index.js'

const [option, ...others] = process.argv.slice(2)
if (others.length > 0 || (option !== undefined && option !== '--check')) {
  console.error('usage: rebuild-pass [--check]')
  process.exit(2)
}
const { postgresUrl, postgresSchema } = readSettings({
  POSTGRES_URL: url('PostgreSQL, as a user who may change progress'),
  POSTGRES_SCHEMA: text('where the tables are', 'commerce'),
})
const log = createLogger({ service: 'rebuild-pass' })
const database = createDatabase({ url: postgresUrl, schema: postgresSchema, log, max: 1 })
const progress = createProgressRebuild(database)

const describe = (mistake: Mistake): string =>
  mistake.kind === 'result'
    ? `battle ${mistake.battleId} is ${mistake.kept ? '' : 'not '}marked as played`
    : `season ${mistake.seasonId}: account ${mistake.accountId} has ${mistake.kept} points and should have ${mistake.right}`

if (option === '--check') {
  const mistakes = await progress.check()
  for (const mistake of mistakes) console.error(describe(mistake))
  if (mistakes.length > 0) process.exitCode = 1
  else console.log('progress is as it follows from the results')
} else {
  const mistakes = await progress.rebuild()
  console.log(`${mistakes.length} differences were put right`)
}
await database.end()
