import { connectToPostgres, EnvironmentError, milliseconds, readEnvironment, secret, text, url } from '@kla/chassis'
import { OWNERS, provision, rolePasswords } from './infrastructure/provision.js'
import { LocalFailure } from './root.js'

async function run(): Promise<void> {
  const environment = readEnvironment({
    ADMIN_URL: url('PostgreSQL, as somebody who may create roles, schemas and extensions'),
    DATABASE: text("a database to create if it is missing; ADMIN_URL's own unless given", ''),
    ROLE_PREFIX: text('what the names of roles begin with', 'kla'),
    LOGIN_SUFFIX: text('ends the names of second logins of the same roles, to change passwords by', ''),
    PASSWORDS_DIRECTORY: text('a mounted Secret with files such as AUTH_APP_PASSWORD', ''),
    PASSWORD_KEY: secret('what passwords follow from that are given nowhere', ''),
    WAIT_MS: milliseconds('how long to wait for the server', 120_000),
  })
  const passwordOf = rolePasswords({
    directory: environment.PASSWORDS_DIRECTORY || undefined,
    key: environment.PASSWORD_KEY || undefined,
    environment: process.env,
  })
  const { ADMIN_URL: adminUrl, DATABASE: database, ROLE_PREFIX: rolePrefix, LOGIN_SUFFIX: loginSuffix } = environment
  const onWait = (): void => console.log('PostgreSQL does not answer yet')
  const waiting = await connectToPostgres(adminUrl, environment.WAIT_MS, onWait)
  await waiting.end()
  await provision({ adminUrl, ...(database === '' ? {} : { database }), rolePrefix, loginSuffix, passwordOf })
  const logins = `${rolePrefix}_<owner>_owner${loginSuffix} and ${rolePrefix}_<owner>_app${loginSuffix}`
  console.log(`Ready: the schemas ${OWNERS.join(', ')}, each with the logins ${logins}`)
  console.log(`Ready: the schema vault with the login ${rolePrefix}_evidence_vault${loginSuffix}`)
}

try {
  await run()
} catch (error) {
  const known = error instanceof LocalFailure || error instanceof EnvironmentError
  console.error(known ? error.message : error)
  process.exitCode = 1
}
