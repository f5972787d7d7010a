import { KlaError, type Principal, type SessionTokenReader } from '@kla/chassis'
import { CookieUse, type Identity, Member, messageOf, type Restriction, ShownAs } from '@kla/proto'
import type { Clients } from '../../src/shared/clients.js'
import { sessionKeyOf } from '../../src/shared/session-cookie.js'
import { createFakeAdministrators, type FakeAdministrators } from './fake-administrators.js'

export interface FakePerson {
  readonly id: number
  readonly sessionId: string
  readonly sessionKey: string
  readonly accessToken: string
  ageConfirmed: boolean
  ageLocked: boolean
  /** Rises with every change of `ageLocked`. */
  ageRevision: number
  signedIn: boolean
  /** Next cookie value, if it rotates. */
  nextSessionId?: string
  /** Restrictions; a change applies once the version rises. */
  restrictions: Restriction[]
  restrictionsVersion: number
}

export interface FakeAuth {
  readonly client: Clients['auth']
  readonly administrators: FakeAdministrators
  readonly calls: string[]
  /** Cookies in the order of "resolveSession". */
  readonly cookies: string[]
  /** Use of the cookie in each "resolveSession". */
  readonly cookieUses: (CookieUse | undefined)[]
  /** Account id of each alias. */
  readonly aliases: Map<number, number>
  person(id: number): FakePerson
  /** Gate that calls wait for, if set. `down` makes calls fail. */
  gate: Promise<void> | undefined
  down: boolean
}

/** Expiry of a session with a next value, Unix milliseconds. */
export const NEXT_UNTIL_MS = Date.UTC(2040, 0, 31, 12)

