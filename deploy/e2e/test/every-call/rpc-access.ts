import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChannelCredentials, Client, credentials, type ServiceError } from '@grpc/grpc-js'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { signIn } from '@kla/bots'
import { createGrpcClient, type Definition, type GrpcClient, KlaError } from '@kla/chassis'
import type { ServiceName } from '@kla/local'
import {
  AuthServiceService,
  BattlePassServiceService,
  BlocksServiceService,
  CommerceServiceService,
  CupsServiceService,
  DecisionsServiceService,
  DeskServiceService,
  EvidenceServiceService,
  GameEngineServiceService,
  HealthService,
  LibraryServiceService,
  MatchmakingServiceService,
  MediaSignallingServiceService,
  MeetingsServiceService,
  ModerationServiceService,
  OpinionsServiceService,
  PeopleServiceService,
  RoomsServiceService,
  StandingsServiceService,
  StreamServiceService,
  WatchingServiceService,
} from '@kla/proto'
import { ADMINISTRATOR_ROLES, permissionsOf } from '@kla/proto/web'
import { createPrincipalSigner, createTestClient, identityIn } from '@kla/testkit'
import { forDays, identityDirectory, writeIdentities } from '@kla/testkit/certificates'
import { accountIdOf, signInAdministrator } from '../../src/platform/index.js'
import type { Row } from '../rpc-access/row.js'
import * as rows from '../rpc-access/rows.js'
import { platform } from './platform.js'

/** Every method of every service, called by every kind of caller. The rows hold the outcomes. */

const SERVICES: readonly {
  name: string
  service: ServiceName
  definition: Definition
  rows: Record<string, Row<unknown>>
}[] = [
  { name: 'Auth', service: 'auth', definition: AuthServiceService, rows: rows.AUTH },
  { name: 'Rooms', service: 'rooms', definition: RoomsServiceService, rows: rows.ROOMS },
  { name: 'GameEngine', service: 'game-engine', definition: GameEngineServiceService, rows: rows.ENGINE },
  {
    name: 'MediaSignalling',
    service: 'media-signalling',
    definition: MediaSignallingServiceService,
    rows: rows.SIGNALLING,
  },
  { name: 'Library', service: 'library', definition: LibraryServiceService, rows: rows.LIBRARY },
  { name: 'Commerce', service: 'commerce', definition: CommerceServiceService, rows: rows.COMMERCE },
  { name: 'Moderation', service: 'moderation', definition: ModerationServiceService, rows: rows.MODERATION },
  { name: 'Decisions', service: 'moderation', definition: DecisionsServiceService, rows: rows.DECISIONS },
  { name: 'Desk', service: 'moderation', definition: DeskServiceService, rows: rows.DESK },
  { name: 'Opinions', service: 'moderation', definition: OpinionsServiceService, rows: rows.OPINIONS },
  { name: 'People', service: 'moderation', definition: PeopleServiceService, rows: rows.PEOPLE },
  { name: 'Evidence', service: 'evidence', definition: EvidenceServiceService, rows: rows.EVIDENCE },
  { name: 'Matchmaking', service: 'rooms', definition: MatchmakingServiceService, rows: rows.MATCHMAKING },
  { name: 'Blocks', service: 'rooms', definition: BlocksServiceService, rows: rows.BLOCKS },
  { name: 'Meetings', service: 'rooms', definition: MeetingsServiceService, rows: rows.MEETINGS },
  { name: 'Cups', service: 'rooms', definition: CupsServiceService, rows: rows.CUPS },
  { name: 'Watching', service: 'rooms', definition: WatchingServiceService, rows: rows.WATCHING },
  { name: 'Standings', service: 'game-engine', definition: StandingsServiceService, rows: rows.STANDINGS },
  { name: 'BattlePass', service: 'commerce', definition: BattlePassServiceService, rows: rows.BATTLE_PASS },
  { name: 'Stream', service: 'auth', definition: StreamServiceService, rows: rows.STREAM },
  { name: 'Health', service: 'auth', definition: HealthService, rows: rows.HEALTH },
]

interface Caller {
  readonly kind: 'nobody' | 'player' | 'banned' | 'administrator'
  readonly permissions: readonly string[]
}

