import { visibleLine } from '@kla/proto/web'
/** A Discord server. */
export interface ProviderGuild {
  readonly id: string
  readonly name: string
  readonly icon: string
}

export interface ProviderProfile {
  readonly id: string
  readonly username: string
  readonly globalName: string
  readonly email: string | null
  readonly avatar: string
  readonly discriminator: string
  /** Absent when the provider would not say. */
  readonly guilds?: readonly ProviderGuild[]
}

/** `unreachable`: no usable answer. `retryAfterMs`: the provider's rate limit refused the call. */
export type LoginOutcome =
  | { readonly profile: ProviderProfile }
  | { readonly failed: 'refused' | 'unreachable'; readonly problem: string; readonly retryAfterMs?: number }

export interface LoginProvider {
  /** How long the provider must not be called; 0 when it may. */
  limitedMs(): Promise<number>
  /** Where to send the browser. `verifier`: PKCE, RFC 7636. `parameters` override nothing. */
  begin(state: string, verifier: string, parameters: Readonly<Record<string, string>>): Promise<string>
  /** Never rejects for what the provider does. */
  complete(code: string, verifier: string): Promise<LoginOutcome>
}

type Fields = Readonly<Record<string, unknown>>

const SNOWFLAKE = /^\d{15,20}$/
const HASH = /^\w{1,64}$/
// PostgreSQL takes no NUL.

/** Throws when the answer names nobody. */
export function readProfile(answer: unknown): ProviderProfile {
  const fields = answer as Fields
  const id = text(fields['id'])
  const username = text(fields['username'])
  if (!SNOWFLAKE.test(id) || username === '') throw new Error('the provider answered no person')
  return {
    id,
    username,
    globalName: text(fields['global_name']),
    // An unverified address may belong to another person.
    email: fields['verified'] === false ? null : text(fields['email']) || null,
    avatar: hash(fields['avatar']),
    discriminator: text(fields['discriminator']),
  }
}

/** Leaves out what is no server. */
export function readGuilds(answer: unknown): ProviderGuild[] | undefined {
  if (!Array.isArray(answer)) return undefined
  return (answer as (Fields | null)[])
    .map((guild) => ({ id: text(guild?.['id']), name: text(guild?.['name']), icon: hash(guild?.['icon']) }))
    .filter((guild) => SNOWFLAKE.test(guild.id))
}

const text = (value: unknown): string => (typeof value === 'string' ? visibleLine(value) : '')
const hash = (value: unknown): string => (HASH.test(text(value)) ? text(value) : '')