/** Fake of auth in memory: account 7 has the session "session-7" and the principal "principal-7". */
export function createFakeAuth(): FakeAuth {
  const people = new Map<number, FakePerson>()
  const calls: string[] = []
  const cookies: string[] = []
  const cookieUses: FakeAuth['cookieUses'] = []
  const administrators = createFakeAdministrators()

  const identityOf = (person: FakePerson): Identity => ({
    account: {
      id: person.id,
      username: `player${person.id}`,
      globalName: '',
      discordId: String(1_000 + person.id),
      avatar: '',
      ageConfirmed: person.ageConfirmed && !person.ageLocked,
      ageLocked: person.ageLocked,
    },
    sessionKey: person.sessionKey,
    principal: `principal-${person.id}-${person.ageConfirmed && !person.ageLocked ? 'adult' : 'unknown'}`,
    principalExpiresAtMs: Date.now() + 900_000,
    accessToken: person.accessToken,
    restrictions: person.restrictions,
    restrictionsVersion: person.restrictionsVersion,
    ageRevision: person.ageRevision,
  })

  const find = async (by: (person: FakePerson) => boolean): Promise<Identity> => {
    if (fake.gate) await fake.gate
    if (fake.down) throw new KlaError('UNAVAILABLE')
    const person = [...people.values()].find((candidate) => candidate.signedIn && by(candidate))
    if (!person) throw new KlaError('NOT_SIGNED_IN')
    return identityOf(person)
  }

  const fake: FakeAuth = {
    calls,
    cookies,
    cookieUses,
    administrators,
    aliases: new Map(),
    gate: undefined,
    down: false,
    person(id) {
      const known = people.get(id) ?? {
        id,
        sessionId: `session-${id}`,
        sessionKey: sessionKeyOf(`session-${id}`),
        accessToken: `token-${id}`,
        ageConfirmed: true,
        ageLocked: false,
        ageRevision: 0,
        signedIn: true,
        restrictions: [],
        restrictionsVersion: 0,
      }
      people.set(id, known)
      return known
    },
    client: {
      ...administrators.client,
      lookUpAccounts: async ({ ids }) => ({
        accounts: ids
          .filter((id) => people.has(id))
          .map((id) =>
            messageOf(Member, {
              id,
              username: `player${id}`,
              discordId: String(id),
              avatar: 'hash',
              avatarKey: keyOf(id),
            }),
          ),
      }),
      // Others are known by the account id.
      resolveNumbers: async ({ numbers }) => {
        if (fake.down) throw new KlaError('UNAVAILABLE')
        return {
          numbers: numbers.map((number) => ({
            number,
            accountId: fake.aliases.get(number) ?? number,
            current: true,
            shownName: people.has(number) ? `player${number}` : '',
          })),
        }
      },
      findAvatar: async ({ key }) => {
        calls.push(`findAvatar ${key}`)
        if (!key.startsWith('key-of-')) throw new KlaError('MEDIA_NOT_FOUND')
        return { discordId: key.startsWith('key-of-player1') ? '10001' : '10002', avatar: 'hash' }
      },
      listRestrictions: async ({ accountIds }) => {
        if (fake.down) throw new KlaError('UNAVAILABLE')
        const asked = [...people.values()].filter(
          ({ id, restrictions }) => accountIds.includes(id) && restrictions.length > 0,
        )
        return {
          accounts: asked.map(({ id, restrictions, restrictionsVersion }) => ({
            accountId: id,
            version: restrictionsVersion,
            restrictions,
          })),
          ages: [...people.values()]
            .filter(({ id, ageRevision }) => accountIds.includes(id) && ageRevision > 0)
            .map(({ id, ageRevision, ageLocked }) => ({ accountId: id, revision: ageRevision, locked: ageLocked })),
        }
      },
      beginLogin: async (request) => {
        calls.push(`begin ${request.redirectBackTo} ${JSON.stringify(request.forwardedParameters)}`)
        if (request.redirectBackTo.startsWith('//')) throw new KlaError('INVALID_REDIRECT')
        return { authorizeUrl: 'https://login.example/authorize?state=s', browserSecret: 'browser-secret' }
      },
      completeLogin: async ({ code, state, browserSecret }) => {
        calls.push(`complete ${code} ${state} ${browserSecret}`)
        if (code === 'limited')
          throw new KlaError('LOGIN_LIMITED', 'Try again in 60 minutes.', { retryAfterMs: 3_599_001 })
        if (code !== 'good') throw new KlaError('LOGIN_FAILED')
        return { sessionId: 'session-1', expiresAtMs: Date.now() + 60_000, redirectTo: '/gameroom' }
      },
      resolveSession: async ({ sessionId, withoutAccessToken, cookieUse }) => {
        calls.push('resolveSession')
        cookies.push(sessionId)
        cookieUses.push(cookieUse)
        const identity = await find((person) => person.sessionId === sessionId)
        const { nextSessionId } = people.get(identity.account?.id ?? 0) ?? {}
        return {
          ...identity,
          ...(withoutAccessToken ? { accessToken: '' } : {}),
          ...(nextSessionId && cookieUse === CookieUse.REPLACEABLE
            ? { nextSessionId, sessionExpiresAtMs: NEXT_UNTIL_MS }
            : {}),
        }
      },
      resolveAccessToken: async ({ accessToken }) => {
        calls.push('resolveAccessToken')
        return find((person) => person.accessToken === accessToken)
      },
      checkSessions: async ({ sessionIds }) => {
        calls.push(`checkSessions ${sessionIds.length}`)
        if (fake.down) throw new KlaError('UNAVAILABLE')
        const still = [...people.values()].filter(({ signedIn }) => signedIn)
        return {
          sessions: still
            .filter(({ sessionId }) => sessionIds.includes(sessionId))
            .map((person) => ({
              sessionKey: person.sessionKey,
              restrictionsVersion: person.restrictionsVersion,
              ageRevision: person.ageRevision,
              nameRevision: 0,
              unrestricted: person.restrictions.length === 0 && person.ageConfirmed && !person.ageLocked,
            })),
        }
      },
      endSession: async ({ sessionId }) => {
        calls.push('endSession')
        if (fake.down) throw new KlaError('UNAVAILABLE')
        for (const person of people.values()) if (person.sessionId === sessionId) person.signedIn = false
        return {}
      },
      listOwnSessions: async (_request, context) => ({
        sessions: [...people.values()]
          .filter(({ id }) => id === accountOf(context?.principal))
          .map(({ sessionKey }) => ({
            sessionKey,
            device: 'Firefox on Linux',
            openedAtMs: 5,
            seenAtMs: 6,
            current: true,
          })),
      }),
      endOwnSession: async ({ sessionKey }, context) => {
        calls.push(`endOwnSession ${sessionKey} of ${accountOf(context?.principal)}`)
        return {}
      },
      endAllOwnSessions: async ({ sessionId }) => {
        calls.push(`endAllOwnSessions by ${sessionId}`)
        if (fake.down) throw new KlaError('UNAVAILABLE')
        return {}
      },
      setPlayerName: async ({ shownAs, playerName, onLeaderboards = true }, context) => {
        const accountId = accountOf(context?.principal)
        calls.push(`setPlayerName ${shownAs} ${playerName} of ${accountId}`)
        if (shownAs === ShownAs.DISCORD && people.get(accountId)?.restrictions.length) throw new KlaError('BANNED')
        return { shownAs, playerName, changeableAtMs: 0, onLeaderboards }
      },
      suggestNames: async () => ({ names: ['Velvet Otter 42', 'Quiet Comet 77', 'Amber Wren 51'] }),
      attestAge: async ({ over18 }, context) => {
        const person = people.get(accountOf(context?.principal))
        if (person && over18) person.ageConfirmed = true
        else if (person) Object.assign(person, { ageLocked: true, ageRevision: person.ageRevision + 1 })
        return { accepted: person !== undefined && !person.ageLocked }
      },
    },
  }
  return fake
}

/** Key of an account's picture in public addresses, 22 characters. */
export const keyOf = (id: number): string => `key-of-player${id}-`.padEnd(22, 'x')

/** Account of a principal of {@link createFakeAuth}. */
/** Reads the tokens above as if auth had signed them a minute ago, except those that end with "forged". */
export const readFakeToken: SessionTokenReader = async (token) => {
  const [, kind, id, age] = /^(token|principal)-(\d+)(?:-(adult|unknown))?$/.exec(token) ?? []
  if (id === undefined) return undefined
  const sessionKey = sessionKeyOf(`session-${id}`)
  const principal: Principal = {
    accountId: Number(id),
    username: `player${id}`,
    discordId: String(1_000 + Number(id)),
    avatar: '',
    ageConfirmed: age === 'adult',
    sessionKey,
    restrictions: [],
  }
  return { sessionKey, expiresAtMs: Date.now() + 840_000, ...(kind === 'principal' ? { principal } : {}) }
}

export const accountOf = (principal: string | undefined): number => Number(principal?.split('-')[1] ?? NaN)
export const isAdult = (principal: string | undefined): boolean => principal?.endsWith('-adult') ?? false