const ADMINISTRATORS = ADMINISTRATOR_ROLES.flatMap((role) =>
  [false, true].map((childSafety) => ({
    name: childSafety ? `${role} with child safety` : role,
    role,
    permissions: permissionsOf(role, childSafety),
  })),
)
const CALLERS: Readonly<Record<string, Caller>> = {
  nobody: { kind: 'nobody', permissions: [] },
  'a player whose token expired': { kind: 'nobody', permissions: [] },
  'an owner whose token expired': { kind: 'nobody', permissions: [] },
  'a player': { kind: 'player', permissions: [] },
  'a banned player': { kind: 'banned', permissions: [] },
  'an administrator without any permission': { kind: 'administrator', permissions: [] },
  ...Object.fromEntries(
    ADMINISTRATORS.map(({ name, permissions }) => [name, { kind: 'administrator' as const, permissions }]),
  ),
}

/** Before the answer of the row: who is not let in, and why. */
function refusalOf(access: Row<unknown>['access'], { kind, permissions }: Caller): string | undefined {
  if (access === 'service') return undefined
  if (access === 'viewer') {
    if (kind === 'nobody') return 'MEDIA_FOR_ADULTS'
    if (kind === 'banned') return 'BANNED'
    if (kind === 'player') return undefined
    return ['gifs.read', 'reports.read', 'cups.judge'].some((one) => permissions.includes(one))
      ? undefined
      : 'NOT_ALLOWED'
  }
  if (kind === 'nobody') return 'NOT_SIGNED_IN'
  const forPlayers = access === 'player' || access === 'also banned'
  if (forPlayers !== (kind !== 'administrator')) return 'NOT_ALLOWED'
  if (kind === 'banned' && access === 'player') return 'BANNED'
  if (
    kind === 'administrator' &&
    access !== 'administrator' &&
    ![access].flat().some((one) => permissions.includes(one))
  ) {
    return 'NOT_ALLOWED'
  }
  return undefined
}

const tokens = new Map<string, string | undefined>()
const clients = new Map<Definition, GrpcClient<Definition>>()

beforeAll(async () => {
  const { id: alias } = await signIn(platform.url, 'access')
  const accountId = await accountIdOf(await signInAdministrator(platform), alias)
  const signer = await createPrincipalSigner(platform.principalKey)
  const nobodyKnown = { id: 999_999_999, name: 'somebody' }
  tokens.set('nobody', undefined)
  tokens.set('a player whose token expired', await signer.sign({ accountId }, -60_000))
  tokens.set(
    'an owner whose token expired',
    await signer.signAdministrator({ ...nobodyKnown, permissions: permissionsOf('owner', true) }, -60_000),
  )
  tokens.set('a player', await signer.sign({ accountId }))
  tokens.set('a banned player', await signer.sign({ accountId, restrictions: [{ scope: 'global', untilMs: 0 }] }))
  tokens.set(
    'an administrator without any permission',
    await signer.signAdministrator({ ...nobodyKnown, permissions: [] }),
  )
  for (const { name, role, permissions } of ADMINISTRATORS) {
    tokens.set(name, await signer.signAdministrator({ ...nobodyKnown, role, permissions }))
  }
  for (const { service, definition } of SERVICES) {
    const [process] = platform.running(service)
    if (!process) throw new Error(`${service} does not run`)
    const address = `127.0.0.1:${process.slot.grpc}`
    clients.set(definition, createTestClient({ definition, address, identities: platform.identities }))
  }
}, 120_000)

afterAll(async () => {
  for (const client of clients.values()) client.close()
}, 60_000)

async function answerOf(definition: Definition, method: string, request: unknown, caller: string): Promise<string> {
  const principal = tokens.get(caller)
  const call = clients.get(definition)?.[method] as ((request: unknown, context: object) => unknown) | undefined
  if (!call) throw new Error(`there is no ${method}`)
  try {
    const answer = call(request, principal === undefined ? {} : { principal })
    if (Symbol.asyncIterator in (answer as object)) {
      // Some streams never end: the first part proves access.
      for await (const part of answer as AsyncIterable<unknown>) {
        void part
        break
      }
    } else await answer
    return 'ok'
  } catch (error) {
    return KlaError.from(error).reason
  }
}

