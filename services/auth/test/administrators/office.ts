import {
  type Administrator,
  type AdministratorIdentity,
  AuditRecorded,
  type SignInAdministratorResponse,
  subjects,
  type UpdateAdministratorRequest,
} from '@kla/proto'
import { eventually } from '@kla/testkit'
import { Secret, TOTP } from 'otpauth'
import { type Harness, startHarness } from '../harness.js'
import { recordBus, type RecordedBus } from '../recorded-bus.js'
import { type Authenticator, createAuthenticator, type Flaws } from './authenticator.js'

export const FIRST = { username: 'admin', password: 'the phrase of the first' }
export const DEPUTY = { username: 'deputy', password: 'the phrase of the second' }
export const PHRASE = 'another phrase to come in with'
/** Password that the creator sets and knows. */
export const FIRST_PHRASE = 'a phrase that two people know'

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export type Founder = typeof FIRST

interface Given {
  userAgent?: string
  username: string
  password: string
  code: string
  address: string
}

/** A signed-in administrator. */
export interface SignedIn {
  readonly token: string
  readonly identity: AdministratorIdentity
  /** Returns the current context of calls on the administrator's behalf. */
  context(): Promise<{ principal: string }>
}

/** A signed-in administrator and its name. */
export type Enrolled = SignedIn & { readonly name: string }

export type Change = Partial<Omit<UpdateAdministratorRequest, 'id'>>

/** Auth with its two founders, on a manual clock. */
export interface Office {
  readonly auth: Harness
  readonly recorded: RecordedBus
  passTime(ms: number): void
  /** Unix milliseconds. */
  now(): number
  signIn(given?: Partial<Given>): Promise<SignedIn>
  /** Creates an administrator, signed in with {@link PHRASE}. `by`: the founder who creates it. */
  hire(name: string, role: string, childSafety?: boolean, by?: Founder): Promise<SignedIn>
  /** Makes an administrator at once, signed in with the first founder's password. */
  enrol(name: string, role?: string): Promise<Enrolled>
  /** Makes a change by the first founder that the second one approves. */
  together(id: number, change: Change): Promise<Administrator>
  /** Sets up TOTP and returns a generator of codes. */
  setUpTotp(person: SignedIn): Promise<{ code(aheadMs?: number): string }>
  /** Adds a passkey and returns its authenticator and the recovery codes. */
  addPasskey(person: SignedIn, name?: string): Promise<{ key: Authenticator; codes: string[] }>
  signInWithPasskey(key: Authenticator, flaws?: Flaws & { readonly address?: string }): Promise<SignedIn>
  /** Waits for audit events of an action by or on an administrator and returns them. */
  audited(who: { by?: string; on?: number }, action: string, count: number): Promise<AuditRecorded[]>
  resolve(person: { token: string }): Promise<AdministratorIdentity>
  close(): Promise<void>
}

export async function openOffice(environment: Record<string, string> = {}): Promise<Office> {
  const recorded = recordBus()
  let nowMs = Date.now()
  const auth = await startHarness(
    {
      FIRST_ADMIN_PASSWORD: FIRST.password,
      SECOND_ADMIN_PASSWORD: DEPUTY.password,
      ADMIN_TOTP_REQUIRED: 'false',
      ADMIN_PASSKEYS_REQUIRED: 'false',
      ...environment,
    },
    { bus: recorded.bus, now: () => nowMs },
  )
  const resolve = ({ token }: { token: string }) => auth.client.resolveAdministrator({ token })

  function signedIn({ token, identity }: SignInAdministratorResponse): SignedIn {
    if (!identity) throw new Error('a sign-in was answered without an identity')
    return { token, identity, context: async () => ({ principal: (await resolve({ token })).principal }) }
  }

  const signIn = async (given: Partial<Given> = {}): Promise<SignedIn> =>
    signedIn(await auth.client.signInAdministrator({ ...FIRST, code: '', address: '203.0.113.1', ...given }))

  async function approveAs(founder: Founder, { id }: { id: string }): Promise<void> {
    const person = await signIn(founder)
    await auth.client.approveAdministratorChange({ id }, await person.context())
    await auth.client.endAdministratorSession({ token: person.token })
  }

  return {
    auth,
    recorded,
    signIn,
    resolve,
    now: () => nowMs,
    passTime: (ms) => {
      nowMs += ms
    },
    async together(id, { password, ...change }) {
      const owner = await signIn()
      const asked = {
        id,
        resetTotp: false,
        resetPasskeys: false,
        ...change,
        password: password !== undefined,
        reason: 'r',
      }
      await approveAs(DEPUTY, await auth.client.askForAdministratorChange(asked, await owner.context()))
      return auth.client.updateAdministrator(
        { id, resetTotp: false, resetPasskeys: false, ...change, password },
        await owner.context(),
      )
    },
    async hire(name, role, childSafety = false, by = FIRST) {
      const owner = await signIn(by)
      const request = { name, role, childSafety }
      const asked = await auth.client.askForAdministrator({ ...request, reason: 'r' }, await owner.context())
      await approveAs(by === FIRST ? DEPUTY : FIRST, asked)
      await auth.client.createAdministrator({ ...request, password: FIRST_PHRASE }, await owner.context())
      await auth.client.endAdministratorSession({ token: owner.token })
      const person = await signIn({ username: name, password: FIRST_PHRASE })
      await auth.client.changeOwnPassword(
        { currentPassword: FIRST_PHRASE, newPassword: PHRASE },
        await person.context(),
      )
      return { ...person, identity: await resolve(person) }
    },
    async enrol(name, role = 'viewer') {
      await auth.database.query(
        `INSERT INTO administrators (name, password_hash, role, child_safety)
         SELECT $1, password_hash, $2, false FROM administrators WHERE name = $3`,
        [name, role, FIRST.username],
      )
      return { name, ...(await signIn({ username: name })) }
    },
    async setUpTotp(person) {
      const { secret } = await auth.client.beginTotp({}, await person.context())
      const codes = new TOTP({ secret: Secret.fromBase32(secret) })
      const code = (aheadMs = 0) => codes.generate({ timestamp: nowMs + aheadMs })
      await auth.client.confirmTotp({ code: code() }, await person.context())
      return { code }
    },
    async addPasskey(person, name = 'Key ring') {
      const key = createAuthenticator()
      const { id: challengeId, options } = await auth.client.beginPasskey({}, await person.context())
      const request = { challengeId, response: key.create(options), name }
      const { recoveryCodes: codes } = await auth.client.addPasskey(request, await person.context())
      return { key, codes }
    },
    async signInWithPasskey(key, { address = '203.0.113.1', ...flaws } = {}) {
      const { id: challengeId, options } = await auth.client.beginPasskeySignIn({ address })
      const request = { challengeId, response: key.get(options, flaws), address, userAgent: FIREFOX }
      return signedIn(await auth.client.signInWithPasskey(request))
    },
    audited: ({ by, on }, action, count) =>
      eventually(() => {
        const all = recorded.of(subjects.eventAuditRecorded('auth'), AuditRecorded)
        const events = all.filter(
          (event) =>
            event.action === action &&
            (by ?? event.actor) === event.actor &&
            String(on ?? event.subjectId) === event.subjectId,
        )
        if (events.length < count) throw new Error(`${events.length} of ${count} were published`)
        return events
      }),
    close: () => auth.close(),
  }
}
