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
