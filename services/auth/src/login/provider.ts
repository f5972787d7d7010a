/** A server of the chat platform that a person is a member of. */
export interface ProviderGuild {
  readonly id: string
  readonly name: string
  /** A hash, or empty. */
  readonly icon: string
}

/** What the provider tells of a person. */
export interface ProviderProfile {
  /** The provider's snowflake. */
  readonly id: string
  readonly username: string
  /** May be empty. */
  readonly globalName: string
  readonly email: string | null
  /** A hash, or empty. */
  readonly avatar: string
  readonly discriminator: string
  /** Absent when the provider would not say this time. */
  readonly guilds?: readonly ProviderGuild[]
}

/** `refused`: the provider does not stand by this login. `unreachable`: it gave no answer that can be used. */
export type LoginOutcome =
  | { readonly profile: ProviderProfile }
  | { readonly failed: 'refused' | 'unreachable'; readonly problem: string }

/** Whoever vouches for people. */
export interface LoginProvider {
  /**
   * Where to send the browser. `verifier`: what the code is bound to (PKCE, RFC 7636); only its hash is sent. `parameters` are
   * added to the address and override nothing.
   */
  begin(state: string, verifier: string, parameters: Readonly<Record<string, string>>): Promise<string>
  /** Who came back with `code`, for the verifier that the login began with. Never rejects for what the provider does. */
  complete(code: string, verifier: string): Promise<LoginOutcome>
}

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
