import { createHash } from 'node:crypto'
import Strategy from 'passport-discord'
import { OAuth2Transport } from './oauth2-transport.js'
import { readGuilds, readProfile } from './read-profile.js'

export interface DiscordOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly authorizeUrl: string
  /** Without a slash at the end. */
  readonly apiUrl: string
  readonly callbackUrl: string
  /** For one request to the provider. */
  readonly timeoutMs: number
}

const SCOPES = ['identify', 'email', 'guilds']

/** passport-discord, asking `apiUrl` where it would always ask discord.com, and keeping no token in the profile. */
export class DiscordStrategy extends Strategy {
  private readonly apiUrl: string

  constructor(options: DiscordOptions) {
    const tokenUrl = `${options.apiUrl}/oauth2/token`
    super(
      {
        clientID: options.clientId,
        clientSecret: options.clientSecret,
        authorizationURL: options.authorizeUrl,
        tokenURL: tokenUrl,
        callbackURL: options.callbackUrl,
        scope: SCOPES,
      },
      // The tokens end here: whoever has come is in the profile.
      (_accessToken, _refreshToken, profile, done) => done(null, profile as never),
    )
    this.apiUrl = options.apiUrl
    this._oauth2 = new OAuth2Transport({ ...options, tokenUrl }, options.timeoutMs)
  }

  override userProfile(accessToken: string, done: (error?: unknown, profile?: unknown) => void): void {
    // People must be able to come in when the provider counts their servers out, as it limits that call hard.
    const guilds = this.read('/users/@me/guilds', accessToken).then(readGuilds, () => undefined)
    Promise.all([this.read('/users/@me', accessToken).then(readProfile), guilds])
      .then(([person, memberships]) => (memberships ? { ...person, guilds: memberships } : person))
      .then((profile) => done(null, profile), done)
  }

  override authorizationParams(options: { verifier: string; parameters?: Record<string, string> }): object {
    const challenge = createHash('sha256').update(options.verifier).digest('base64url')
    return { ...options.parameters, code_challenge: challenge, code_challenge_method: 'S256' }
  }

  override tokenParams(options: { verifier: string }): object {
    return { code_verifier: options.verifier }
  }

  private read(path: string, accessToken: string): Promise<unknown> {
    return new Promise((resolve, reject) =>
      this._oauth2.get(this.apiUrl + path, accessToken, (error, body) =>
        error ? reject(error) : resolve(JSON.parse(String(body))),
      ),
    )
  }
}
