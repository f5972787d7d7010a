import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  createGrpcClient,
  createGrpcServer,
  createMetrics,
  createPrincipalVerifier,
  type GrpcClient,
  type GrpcServer,
  KlaError,
} from '@kla/chassis'
import { GameEngineServiceService as definition, Phase } from '@kla/proto'
import { createTestPrincipals, quietLogger, testIdentity, type TestPrincipals } from '@kla/testkit'

describe('an RPC', () => {
  let server: GrpcServer
  let client: GrpcClient<typeof definition>
  let impatient: GrpcClient<typeof definition>
  let principals: TestPrincipals
  const readied: string[] = []
  let tries = 0

  beforeAll(async () => {
    principals = await createTestPrincipals()
    server = createGrpcServer({
      definition,
      identity: testIdentity('game-engine'),
      log: quietLogger(),
      metrics: createMetrics('test'),
      verifyPrincipal: await createPrincipalVerifier(principals.publicKeyPem),
      handlers: {
        readyUp: async (request, call) => {
          const { username } = await call.principal()
          readied.push(username + request.roomId)
          return {}
        },
        chooseGif: async () => {
          throw new KlaError('ALREADY_PICKED')
        },
        finish: async () => {
          throw new Error('a secret of the house')
        },
        playWildCard: async () => {
          tries += 1
          await sleep(250)
          return { remainingWildCards: tries }
        },
        saveGifChoice: async (_request, call) => ({ gifUrl: (await call.principal({ allowBanned: true })).username }),
        saveGifReceived: async (_request, call) => ({ gifUrl: (await call.administrator('gifs.manage')).name }),
        reportRepair: async () => ({}),
        declareWinner: () => new Promise<never>(() => undefined),
        watchBattle: async () => ({ battle: undefined, shown: [] }),
        listWildCards: async () => ({ gifs: [] }),
        getResult: async () => {
          throw new KlaError('ROOM_NOT_FOUND')
        },
        findPlayedBattle: async () => {
          throw new KlaError('ROOM_NOT_FOUND')
        },
        getBattle: async () => ({
          roomId: 'r',
          battleId: '',
          phase: Phase.WAITING,
          round: 0,
          deadlineMs: 0,
          durationMs: 0,
          ready: [7],
          options: [],
          picked: 0,
          receivedGif: '',
          receivedWildCard: false,
          receivedGifs: [],
          wildCard: '',
          voted: [],
          aliases: [],
          endReason: 'END_REASON_UNSPECIFIED' as never,
          finishedBy: 0,
          winnerId: 0,
          updateSeq: 3,
          players: [],
        }),
      },
    })
    const port = await server.listen('127.0.0.1:0')
    const reached = { identity: testIdentity('gateway'), address: `127.0.0.1:${port}` }
    client = createGrpcClient({ definition, ...reached, deadlineMs: 4_000, attemptMs: 1_500 })
    impatient = createGrpcClient({ definition, ...reached, deadlineMs: 10_000, attemptMs: 50 })
    // Connected before anything is measured.
    await client.getBattle({ roomId: 'r' }, { deadlineMs: 20_000, attemptMs: 10_000 })
    await impatient.getBattle({ roomId: 'r' }, { deadlineMs: 20_000, attemptMs: 10_000 })
  })

  afterAll(async () => {
    client.close()
    impatient.close()
    await server.close(100)
  })

  test('carries the account it is made for', async () => {
    const principal = await principals.sign({ accountId: 7, username: 'ada' })
    await client.readyUp({ roomId: 'r1', commandId: '' }, { principal })
    expect(readied).toEqual(['adar1'])
  })

  describe('for a globally banned account', () => {
    const banned = (untilMs: number) =>
      principals.sign({ accountId: 7, username: 'ada', restrictions: [{ scope: 'global', untilMs }] })
    const save = { roomId: 'r', commandId: '', index: 1, round: 0 }

    test('is refused unless the method is open to banned accounts', async () => {
      const principal = await banned(0)
      await expect(client.readyUp({ roomId: 'r', commandId: '' }, { principal })).rejects.toMatchObject({
        reason: 'BANNED',
      })
      await expect(client.saveGifChoice(save, { principal })).resolves.toMatchObject({ gifUrl: 'ada' })
    })

    test('is served again once the ban is over', async () => {
      const principal = await banned(Date.now() - 1)
      await expect(client.readyUp({ roomId: 'over', commandId: '' }, { principal })).resolves.toEqual({})
    })
  })

  test('distinguishes players from administrators and checks the permission', async () => {
    const received = { roomId: 'r', commandId: '', gifUrl: '' }
    const player = await principals.sign({ accountId: 7 })
    const reader = await principals.signAdministrator({ permissions: ['gifs.read'] })
    const keeper = await principals.signAdministrator({ name: 'ines', permissions: ['gifs.manage'] })
    for (const principal of [player, reader]) {
      await expect(client.saveGifReceived(received, { principal })).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
    }
    await expect(client.saveGifReceived(received)).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    await expect(client.saveGifReceived(received, { principal: keeper })).resolves.toEqual({ gifUrl: 'ines' })
    await expect(client.readyUp({ roomId: 'r', commandId: '' }, { principal: keeper })).rejects.toMatchObject({
      reason: 'NOT_ALLOWED',
    })
  })

  test('is refused without a valid principal', async () => {
    await expect(client.readyUp({ roomId: 'r', commandId: '' })).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    await expect(client.readyUp({ roomId: 'r', commandId: '' }, { principal: 'forged' })).rejects.toMatchObject({
      reason: 'NOT_SIGNED_IN',
    })
  })

  test('returns a refusal with its reason and text', async () => {
    await expect(client.chooseGif({ roomId: 'r', commandId: '', index: 1, round: 0 })).rejects.toMatchObject({
      reason: 'ALREADY_PICKED',
      message: 'You have picked for this round.',
    })
  })

  test('reveals nothing of an unexpected error', async () => {
    await expect(client.finish({ roomId: 'r', commandId: '' })).rejects.toMatchObject({
      reason: 'INTERNAL',
      message: expect.not.stringContaining('secret'),
    })
  })

  test('is cancelled at its deadline', async () => {
    await expect(
      client.declareWinner({ roomId: 'r', commandId: '', winnerId: 0 }, { deadlineMs: 500 }),
    ).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
  })

  test('is not retried before the timeout of its first attempt', async () => {
    const request = { roomId: 'r', commandId: '', gifUrl: '', round: 0 }
    await impatient.playWildCard(request)
    expect(tries).toBeGreaterThan(1)
    tries = 0
    await expect(impatient.playWildCard(request, { attemptMs: 10_000 })).resolves.toEqual({ remainingWildCards: 1 })
  })

  test('is answered even with thousands of calls in flight', async () => {
    const answers = await Promise.all(
      Array.from({ length: 2_000 }, () => client.getBattle({ roomId: 'r' }, { deadlineMs: 25_000, attemptMs: 20_000 })),
    )
    expect(answers).toHaveLength(2_000)
  })

  test('returns a message', async () => {
    await expect(client.getBattle({ roomId: 'r' })).resolves.toMatchObject({ phase: Phase.WAITING, ready: [7] })
  })
})
