import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGrpcClient, KlaError, type Definition, type GrpcClient } from '@kla/chassis'
import { signIn } from '@kla/load'
import type { Platform, ServiceName } from '@kla/local'
import {
  AuthServiceService,
  CommerceServiceService,
  GameEngineServiceService,
  LibraryServiceService,
  MediaSignallingServiceService,
  ModerationServiceService,
  RoomsServiceService,
} from '@kla/proto'
import { ADMINISTRATOR_ROLES, permissionsOf } from '@kla/proto/web'
import { createPrincipalSigner } from '../../src/index.js'
import { startTestPlatform } from '../../src/platform/index.js'
import type { Access, Row } from './rpc-access/row.js'
import { AUTH, COMMERCE, ENGINE, LIBRARY, MODERATION, ROOMS, SIGNALLING } from './rpc-access/rows.js'

/** Every method of every service, called by everybody. What they get is in the rows. */

const SERVICES: readonly { service: ServiceName; definition: Definition; rows: Record<string, Row<unknown>> }[] = [
  { service: 'auth', definition: AuthServiceService, rows: AUTH },
  { service: 'rooms', definition: RoomsServiceService, rows: ROOMS },
  { service: 'game-engine', definition: GameEngineServiceService, rows: ENGINE },
  { service: 'media-signalling', definition: MediaSignallingServiceService, rows: SIGNALLING },
  { service: 'library', definition: LibraryServiceService, rows: LIBRARY },
  { service: 'commerce', definition: CommerceServiceService, rows: COMMERCE },
  { service: 'moderation', definition: ModerationServiceService, rows: MODERATION },
]

interface Caller {
  readonly kind: 'nobody' | 'player' | 'banned' | 'administrator'
  readonly permissions: readonly string[]
}

const ADMINISTRATORS = ADMINISTRATOR_ROLES.flatMap((role) =>
  [false, true].map((childSafety) => ({
    name: childSafety ? `${role} with child safety` : role,
    ...{ role, permissions: permissionsOf(role, childSafety) },
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
function refusalOf(access: Access, { kind, permissions }: Caller): string | undefined {
  if (access === 'service') return undefined
  if (kind === 'nobody') return 'NOT_SIGNED_IN'
  const forPlayers = access === 'player' || access === 'also banned'
  if (forPlayers !== (kind !== 'administrator')) return 'NOT_ALLOWED'
  if (kind === 'banned' && access === 'player') return 'BANNED'
  if (kind === 'administrator' && access !== 'administrator' && !permissions.includes(access)) return 'NOT_ALLOWED'
  return undefined
}

let platform: Platform
const tokens = new Map<string, string | undefined>()
const clients = new Map<ServiceName, GrpcClient<Definition>>()

beforeAll(async () => {
  platform = await startTestPlatform('rpc-access')
  const { id: accountId } = await signIn(platform.url, 'access')
  const signer = await createPrincipalSigner(platform.principalKey)
  const nobodyKnown = { id: 999_999_999, name: 'somebody' }
  tokens.set('nobody', undefined)
  tokens.set('a player whose token expired', await signer.sign({ accountId }, -60_000))
  tokens.set(
    'an owner whose token expired',
    await signer.signAdministrator({ ...nobodyKnown, permissions: permissionsOf('owner', true) }, -60_000),
  )
  tokens.set('a player', await signer.sign({ accountId }))
  tokens.set(
    'a banned player',
    await signer.sign({ accountId, restrictions: [{ scope: 'global', untilMs: 0 }] }),
  )
  tokens.set('an administrator without any permission', await signer.signAdministrator({ ...nobodyKnown, permissions: [] }))
  for (const { name, role, permissions } of ADMINISTRATORS) {
    tokens.set(name, await signer.signAdministrator({ ...nobodyKnown, role, permissions }))
  }
  for (const { service, definition } of SERVICES) {
    const [process] = platform.running(service)
    if (!process) throw new Error(`${service} does not run`)
    clients.set(service, createGrpcClient({ definition, address: `127.0.0.1:${process.slot.grpc}` }))
  }
}, 120_000)

afterAll(async () => {
  for (const client of clients.values()) client.close()
  await platform?.close()
}, 60_000)

async function answerOf(service: ServiceName, method: string, request: unknown, caller: string): Promise<string> {
  const principal = tokens.get(caller)
  const call = clients.get(service)?.[method] as ((request: unknown, context: object) => unknown) | undefined
  if (!call) throw new Error(`${service} has no ${method}`)
  try {
    const answer = call(request, principal === undefined ? {} : { principal })
    if (Symbol.asyncIterator in (answer as object)) {
      for await (const part of answer as AsyncIterable<unknown>) void part
    } else await answer
    return 'ok'
  } catch (error) {
    return KlaError.from(error).reason
  }
}

describe.each(SERVICES)('$service', ({ service, definition, rows }) => {
  test('has a row for every method, and no other', () => {
    expect(Object.keys(rows).sort()).toEqual(Object.keys(definition).sort())
  })

  test.each(Object.entries(rows))('%s', async (method, { access, request, answer }) => {
    const expected: Record<string, string> = {}
    const found: Record<string, string> = {}
    for (const [turn, [name, caller]] of Object.entries(CALLERS).entries()) {
      expected[name] = refusalOf(access, caller) ?? answer
      found[name] = await answerOf(service, method, request(turn), name)
    }
    expect(found).toEqual(expected)
  }, 60_000)
})
