import { KlaError } from '@kla/chassis'
import {
  type Administrator,
  type AdministratorIdentity,
  type Approval,
  Member,
  messageOf,
  Person,
  PersonAge,
  ShownAs,
} from '@kla/proto'
import { ADMINISTRATOR_ROLES, permissionsOf, type Reason } from '@kla/proto/web'
import type { Clients } from '../../src/shared/clients.js'

type AdministratorCalls = Pick<
  Clients['auth'],
  | 'signInAdministrator'
  | 'beginPasskeySignIn'
  | 'signInWithPasskey'
  | 'beginStepUp'
  | 'stepUp'
  | 'beginPasskey'
  | 'addPasskey'
  | 'listPasskeys'
  | 'removePasskey'
  | 'renewRecoveryCodes'
  | 'listAdministratorSessions'
  | 'endOneAdministratorSession'
  | 'resolveAdministrator'
  | 'endAdministratorSession'
  | 'beginTotp'
  | 'confirmTotp'
  | 'changeOwnPassword'
  | 'listAdministrators'
  | 'createAdministrator'
  | 'updateAdministrator'
  | 'askForAdministrator'
  | 'askForAdministratorChange'
  | 'listAdministratorApprovals'
  | 'approveAdministratorChange'
  | 'listMembers'
  | 'exportMembers'
  | 'listTopGuilds'
  | 'liftAgeLock'
  | 'getPerson'
  | 'listAccountSessions'
  | 'revealEmail'
  | 'findPeople'
>

export interface FakeAdministrators {
  readonly client: AdministratorCalls
  /** Calls with request and principal. */
  readonly calls: { method: string; request: unknown; principal: string | undefined }[]
  /** Reason with which sign-ins are refused, if set. */
  refusal: Reason | undefined
}

export const AT_MS = Date.UTC(2026, 10, 21, 8, 30)

const CHILD_SAFETY = '+child-safety'
const BEFORE_TOTP = '+before-totp'
const BEFORE_PASSWORD = '+before-password'
const BEFORE_PASSKEY = '+before-passkey'

/**
 * Reads a token: a role, such as "moderator", followed by "+child-safety", "+before-totp", "+before-passkey" or
 * "+before-password". Any other token is invalid, like an expired one.
 */
function identityOf(token: string): AdministratorIdentity {
  const role = ADMINISTRATOR_ROLES.find((name) => token === name || token.startsWith(`${name}+`))
  if (!role) throw new KlaError('NOT_SIGNED_IN')
  const beforeTotp = token.endsWith(BEFORE_TOTP)
  const passwordChangeRequired = token.endsWith(BEFORE_PASSWORD)
  const passkeySetupRequired = token.endsWith(BEFORE_PASSKEY)
  const isReady = !beforeTotp && !passwordChangeRequired && !passkeySetupRequired
  return {
    id: 5,
    name: token,
    role,
    permissions: isReady ? [...permissionsOf(role, token.includes(CHILD_SAFETY))] : [],
    principal: `administrator-${token}`,
    expiresAtMs: AT_MS,
    totpEnabled: !beforeTotp,
    totpSetupRequired: beforeTotp,
    passwordChangeRequired,
    passkeySetupRequired,
    passkeys: 1,
    freshUntilMs: AT_MS,
  }
}

export const ADMINISTRATOR: Administrator = {
  id: 5,
  name: 'mod',
  role: 'moderator',
  childSafety: false,
  totpEnabled: true,
  disabled: false,
  createdAtMs: AT_MS,
  lastSeenAtMs: 0,
  passkeys: 1,
  playerId: 42,
}

const PASSKEY = {
  id: '018f6b1e-7c1a-7000-8000-000000000008',
  name: 'Key ring',
  createdAtMs: AT_MS,
  lastUsedAtMs: 0,
  synced: false,
}
const CHALLENGE = { id: '018f6b1e-7c1a-7000-8000-000000000007', options: '{"challenge":"AAAA"}' }
const SESSION = {
  id: '018f6b1e-7c1a-7000-8000-000000000006',
  administratorId: 5,
  administrator: 'mod',
  openedAtMs: AT_MS,
  lastUsedAtMs: AT_MS,
  expiresAtMs: AT_MS,
  method: 'passkey',
  browser: 'Firefox on Linux',
  current: true,
}

export const APPROVAL: Approval = {
  id: '018f6b1e-7c1a-7000-8000-000000000009',
  action: 'administrators.update',
  params: '{"administrator":7,"disabled":true}',
  reason: 'Has left.',
  askedById: 5,
  askedBy: 'mod',
  askedAtMs: AT_MS,
  approvedById: 0,
  approvedBy: '',
  untilMs: AT_MS,
}

export const DELETED_ACCOUNT = 404
export const NEVER_AN_ACCOUNT = 405
const ADA = messageOf(Member, {
  id: 1,
  username: 'ada',
  avatar: 'a1',
  discordId: '1001',
  createdAtMs: AT_MS,
  playerName: 'Velvet Otter 42',
  shownAs: ShownAs.PLAYER,
  alias: 123_456_789,
})

