import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Administrator, createPrincipalVerifier } from '@kla/chassis'
import { ADMINISTRATOR_ROLES, APPROVER_WAIT_MS, secondPersonRefusal } from '@kla/proto/web'
import fc from 'fast-check'
import { type Change, DEPUTY, FIRST, FIRST_PHRASE, type Office, openOffice, PHRASE, type SignedIn } from './office.js'

const LONG_MS = String(3_000 * 86_400_000)
const HOUR_MS = 3_600_000

let office: Office
beforeAll(async () => {
  office = await openOffice({ ADMIN_SESSION_IDLE_MS: LONG_MS, ADMIN_SESSION_MAX_MS: LONG_MS })
}, 30_000)
afterAll(() => office.close())

/** Action of one person with their accounts; `as`, `on` and `at` pick one of the existing accounts. */
type Command =
  | { readonly kind: 'create'; readonly as: number; readonly role: string; readonly childSafety: boolean }
  | { readonly kind: 'change'; readonly as: number; readonly on: number; readonly change: Change }
  | { readonly kind: 'approve'; readonly as: number; readonly at: number }
  | { readonly kind: 'wait'; readonly ms: number }

const pick = fc.nat(20)
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constant('create' as const),
    as: pick,
    role: fc.constantFrom(...ADMINISTRATOR_ROLES, 'moderator'),
    childSafety: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('change' as const),
    as: pick,
    on: pick,
    change: fc.oneof(
      fc.constant({ password: FIRST_PHRASE }),
      fc.constant({ password: FIRST_PHRASE, role: 'moderator' }),
      fc.constant({ resetTotp: true }),
      fc.record({ role: fc.constantFrom(...ADMINISTRATOR_ROLES) }),
      fc.record({ childSafety: fc.boolean() }),
      fc.record({ disabled: fc.boolean() }),
    ),
  }),
  fc.record({ kind: fc.constant('approve' as const), as: pick, at: pick }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(HOUR_MS, APPROVER_WAIT_MS, 30 * 86_400_000) }),
)

/** Plays the commands. `approves`: another founder approves every request about administrators. */
async function play(commands: readonly Command[], { approves }: { approves: boolean }): Promise<Person> {
  const { client, database } = office.auth
  await database.query("DELETE FROM administrators WHERE name NOT IN ('admin', 'deputy')")
  await database.query('DELETE FROM administrator_makers')
  await database.query('DELETE FROM approvals')
  await database.query("UPDATE administrators SET role = 'owner', child_safety = true, disabled = false")
  // Two colleagues whom the person does not control, one by each founder.
  const honest = [await office.hire('honest-one', 'moderator'), await office.hire('honest-two', 'owner', false, DEPUTY)]
  office.passTime(APPROVER_WAIT_MS)
  const deputy = await office.signIn(DEPUTY)
  const person: Person = { accounts: [await office.signIn(FIRST)], approved: 0 }
  const known = [...honest, deputy].map(({ identity }) => ({ id: identity.id, name: identity.name }))

  /** Returns undefined if refused, as most calls are. */
  const attempt = async <T>(call: () => Promise<T>): Promise<T | undefined> => call().catch(() => undefined)
  const contextOf = async (at: number) => {
    const session = person.accounts[at % person.accounts.length]!
    return attempt(() => session.context())
  }
  const approveHonestly = async (id: string) => {
    if (approves) await attempt(async () => client.approveAdministratorChange({ id }, await deputy.context()))
  }
  /** Signs in with a password that the person has set, before anyone else can. */
  const takeOver = async (name: string): Promise<void> => {
    const session = await attempt(() => office.signIn({ username: name, password: FIRST_PHRASE }))
    if (!session) return
    const change = { currentPassword: FIRST_PHRASE, newPassword: PHRASE }
    await attempt(async () => client.changeOwnPassword(change, await session.context()))
    person.accounts.push(session)
  }

  let made = 0
  for (const one of commands) {
    if (one.kind === 'wait') {
      office.passTime(one.ms)
      continue
    }
    const context = await contextOf(one.as)
    if (!context) continue
    if (one.kind === 'create') {
      const wanted = { name: `made-${(made += 1)}`, role: one.role, childSafety: one.childSafety }
      const asked = await attempt(() => client.askForAdministrator({ ...wanted, reason: 'r' }, context))
      if (asked) await approveHonestly(asked.id)
      const created = await attempt(() => client.createAdministrator({ ...wanted, password: FIRST_PHRASE }, context))
      if (!created) continue
      known.push(created)
      await takeOver(created.name)
    } else if (one.kind === 'change') {
      const { id, name } = known[one.on % known.length]!
      const { password, ...rest } = { resetTotp: false, resetPasskeys: false, ...one.change }
      const asked = await attempt(() =>
        client.askForAdministratorChange({ id, ...rest, password: password !== undefined, reason: 'r' }, context),
      )
      if (asked) await approveHonestly(asked.id)
      const changed = await attempt(() => client.updateAdministrator({ id, ...rest, password }, context))
      if (changed && password !== undefined) await takeOver(name)
    } else {
      const { approvals = [] } = (await attempt(() => client.listAdministratorApprovals({}, context))) ?? {}
      const waiting = approvals.filter(({ approvedById }) => approvedById === 0)
      const { id } = waiting[one.at % Math.max(1, waiting.length)] ?? {}
      if (id !== undefined && (await attempt(() => client.approveAdministratorChange({ id }, context))))
        person.approved += 1
    }
  }
  return person
}

