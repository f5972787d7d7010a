import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { AdministratorView, AdminSession, AdminSessionView, PasskeyView } from '@kla/proto/web'
import type { Page } from 'playwright-core'
import type { Answer, Call, Gateway } from '../desk/console-page.js'
import { session } from '../desk/console-page.js'

const CHALLENGE = '6c1f0f8e-5a4e-4d3c-9b62-0e6f0f1c2a11'
const AT = '2026-11-28T08:30:00.000Z'
/** Half a minute, so that a prompt that never ends does not hold a test. */
const TIMEOUT_MS = 30_000

export const PASSWORD = 'nine quiet lanterns'
export const CODES = ['ab12-cd34', 'ef56-gh78', 'ij90-kl12']

export const passkeyView = (part: Partial<PasskeyView> = {}): PasskeyView => ({
  id: 'p1',
  name: 'Work laptop',
  created_at: AT,
  last_used_at: null,
  synced: false,
  ...part,
})

export const sessionView = (part: Partial<AdminSessionView> = {}): AdminSessionView => ({
  id: 's1',
  administrator_id: 1,
  administrator: 'mona',
  opened_at: AT,
  last_used_at: AT,
  expires_at: '2036-01-01T00:00:00Z',
  method: 'passkey',
  browser: 'Firefox on Linux',
  current: false,
  ...part,
})

const NORA: AdministratorView = {
  id: 3,
  name: 'nora',
  role: 'support',
  child_safety: false,
  totp_enabled: true,
  passkeys: 2,
  disabled: false,
  player_id: null,
  created_at: AT,
  last_seen_at: null,
}

const refusal = (status: number, code: string, error = code): Answer => ({ status, body: { error, code } })

const requestOptions = (credentials: readonly string[] = []) => ({
  challenge: randomBytes(16).toString('base64url'),
  rpId: 'localhost',
  userVerification: 'required',
  timeout: TIMEOUT_MS,
  allowCredentials: credentials.map((id) => ({ id, type: 'public-key' })),
})