/** Fake of auth for administrators, in memory. */
export function createFakeAdministrators(): FakeAdministrators {
  const note =
    <Request, Answer>(method: string, answer: (request: Request) => Answer) =>
    async (request: Request, context?: { readonly principal?: string | undefined }): Promise<Answer> => {
      fake.calls.push({ method, request, principal: context?.principal })
      return answer(request)
    }

  const fake: FakeAdministrators = {
    calls: [],
    refusal: undefined,
    client: {
      signInAdministrator: note('signInAdministrator', ({ username }) => {
        if (fake.refusal) throw new KlaError(fake.refusal)
        return { token: username, identity: identityOf(username) }
      }),
      beginPasskeySignIn: note('beginPasskeySignIn', () => CHALLENGE),
      signInWithPasskey: note('signInWithPasskey', () => {
        if (fake.refusal) throw new KlaError(fake.refusal)
        return { token: 'owner', identity: identityOf('owner') }
      }),
      beginStepUp: note('beginStepUp', () => CHALLENGE),
      stepUp: note('stepUp', () => ({ freshUntilMs: AT_MS })),
      beginPasskey: note('beginPasskey', () => CHALLENGE),
      addPasskey: note('addPasskey', () => ({ passkey: PASSKEY, recoveryCodes: ['7k3m-x9qa-02fd-hw5t'] })),
      listPasskeys: note('listPasskeys', () => ({ passkeys: [PASSKEY], recoveryCodesLeft: 9 })),
      removePasskey: note('removePasskey', () => ({})),
      renewRecoveryCodes: note('renewRecoveryCodes', () => ({ recoveryCodes: ['7k3m-x9qa-02fd-hw5t'] })),
      listAdministratorSessions: note('listAdministratorSessions', () => ({ sessions: [SESSION] })),
      endOneAdministratorSession: note('endOneAdministratorSession', () => ({})),
      resolveAdministrator: async ({ token }) => identityOf(token),
      endAdministratorSession: note('endAdministratorSession', () => ({})),
      beginTotp: note('beginTotp', () => ({ secret: 'ABC', otpauthUrl: 'otpauth://totp/Kla:mod?secret=ABC' })),
      confirmTotp: note('confirmTotp', () => ({})),
      changeOwnPassword: note('changeOwnPassword', () => ({})),
      listAdministrators: note('listAdministrators', () => ({ administrators: [ADMINISTRATOR], secondPerson: true })),
      createAdministrator: note('createAdministrator', () => ADMINISTRATOR),
      updateAdministrator: note('updateAdministrator', () => ADMINISTRATOR),
      askForAdministrator: note('askForAdministrator', () => APPROVAL),
      askForAdministratorChange: note('askForAdministratorChange', () => APPROVAL),
      listAdministratorApprovals: note('listAdministratorApprovals', () => ({ approvals: [APPROVAL], approvable: 0 })),
      approveAdministratorChange: note('approveAdministratorChange', () => APPROVAL),
      listMembers: note('listMembers', () => ({
        members: [
          {
            id: 1,
            username: 'ada',
            globalName: '',
            email: 'ada@example.com',
            discriminator: '',
            avatar: 'a1',
            discordId: '1001',
            createdAtMs: AT_MS,
            ageLockedAtMs: 0,
            shownAs: ShownAs.DISCORD,
          },
        ],
        total: 41,
      })),
      async *exportMembers(request, context) {
        fake.calls.push({ method: 'exportMembers', request, principal: context?.principal })
        yield { members: [ADA], total: 1 }
      },
      getPerson: note('getPerson', ({ accountId }) => {
        if (accountId === NEVER_AN_ACCOUNT) throw new KlaError('NO_SUCH_ACCOUNT')
        if (accountId === DELETED_ACCOUNT) return messageOf(Person, { accountId })
        return messageOf(Person, {
          accountId,
          member: { ...ADA, id: accountId },
          lastLoginAtMs: AT_MS,
          age: messageOf(PersonAge, {
            confirmed: true,
            verdicts: [{ method: 'declaration', jurisdiction: 'GB', atMs: AT_MS }],
          }),
        })
      }),
      listAccountSessions: note('listAccountSessions', () => ({
        sessions: [{ device: 'Firefox on Windows', openedAtMs: AT_MS, seenAtMs: AT_MS }],
      })),
      revealEmail: note('revealEmail', () => ({ email: 'ada@example.com' })),
      findPeople: note('findPeople', () => ({ people: [ADA] })),
      liftAgeLock: note('liftAgeLock', () => ({})),
      listTopGuilds: note('listTopGuilds', () => {
        if (fake.refusal) throw new KlaError(fake.refusal)
        return { guilds: [{ guildId: '9', guildName: 'Night', icon: '', commonUsers: 3, lastSeenMs: AT_MS }] }
      }),
    },
  }
  return fake
}