describe.each(SERVICES)('callers of $name', ({ definition, rows }) => {
  test('have one row for every method and no others', () => {
    expect(Object.keys(rows).sort()).toEqual(Object.keys(definition).sort())
  })

  test.each(Object.entries(rows))(
    'are checked for %s',
    async (method, { access, request, answer }) => {
      const expected: Record<string, string> = {}
      const found: Record<string, string> = {}
      for (const [turn, [name, caller]] of Object.entries(CALLERS).entries()) {
        expected[name] = refusalOf(access, caller) ?? answer
        found[name] = await answerOf(definition, method, request(turn), name)
      }
      expect(found).toEqual(expected)
    },
    60_000,
  )
})

describe('running processes', () => {
  const addressOf = (service: ServiceName): string => `127.0.0.1:${platform.running(service)[0]?.slot.grpc}`
  const restriction = { accountId: 1, version: 1, restrictions: [] }
  const evidence = { rooms: [] }
  const ATTACKS: readonly [
    what: string,
    service: ServiceName,
    path: string,
    request: unknown,
    definition: Definition,
  ][] = [
    ['lift a ban', 'auth', 'putRestrictions', restriction, AuthServiceService],
    ['read e-mail addresses', 'auth', 'lookUpAccounts', { ids: [1] }, AuthServiceService],
    ['forge evidence', 'moderation', 'keepLines', evidence, ModerationServiceService],
  ]

  /** The status of a call by hand. */
  const statusOf = (
    address: string,
    channel: ChannelCredentials,
    definition: Definition,
    method: string,
    request: unknown,
  ) => {
    const client = new Client(address, channel)
    const { path, requestSerialize, responseDeserialize } = definition[
      method
    ] as (typeof AuthServiceService)['putRestrictions']
    return new Promise<number>((resolve) => {
      client.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        request as never,
        { deadline: Date.now() + 5_000 },
        (error: ServiceError | null) => resolve(error ? error.code : 0),
      )
    }).finally(() => client.close())
  }

  test.each(ATTACKS)(
    'refuse a caller without a service certificate that tries to %s',
    async (_, service, method, request, definition) => {
      const elsewhere = await mkdtemp(join(tmpdir(), 'kla-foreign-'))
      writeIdentities(elsewhere, forDays(1, Date.now()))
      const own = (name: string) => readFile(join(identityDirectory(platform.identities, 'gateway'), name))
      const foreign = (name: string) => readFile(join(identityDirectory(elsewhere, 'gateway'), name))
      const anyHost = { checkServerIdentity: () => undefined }
      const channels = {
        'in plain text': credentials.createInsecure(),
        'without a certificate': credentials.createSsl(await own('ca.crt'), null, null, anyHost),
        'by an authority of its own': credentials.createSsl(
          await own('ca.crt'),
          await foreign('tls.key'),
          await foreign('tls.crt'),
          anyHost,
        ),
      }
      await rm(elsewhere, { recursive: true })
      const UNAVAILABLE = 14
      for (const [how, channel] of Object.entries(channels)) {
        expect([how, await statusOf(addressOf(service), channel, definition, method, request)]).toEqual([
          how,
          UNAVAILABLE,
        ])
      }
    },
    60_000,
  )

  test.each(ATTACKS)('refuse library when it tries to %s', async (_, service, method, request, definition) => {
    const client = createGrpcClient({
      definition,
      address: addressOf(service),
      identity: identityIn(platform.identities, 'library'),
    })
    const call = client[method] as unknown as (request: unknown) => Promise<unknown>
    await expect(call(request)).rejects.toMatchObject({ reason: 'CALLER_NOT_ALLOWED' })
    client.close()
  })

  test('present a certificate of their own and report when it expires', async () => {
    for (const { service } of SERVICES) {
      const [process] = platform.running(service)
      const metrics = await (await fetch(`http://127.0.0.1:${process?.slot.health}/metrics`)).text()
      const [, ends] = /^kla_identity_ends_seconds\{.*\} (\S+)$/m.exec(metrics) ?? []
      expect(Number(ends) * 1_000).toBeGreaterThan(Date.now() + 86_400_000)
    }
  })
})
