import { visibleLine } from '@kla/proto/web'
/** A guild as the provider lists it. */
export interface ProviderGuild {
  readonly id: string
  readonly name: string
  readonly icon: string
}

/** Player as the login provider returns them. */
export interface ProviderProfile {
  readonly id: string
  readonly username: string
  readonly globalName: string
  readonly email: string | null
  readonly avatar: string
  readonly discriminator: string
  readonly guilds?: readonly ProviderGuild[]
}

/** `unreachable`: no usable response. `retryAfterMs`: rate limited. */
export type LoginOutcome =
  | { readonly profile: ProviderProfile }
  | { readonly failed: 'refused' | 'unreachable'; readonly problem: string; readonly retryAfterMs?: number }

/** Login provider, such as Discord. */
export interface LoginProvider {
  limitedMs(): Promise<number>
  /** Returns the login address. `verifier`: PKCE, RFC 7636. `parameters` override nothing. */
  begin(state: string, verifier: string, parameters: Readonly<Record<string, string>>): Promise<string>
  /** Exchanges the code for a profile. The provider never makes it reject. */
  complete(code: string, verifier: string): Promise<LoginOutcome>
}

type Fields = Readonly<Record<string, unknown>>

const SNOWFLAKE = /^\d{15,20}$/
const HASH = /^\w{1,64}$/
// PostgreSQL takes no NUL.

/** Throws if the response identifies no user. */
export function readProfile(answer: unknown): ProviderProfile {
  const fields = answer as Fields
  const id = text(fields['id'])
  const username = text(fields['username'])
  if (!SNOWFLAKE.test(id) || username === '') throw new Error('the provider answered no person')
  return {
    id,
    username,
    globalName: text(fields['global_name']),
    // An unverified address may be someone else's.
    email: fields['verified'] === false ? null : text(fields['email']) || null,
    avatar: hash(fields['avatar']),
    discriminator: text(fields['discriminator']),
  }
}

export function readGuilds(answer: unknown): ProviderGuild[] | undefined {
  if (!Array.isArray(answer)) return undefined
  return (answer as (Fields | null)[])
    .map((guild) => ({ id: text(guild?.['id']), name: text(guild?.['name']), icon: hash(guild?.['icon']) }))
    .filter((guild) => SNOWFLAKE.test(guild.id))
}

const text = (value: unknown): string => (typeof value === 'string' ? visibleLine(value) : '')
const hash = (value: unknown): string => (HASH.test(text(value)) ? text(value) : '')