interface Person {
  readonly accounts: SignedIn[]
  /** Approvals between accounts of the person. */
  approved: number
}

/** Identities of the person for the services that open stills and delete reports. */
async function administratorsOf({ accounts }: Person): Promise<Administrator[]> {
  const verify = await createPrincipalVerifier(office.auth.publicKeyPem, office.now)
  const contexts = await Promise.all(accounts.map((session) => session.context().catch(() => undefined)))
  const principals = await Promise.all(contexts.flatMap((context) => (context ? [verify(context.principal)] : [])))
  return principals.map(({ administrator }) => administrator!)
}

const TRUSTED = ['evidence.open', 'reports.delete']

/** Pairs of the person's accounts that could request and approve. */
async function pairsOf(person: Person): Promise<string[]> {
  const all = (await administratorsOf(person)).filter(({ permissions }) =>
    TRUSTED.some((one) => permissions.includes(one)),
  )
  return all.flatMap((requester) =>
    all
      .filter((approver) => secondPersonRefusal(requester, approver, office.now()) === undefined)
      .map((approver) => `${requester.name} asks, ${approver.name} approves`),
  )
}

describe('one person', () => {
  test('cannot act as two people with accounts of their own', async () => {
    const runs = fc.asyncProperty(fc.array(command, { minLength: 3, maxLength: 12 }), async (commands) => {
      const person = await play(commands, { approves: false })
      expect(person.approved).toBe(0)
      expect(await pairsOf(person)).toEqual([])
    })
    await fc.assert(runs, { numRuns: 10 })
  }, 240_000)

  test('cannot act as two even if a colleague approves every new administrator and password', async () => {
    const runs = fc.asyncProperty(fc.array(command, { minLength: 3, maxLength: 12 }), async (commands) => {
      const person = await play(commands, { approves: true })
      expect(person.approved).toBe(0)
      expect(await pairsOf(person)).toEqual([])
    })
    await fc.assert(runs, { numRuns: 10 })
  }, 240_000)

  test('cannot use two moderators that they created with a colleague’s approval', async () => {
    const create = (role: string): Command => ({ kind: 'create', as: 0, role, childSafety: false })
    const person = await play([create('moderator'), create('moderator'), { kind: 'wait', ms: APPROVER_WAIT_MS }], {
      approves: true,
    })
    expect((await administratorsOf(person)).map(({ role }) => role)).toEqual(['owner', 'moderator', 'moderator'])
    expect(await pairsOf(person)).toEqual([])
  })
})

describe('two people', () => {
  test('are two administrators created by different founders, after seven days', async () => {
    const [one, other] = [
      await office.hire('anna', 'moderator'),
      await office.hire('berta', 'moderator', false, DEPUTY),
    ]
    const both = { accounts: [one, other], approved: 0 }
    expect(await pairsOf(both)).toEqual([])
    office.passTime(APPROVER_WAIT_MS)
    expect(await pairsOf(both)).toHaveLength(2)
  })

  test('are both founders from the start', async () => {
    const both = { accounts: [await office.signIn(FIRST), await office.signIn(DEPUTY)], approved: 0 }
    expect(await pairsOf(both)).toHaveLength(2)
  })

  test('no longer count as two once one has reset the other’s credentials', async () => {
    const other = await office.hire('clara', 'moderator', false, DEPUTY)
    office.passTime(APPROVER_WAIT_MS)
    const founder = await office.signIn(FIRST)
    expect(await pairsOf({ accounts: [founder, other], approved: 0 })).toHaveLength(2)
    await office.together(other.identity.id, { password: FIRST_PHRASE })
    const again = await office.signIn({ username: 'clara', password: FIRST_PHRASE })
    const change = { currentPassword: FIRST_PHRASE, newPassword: PHRASE }
    await office.auth.client.changeOwnPassword(change, await again.context())
    office.passTime(APPROVER_WAIT_MS)
    expect(await pairsOf({ accounts: [founder, again], approved: 0 })).toEqual([])
  })
})
