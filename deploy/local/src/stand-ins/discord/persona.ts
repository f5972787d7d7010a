import { createHash } from 'node:crypto'

/** Account that follows from its name. */
export interface Persona {
  readonly id: string
  readonly username: string
  readonly globalName: string
  readonly email: string
  readonly avatar: string
}

export const NAME_MAX = 100
const USERNAME_MAX = 32

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

export function snowflakeOf(text: string): string {
  const range = 9n * 10n ** 17n
  return String((digest(text).readBigUInt64BE() % range) + 10n ** 17n)
}

export function personaOf(given: string): Persona | undefined {
  const name = given.normalize('NFC').trim()
  if (name === '' || name.length > NAME_MAX || /\p{Cc}/u.test(name)) return undefined
  const id = snowflakeOf(name)
  const username = usernameOf(name, id)
  return {
    id,
    username,
    globalName: name,
    email: `${username}@players.example`,
    avatar: digest(`avatar of ${name}`).toString('hex').slice(0, 32),
  }
}

function usernameOf(name: string, id: string): string {
  const fit = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_.]+/g, '_')
    .replace(/\.{2,}/g, '.')
    .slice(0, USERNAME_MAX)
  return /[a-z0-9]/.test(fit) && fit.length >= 2 ? fit : `player_${id.slice(-6)}`
}
