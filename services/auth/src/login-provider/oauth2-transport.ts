import { inPart } from '@kla/chassis'
import { OAuth2, type dataCallback } from 'oauth'

/**
 * The OAuth 2 client that passport uses, on a transport with a deadline, which its own has not: a provider that accepts
 * a connection and then says nothing must not hold a login for ever.
 */
export class OAuth2Transport extends OAuth2 {
  /** `timeoutMs` is for one request with its whole answer. */
  constructor(
    options: { clientId: string; clientSecret: string; authorizeUrl: string; tokenUrl: string },
    private readonly timeoutMs: number,
  ) {
    super(options.clientId, options.clientSecret, '', options.authorizeUrl, options.tokenUrl)
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
    this.send(url, { method, headers: headers ?? {}, ...(method === 'POST' ? { body } : {}) }).then(
      (text) => callback(null as never, text),
      (error: unknown) => callback(error as Parameters<dataCallback>[0]),
    )
  }

  /** Answers a JSON object or array as text; rejects with what passport makes its errors of. */
  private async send(url: string, request: RequestInit): Promise<string> {
    const signal = AbortSignal.timeout(this.timeoutMs)
    const response = await inPart('ask the login provider', () => fetch(url, { ...request, redirect: 'error', signal }))
    const text = await response.text()
    const { status } = response
    // Only of a refusal is the reason of interest; of an outage, passport would make a refusal.
    if (!response.ok) throw { statusCode: status, data: status < 500 && isJson(text) ? text : '' }
    // The library reads properties off whatever was parsed, and throws where nobody can catch it.
    if (!isJson(text)) throw { statusCode: 502, data: '' }
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