const creationOptions = () => ({
  challenge: randomBytes(16).toString('base64url'),
  rp: { id: 'localhost', name: 'Kla' },
  user: { id: Buffer.from('1').toString('base64url'), name: 'mona', displayName: 'mona' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  timeout: TIMEOUT_MS,
})

/** The gateway's side of passkeys in memory: one administrator, whom a credential of the test's browser proves. */
export interface FakeKeys {
  readonly gateway: Gateway
  readonly nora: AdministratorView
  me: AdminSession
  passkeys: PasskeyView[]
  sessions: AdminSessionView[]
  codesLeft: number
  /** True if calls that need a fresh session are served. */
  isFresh: boolean
  /** Ids of credentials that prove who signs in. */
  readonly known: Set<string>
  /** Answers by call, such as 'POST /adminlogin', instead of the usual ones. */
  readonly instead: Map<string, (call: Call) => Answer | undefined>
}

type Body = { id?: string; credential?: { id?: string; type?: string }; password?: string; name?: string }

export function createFakeKeys(part: Partial<Pick<FakeKeys, 'me' | 'passkeys' | 'sessions'>> = {}): FakeKeys {
  const proves = ({ id, credential }: Body) =>
    id === CHALLENGE && credential?.type === 'public-key' && fake.known.has(credential.id ?? '')
  const added = ({ id, credential, name }: Body): Answer => {
    if (id !== CHALLENGE || credential?.id === undefined) return refusal(400, 'PASSKEY_INVALID')
    const isFirst = fake.passkeys.length === 0
    fake.known.add(credential.id)
    fake.passkeys = [passkeyView({ id: credential.id, name: name ?? '' }), ...fake.passkeys]
    fake.me = { ...fake.me, passkeys: fake.passkeys.length, passkey_setup_required: false }
    if (isFirst) fake.codesLeft = CODES.length
    return { body: { recovery_codes: isFirst ? CODES : [] } }
  }
  const answers: Readonly<Record<string, (body: Body) => Answer>> = {
    'GET /admin/session': () => ({ body: fake.me }),
    'POST /admin/logout': () => ({ body: {} }),
    'POST /adminlogin/passkey/options': () => ({ body: { id: CHALLENGE, options: requestOptions() } }),
    'POST /adminlogin/passkey': (body) =>
      proves(body)
        ? { body: { success: true, token: 'token by passkey', session: fake.me } }
        : { status: 401, body: { success: false, error: 'login failed', code: 'ADMIN_LOGIN_FAILED' } },
    'POST /admin/step-up/options': () => ({
      body: fake.passkeys.length > 0 ? { id: CHALLENGE, options: requestOptions() } : { id: '', options: {} },
    }),
    'POST /admin/step-up': (body) => {
      if (!proves(body) && body.password !== PASSWORD) {
        return refusal(400, 'STEP_UP_FAILED', "We couldn't confirm that it's you. Try again.")
      }
      fake.isFresh = true
      return { body: { success: true, fresh_until: '2036-01-01T00:00:00Z' } }
    },
    'GET /admin/passkeys': () => ({ body: { passkeys: fake.passkeys, recovery_codes_left: fake.codesLeft } }),
    'POST /admin/passkeys/options': () => ({ body: { id: CHALLENGE, options: creationOptions() } }),
    'POST /admin/passkeys': added,
    'POST /admin/recovery-codes': () => {
      fake.codesLeft = CODES.length
      return { body: { recovery_codes: CODES } }
    },
    'GET /admin/sessions': () => ({ body: { sessions: fake.sessions } }),
    'GET /admin/administrators/sessions': () => ({ body: { sessions: fake.sessions } }),
    'GET /admin/administrators': () => ({ body: { administrators: [NORA], second_person: true } }),
    'PATCH /admin/administrators/3': () =>
      fake.isFresh ? { body: NORA } : refusal(403, 'STEP_UP_REQUIRED', "Confirm that it's you to do this."),
    'POST /admin/administrators': () =>
      fake.isFresh ? { body: NORA } : refusal(403, 'STEP_UP_REQUIRED', "Confirm that it's you to do this."),
  }
  const fake: FakeKeys = {
    me: session(),
    passkeys: [],
    sessions: [sessionView({ current: true })],
    codesLeft: 0,
    isFresh: false,
    known: new Set(),
    nora: NORA,
    instead: new Map(),
    ...part,
    gateway: (call) => {
      const key = `${call.method} ${call.path}`
      const special = fake.instead.get(key)?.(call)
      if (special) return special
      const [, kind, id] = /^DELETE \/admin\/(passkeys|sessions)\/(.+)$/.exec(key) ?? []
      if (kind === 'passkeys') fake.passkeys = fake.passkeys.filter((passkey) => passkey.id !== id)
      if (kind === 'sessions') fake.sessions = fake.sessions.filter((one) => one.id !== id)
      return kind === undefined ? answers[key]?.(call.body ?? {}) : { body: {} }
    },
  }
  return fake
}

/** An authenticator of the browser, without a person. */
export interface VirtualAuthenticator {
  /** Puts a passkey for this site into it. Returns its id. */
  addPasskey: () => Promise<string>
  /** False refuses each prompt, as a person who cancels it. */
  setWilling: (willing: boolean) => Promise<unknown>
}

export async function plugIn(page: Page): Promise<VirtualAuthenticator> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    addPasskey: async () => {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = randomBytes(16)
      await browser.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: {
          credentialId: id.toString('base64'),
          isResidentCredential: true,
          rpId: 'localhost',
          privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
          userHandle: Buffer.from('1').toString('base64'),
          signCount: 0,
        },
      })
      return id.toString('base64url')
    },
    setWilling: (willing) => browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: willing }),
  }
}
