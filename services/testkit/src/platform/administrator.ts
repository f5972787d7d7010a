import type { Platform } from '@kla/local'
import type { AdminLoginAnswer } from '@kla/proto/web'
import { Secret, TOTP } from 'otpauth'

/** An administrator's REST calls, with the token of one sign-in. */
export interface AdministratorSession {
  readonly token: string
  request(path: string, init?: { method?: string; body?: unknown }): Promise<Response>
}

/** Signs in at the console; as the platform's first administrator unless given. Throws if that is refused. */
export async function signInAdministrator(
  platform: Platform,
  credentials: { username: string; password: string; code?: string } = {
    username: platform.console.administrator,
    password: platform.console.password,
  },
): Promise<AdministratorSession> {
  const call = (path: string, headers: Record<string, string>, { method = 'GET', body }: { method?: string; body?: unknown }) =>
    fetch(new URL(path, platform.url), {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    })
  const response = await call('/adminlogin', {}, { method: 'POST', body: credentials })
  if (!response.ok) throw new Error(`the sign-in was refused: ${await response.text()}`)
  const { token } = (await response.json()) as AdminLoginAnswer
  return { token, request: (path, init = {}) => call(path, { authorization: `Bearer ${token}` }, init) }
}

/** A code of an authenticator that holds this secret (base32). `later`: of that many time steps from now. */
export const oneTimeCode = (secret: string, later = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 })
