import type { ProviderGuild, ProviderProfile } from './login-provider.js'

type Fields = Readonly<Record<string, unknown>>

const SNOWFLAKE = /^\d{15,20}$/
const HASH = /^\w{1,64}$/
// PostgreSQL takes no NUL, and no name needs the others.
const CONTROL = /\p{Cc}/gu

/** The person of the provider's `users/@me`. Throws when the answer names nobody. */
export function readProfile(answer: unknown): ProviderProfile {
  const fields = answer as Fields
  const id = text(fields['id'])
  const username = text(fields['username'])
  if (!SNOWFLAKE.test(id) || username === '') throw new Error('the provider answered no person')
  return {
    id,
    username,
    globalName: text(fields['global_name']),
    // An unconfirmed address may belong to another person, who would get this player's mail.
    email: fields['verified'] === false ? null : text(fields['email']) || null,
    avatar: hash(fields['avatar']),
    discriminator: text(fields['discriminator']),
  }
}

/** The servers of the provider's `users/@me/guilds`; what is no server is left out. */
export function readGuilds(answer: unknown): ProviderGuild[] | undefined {
  if (!Array.isArray(answer)) return undefined
  return (answer as (Fields | null)[])
    .map((guild) => ({ id: text(guild?.['id']), name: text(guild?.['name']), icon: hash(guild?.['icon']) }))
    .filter((guild) => SNOWFLAKE.test(guild.id))
}

const text = (value: unknown): string => (typeof value === 'string' ? value.replace(CONTROL, '').trim() : '')
const hash = (value: unknown): string => (HASH.test(text(value)) ? text(value) : '')
