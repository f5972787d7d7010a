import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LocalFailure } from '../failure.js'
import { OWNERS, type Role } from './provision.js'

/** Where the passwords of the roles come from: each from a file or the environment, or all from one key. */
export interface PasswordSource {
  /** A mounted Secret, with files such as AUTH_APP_PASSWORD. */
  readonly directory?: string | undefined
  /** All passwords follow from it, so that nobody has to keep twelve; at least 32 characters. */
  readonly key?: string | undefined
  readonly environment: NodeJS.ProcessEnv
}

const KEY_LENGTH_MIN = 32

/** Such as AUTH_OWNER_PASSWORD: of auth's role for migrations. */
const nameOf = ({ owner, kind }: Role): string => `${owner}_${kind}_PASSWORD`.toUpperCase()

/** The password of each role. Throws one failure that names all that are missing. */
export function rolePasswords(source: PasswordSource): (role: string, of: Role) => string {
  const { directory, key, environment } = source
  if (key !== undefined && key.length < KEY_LENGTH_MIN) {
    throw new LocalFailure(`PASSWORD_KEY is shorter than ${KEY_LENGTH_MIN} characters.`)
  }
  const given = (of: Role): string | undefined =>
    (directory === undefined ? undefined : fileIn(directory, nameOf(of))) || environment[nameOf(of)] || undefined
  const roles = OWNERS.flatMap((owner): Role[] => [
    { owner, kind: 'owner' },
    { owner, kind: 'app' },
  ])
  const missing = key === undefined ? roles.filter((role) => given(role) === undefined).map(nameOf) : []
  if (missing.length > 0) throw new LocalFailure(`Passwords are missing: ${missing.join(', ')}`)
  return (role, of) => given(of) ?? createHmac('sha256', key ?? '').update(role).digest('hex')
}

function fileIn(directory: string, name: string): string | undefined {
  try {
    return readFileSync(join(directory, name), 'utf8').replace(/\r?\n$/, '')
  } catch {
    return undefined
  }
}
