import { createHash } from 'node:crypto'
import { inSpan } from '@kla/chassis'
import { type dataCallback, OAuth2 } from 'oauth'
import Strategy from 'passport-discord'
import oauth2 from 'passport-oauth2'
import { request as send } from 'undici'
import { limitMs, type ProviderLimits } from './limits.js'
import { type LoginOutcome, type LoginProvider, type ProviderProfile, readGuilds, readProfile } from './provider.js'

interface DiscordOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly authorizeUrl: string
  readonly apiUrl: string
  readonly callbackUrl: string
  readonly timeoutMs: number
  readonly limits: ProviderLimits
  readonly now: () => number
}

/** Logs in with PKCE; remembers Discord's rate limits. */
export function createDiscordLogin(options: DiscordOptions): LoginProvider {
  const strategy = new DiscordStrategy(options)
  const { limits } = options
  return {
    limitedMs: () => limits.remainingMs('all'),
    async begin(state, verifier, parameters) {
      const result = await authenticate(strategy, {}, { state, verifier, parameters })
      if (result.kind !== 'redirect') throw new Error('passport-discord did not redirect', { cause: result })
      return result.location
    },
    async complete(code, verifier) {
      const result = await authenticate(strategy, { code }, { verifier })
      if (result.kind === 'success') return { profile: result.user as ProviderProfile }
      if (result.kind !== 'error') return { failed: 'refused', problem: result.kind }
      const failure = failureOf(result.error)
      const own = limitOf(result.error)
      if (own?.covers === 'all') await limits.remember('all', own.forMs)
      return own ? { ...failure, retryAfterMs: own.forMs } : failure
    },
  }
}

/** Leaves out what was sent or received. */
function failureOf(error: unknown): LoginOutcome {
  const status = error instanceof oauth2.InternalOAuthError ? statusOf(error.oauthError) : statusOf(error)
  if (error instanceof oauth2.TokenError) return { failed: 'refused', problem: error.code }
  if (status === undefined) return { failed: 'unreachable', problem: 'no usable answer' }
  // Outages and rate limits say nothing about this login.
  return { failed: status >= 500 || status === 429 ? 'unreachable' : 'refused', problem: `status ${status}` }
}

interface Limit {
  readonly forMs: number
  readonly covers: 'all' | 'one'
}

const limitOf = (error: unknown): Limit | undefined =>
  ((error instanceof oauth2.InternalOAuthError ? error.oauthError : error) as { limit?: Limit } | null)?.limit

function statusOf(error: unknown): number | undefined {
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  return typeof status === 'number' ? status : undefined
}

const SCOPES = ['identify', 'email', 'guilds']

/** Uses `apiUrl`, and leaves the token out of the profile. */
class DiscordStrategy extends Strategy {
  private readonly apiUrl: string
  private readonly limits: ProviderLimits

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
      (_accessToken, _refreshToken, profile, done) => done(null, profile),
    )
    this.apiUrl = options.apiUrl
    this.limits = options.limits
    this._oauth2 = new OAuth2Transport({ ...options, tokenUrl })
  }

  override userProfile(accessToken: string, done: (error?: unknown, profile?: unknown) => void): void {
    const guilds = this.readGuilds(accessToken).catch(() => undefined)
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

  /** Discord limits guilds strictly; a login works without. */
  private async readGuilds(accessToken: string): Promise<ReturnType<typeof readGuilds>> {
    if ((await this.limits.remainingMs('guilds')) > 0) return undefined
    try {
      return readGuilds(await this.read('/users/@me/guilds', accessToken))
    } catch (error) {
      const limit = limitOf(error)
      if (limit?.covers === 'all') await this.limits.remember('guilds', limit.forMs)
      throw error
    }
  }

  private read(path: string, accessToken: string): Promise<unknown> {
    return new Promise((resolve, reject) =>
      this._oauth2.get(this.apiUrl + path, accessToken, (error, body) =>
        error ? reject(error as object as Error) : resolve(JSON.parse(String(body))),
      ),
    )
  }
}

type StrategyResult =
  | { readonly kind: 'success'; readonly user: unknown }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'fail' }
  | { readonly kind: 'error'; readonly error: unknown }

function authenticate(
  strategy: DiscordStrategy,
  query: Record<string, string>,
  options: object,
): Promise<StrategyResult> {
  return new Promise((resolve) => {
    const run = Object.assign(Object.create(strategy) as DiscordStrategy, {
      success: (user: unknown) => resolve({ kind: 'success', user }),
      redirect: (location: string) => resolve({ kind: 'redirect', location }),
      fail: () => resolve({ kind: 'fail' }),
      error: (error: unknown) => resolve({ kind: 'error', error }),
    })
    run.authenticate({ query } as never, options)
  })
}

/** Answer that is no success, with the fields that passport reads. */
class ProviderFailure extends Error {
  constructor(
    readonly statusCode: number,
    readonly data = '',
    readonly limit?: Limit,
  ) {
    super(`the login provider answered ${statusCode}`)
  }
}

interface ProviderRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Record<string, string>
  readonly body?: string
}

/** Adds a deadline, as passport's transport waits forever, and the user agent that Discord's reference requires. */
class OAuth2Transport extends OAuth2 {
  private readonly userAgent: string

  constructor(private readonly options: DiscordOptions & { readonly tokenUrl: string }) {
    super(options.clientId, options.clientSecret, '', options.authorizeUrl, options.tokenUrl)
    this.userAgent = `DiscordBot (${new URL(options.callbackUrl).origin}, 1)`
    this.useAuthorizationHeaderforGET(true)
  }

  protected override _request(
    method: string,
    url: string,
    headers: Record<string, string> | null,
    body: string,
    _accessToken: string | null,
    callback: dataCallback,
  ): void {
    this.ask(url, {
      method: method as ProviderRequest['method'],
      headers: headers ?? {},
      ...(method === 'POST' ? { body } : {}),
    }).then(
      (text) => void callback(null as never, text),
      (error: unknown) => void callback(error as Parameters<dataCallback>[0]),
    )
  }

  /** Uses undici's own call: a third of the processor time of `fetch`. */
  private async ask(url: string, { headers, ...request }: ProviderRequest): Promise<string> {
    const { timeoutMs, tokenUrl, now } = this.options
    const options = {
      ...request,
      headers: { ...headers, 'user-agent': this.userAgent },
      signal: AbortSignal.timeout(timeoutMs),
    }
    const response = await inSpan('ask the login provider', () => send(url, options))
    const text = await response.body.text()
    const status = response.statusCode
    if (status === 429) {
      const received = new Headers(response.headers as Record<string, string>)
      // Limits of a player's token may cover that player alone.
      const covers = url !== tokenUrl && received.get('x-ratelimit-scope') === 'user' ? 'one' : 'all'
      throw new ProviderFailure(status, '', { forMs: limitMs(received, now()), covers })
    }
    // A redirect is no answer, and is not followed.
    if (status >= 300 && status < 400) throw new ProviderFailure(502)
    // Given the text of an outage, passport would report a refusal.
    if (status < 200 || status >= 400) throw new ProviderFailure(status, status < 500 && isJson(text) ? text : '')
    // passport would throw where nothing catches it.
    if (!isJson(text)) throw new ProviderFailure(502)
    return text
  }
}

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}
