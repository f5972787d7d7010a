import { createDatabase, createLogger, readSettings, text, url } from '@kla/chassis'
import { createStandingsRebuild, type Mistake } from './standings/index.js'

const [option, ...others] = process.argv.slice(2)
if (others.length > 0 || (option !== undefined && option !== '--check')) {
  console.error('usage: rebuild-standings [--check]')
  process.exit(2)
}
const { postgresUrl, postgresSchema } = readSettings({
  POSTGRES_URL: url('PostgreSQL, as a user who may change results'),
  POSTGRES_SCHEMA: text('where the tables are', 'engine'),
})
const log = createLogger({ service: 'rebuild-standings' })
const database = createDatabase({ url: postgresUrl, schema: postgresSchema, log, max: 1 })
const standings = createStandingsRebuild(database)

const describe = (mistake: Mistake): string =>
  mistake.kind === 'battle'
    ? `battle ${mistake.battleId} is ${mistake.kept ? '' : 'not '}marked as played`
    : `${mistake.season}: account ${mistake.accountId} has ${figures(mistake.kept)} and should have ${figures(mistake.right)}`
const figures = ({ gamesWon, gamesPlayed }: { gamesWon: number; gamesPlayed: number }): string =>
  `${gamesWon} won of ${gamesPlayed}`

if (option === '--check') {
  const mistakes = await standings.check()
  for (const mistake of mistakes) console.error(describe(mistake))
  if (mistakes.length > 0) process.exitCode = 1
  else console.log('the standings are as they follow from the results')
} else {
  const mistakes = await standings.rebuild()
  console.log(`${mistakes.length} differences were put right`)
}
await database.end()
