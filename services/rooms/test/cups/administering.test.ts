import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type CallContext, newId } from '@kla/chassis'
import { AuditRecorded, type Cup, CupState, subjects, TieState, WatchingServiceService } from '@kla/proto'
import { createTestClient, eventually } from '@kla/testkit'
import { newAccount } from '../platform.js'
import { createCupPlatform, type CupPlatform, type CupPod, MANAGE, ordinaryCup, tieIn } from './cup-platform.js'

let platform: CupPlatform
let pod: CupPod

beforeAll(async () => {
  platform = await createCupPlatform()
  pod = await platform.pod()
})
afterAll(() => platform.stop())

const mods = () => platform.administrator(...MANAGE)
const people = (count: number): number[] => Array.from({ length: count }, newAccount)

describe('a cup', () => {
  test('creates and audits one cup when the request is repeated', async () => {
    const received: string[] = []
    await platform.bus.subscribe(subjects.eventAuditRecorded('rooms'), ({ data }) =>
      received.push(AuditRecorded.decode(data).subjectId),
    )
    const wanted = ordinaryCup()
    const created = await pod.cups.createCup(wanted, await mods())
    const repeats = ['Another', ''].map(async (name) => pod.cups.createCup({ ...wanted, name }, await mods()))
    expect(await Promise.all(repeats)).toEqual([created, created])
    // Events arrive in order: once the second cup's event is there, the first one's repeats would be.
    const next = await pod.cups.createCup(ordinaryCup(), await mods())
    await eventually(() => expect(received).toContain(next.id))
    expect(received.filter((id) => id === created.id)).toHaveLength(1)
  })

  test.each([
    { name: ' ' },
    { name: 'x'.repeat(61) },
    { mode: 'chess' },
    { category: 'dogs' },
    { capacity: 3 },
    { capacity: 65 },
    { startsAtMs: 1 },
    { startsAtMs: Date.now() + 400 * 86_400_000 },
    { cupId: 'cup-1' },
  ])('rejects a new cup with %p', async (field) => {
    const creating = pod.cups.createCup({ ...ordinaryCup(), ...field }, await mods())
    await expect(creating).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
  })

  test('can be updated until it begins, and keeps its entries', async () => {
    const cup = await platform.cupOf(pod.cups, people(5))
    const update = async (fields: object) => pod.cups.updateCup({ cupId: cup.id, ...fields }, await mods())
    await expect(update({ capacity: 4 })).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    const changed = await update({ name: ' Sunday Cup ', capacity: 5 })
    expect(changed).toMatchObject({ name: 'Sunday Cup', capacity: 5, mode: cup.mode, startsAtMs: cup.startsAtMs })
    await pod.cups.startCup({ cupId: cup.id }, await mods())
    await expect(update({ name: 'Late' })).rejects.toMatchObject({ reason: 'CUP_CLOSED' })
  })

  test('accepts one of two changes to the same version, and a retry of that one', async () => {
    const { id: cupId, version } = await pod.cups.createCup(ordinaryCup(), await mods())
    const as = (id: number) => platform.administratorOf(id, ...MANAGE)
    const rename = async (id: number, name: string) => pod.cups.updateCup({ cupId, name, version }, await as(id))
    const outcomes = await Promise.allSettled([rename(5, 'By five'), rename(6, 'By six')])
    const lost = outcomes.filter(({ status }) => status === 'rejected')
    expect(lost).toMatchObject([{ reason: { reason: 'CHANGED_MEANWHILE' } }])
    const [winner, name] = outcomes[0]?.status === 'fulfilled' ? [5, 'By five'] : [6, 'By six']
    const now = await pod.cups.getCup({ cupId })
    expect(now).toMatchObject({ name, changedBy: `mod${winner}`, version: version + 1 })
    expect(await rename(winner, name)).toEqual(now)
    const cancel = { cupId, reason: '', version }
    await expect(pod.cups.cancelCup(cancel, await as(11 - winner))).rejects.toMatchObject({
      reason: 'CHANGED_MEANWHILE',
    })
    expect((await pod.cups.cancelCup({ ...cancel, version: now.version }, await as(11 - winner))).state).toBe(
      CupState.CANCELLED,
    )
  })

  test('counts as unchanged for an administrator when players enter', async () => {
    const { id: cupId, version } = await pod.cups.createCup(ordinaryCup(), await mods())
    const [ada] = people(1) as [number]
    const entered = await pod.cups.enterCup({ cupId }, await platform.principal(ada))
    expect(entered.version).toBeGreaterThan(version)
    expect(await pod.cups.updateCup({ cupId, name: 'Renamed', version }, await mods())).toMatchObject({
      name: 'Renamed',
    })
  })

  test('shows one tie with its last verdict', async () => {
    const [ada, bob] = people(2) as [number, number]
    const { id: cupId } = await platform.cupOf(pod.cups, [ada, bob])
    await pod.cups.startCup({ cupId }, await mods())
    await pod.cups.judgeTie({ cupId, tieId: '1-1', winnerId: ada, reason: 'I saw it.', version: 0 }, await mods())
    const tie = await pod.cups.getTie({ cupId, tieId: '1-1' }, await mods())
    expect(tie).toMatchObject({
      cupId,
      playerA: { accountId: ada },
      verdict: { winnerId: ada, reason: 'I saw it.', by: 'mod' },
    })
    const { ties } = await pod.cups.listTies({ filter: 'all', page: 1, pageSize: 200 }, await mods())
    expect(ties).toContainEqual(tie)
    await expect(pod.cups.getTie({ cupId, tieId: '2-1' }, await mods())).rejects.toMatchObject({
      reason: 'TIE_NOT_FOUND',
    })
  })

  test('puts named entries first when it is seeded, and the rest by order of entering', async () => {
    const [ada, bob, cleo, dan] = people(4) as [number, number, number, number]
    const { id: cupId } = await platform.cupOf(pod.cups, [ada, bob, cleo, dan])
    const seed = async (accountIds: number[]) => pod.cups.seedCup({ cupId, accountIds }, await mods())
    await seed([dan, cleo])
    const { entries } = await seed([cleo])
    expect(entries.map(({ accountId, seed: place }) => [accountId, place])).toEqual([
      [cleo, 1],
      [ada, 2],
      [bob, 3],
      [dan, 4],
    ])
    await expect(seed([newAccount()])).rejects.toMatchObject({ reason: 'NOT_ENTERED' })
    await expect(seed([ada, ada])).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
  })

  test('lets an administrator add and remove entries', async () => {
    const { id: cupId } = await platform.cupOf(pod.cups, [])
    const [accountId = 0] = people(1)
    const set = async (username: string, entered: boolean) =>
      pod.cups.setEntry({ cupId, accountId, username, avatar: '', entered }, await mods())
    await expect(set('', true)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    await expect(set('', false)).rejects.toMatchObject({ reason: 'NOT_ENTERED' })
    expect((await set('Guest', true)).entries).toMatchObject([{ accountId, username: 'Guest', seed: 1 }])
    expect((await set('', false)).entries).toEqual([])
  })

  test('puts a removed entry back at its seed', async () => {
    const [ada, bob] = people(2) as [number, number]
    const { id: cupId } = await platform.cupOf(pod.cups, [ada, bob])
    const entry = { cupId, accountId: ada, username: 'Ada', avatar: '' }
    await pod.cups.setEntry({ ...entry, entered: false }, await mods())
    const putBack = async (seed: number) =>
      pod.cups.setEntry({ ...entry, entered: true, removed: { seed, checkedIn: false } }, await mods())
    await expect(putBack(0)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    expect((await putBack(1)).entries.map(({ accountId }) => accountId)).toEqual([ada, bob])
  })

  test('starts with two entries or more, and ends when it is cancelled', async () => {
    const { id: cupId } = await platform.cupOf(pod.cups, people(1))
    const starting = pod.cups.startCup({ cupId }, await mods())
    await expect(starting).rejects.toMatchObject({ reason: 'TOO_FEW_ENTRIES' })
    const cancelled = await pod.cups.cancelCup({ cupId, reason: 'Nobody came.' }, await mods())
    expect(cancelled).toMatchObject({ state: CupState.CANCELLED, championId: 0 })
    const again = pod.cups.cancelCup({ cupId, reason: '' }, await mods())
    await expect(again).rejects.toMatchObject({ reason: 'CUP_CLOSED' })
  })

  test('answers a repeated request as the first time, and changes and audits nothing more', async () => {
    const [ada, bob] = people(2) as [number, number]
    const { id: cupId } = await platform.cupOf(pod.cups, [ada, bob])
    const administrator = await mods()
    const { cups } = pod
    const removal = { cupId, accountId: ada, username: '', avatar: '', entered: false }
    const acts: ((context: CallContext) => Promise<Cup>)[] = [
      (context) => cups.setEntry(removal, context),
      (context) => cups.setEntry({ ...removal, username: 'Ada', entered: true }, context),
      (context) => cups.startCup({ cupId }, context),
      (context) => cups.cancelCup({ cupId, reason: 'Rain' }, context),
    ]
    const audited = await platform.audited()
    for (const act of acts) {
      const context = { ...administrator, requestId: newId() }
      const [first, second] = await Promise.all([act(context), act(context)])
      expect(second).toEqual(first)
      expect(await act(context)).toEqual(first)
    }
    const actions = ['cups.entry', 'cups.entry', 'cups.start', 'cups.cancel']
    const ofCup = () =>
      audited
        .filter(({ subjectId, action }) => subjectId === cupId && action !== 'cups.create')
        .map(({ action }) => action)
    await eventually(() => expect(ofCup()).toContain('cups.cancel'))
    expect(ofCup()).toEqual(actions)
  })

  test('accepts a second start, removal or cancellation of the version that was seen', async () => {
    const [ada, bob] = people(2) as [number, number]
    const { id: cupId } = await platform.cupOf(pod.cups, [ada, bob])
    const { version } = await pod.cups.updateCup({ cupId, name: 'Seen' }, await mods())
    const removal = { cupId, accountId: ada, username: '', avatar: '', entered: false, version }
    const removed = await pod.cups.setEntry(removal, await mods())
    expect(await pod.cups.setEntry(removal, await mods())).toEqual(removed)
    // An earlier edit of one's own is no reason to take a refused one for done.
    await expect(pod.cups.startCup({ cupId, version }, await mods())).rejects.toMatchObject({
      reason: 'TOO_FEW_ENTRIES',
    })
    await pod.cups.enterCup({ cupId }, await platform.principal(ada))
    const start = { cupId, version: removed.version }
    const started = await pod.cups.startCup(start, await mods())
    expect(await pod.cups.startCup(start, await mods())).toEqual(started)
    const cancel = { cupId, reason: 'Rain', version: started.version }
    const cancelled = await pod.cups.cancelCup(cancel, await mods())
    expect(await pod.cups.cancelCup(cancel, await mods())).toEqual(cancelled)
    await expect(pod.cups.cancelCup({ ...cancel, reason: 'Snow' }, await mods())).rejects.toMatchObject({
      reason: 'CUP_CLOSED',
    })
  })

  test('rejects administrators without the permission', async () => {
    const { id: cupId } = await platform.cupOf(pod.cups, people(2))
    const reader = await platform.administrator('cups.read')
    const page = { page: 1, pageSize: 25 }
    const [watcher, player] = [await platform.administrator('cups.manage'), await platform.principal(newAccount())]
    const attempts = [
      pod.cups.createCup(ordinaryCup(), reader),
      pod.cups.startCup({ cupId }, reader),
      pod.cups.cancelCup({ cupId, reason: '' }, reader),
      pod.cups.seedCup({ cupId, accountIds: [] }, reader),
      pod.cups.judgeTie({ cupId, tieId: '1-1', winnerId: 0, reason: 'no', version: 0 }, reader),
      pod.cups.issueWatchPass({ cupId, tieId: '1-1' }, reader),
      pod.cups.listTies({ filter: 'all', ...page }, watcher),
      pod.cups.listAllCups(page, player),
    ]
    await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })))
    expect((await pod.cups.getCup({ cupId })).version).toBe(3)
  })
})

describe('a tie', () => {
  test('accepts verdicts until the next tie has begun', async () => {
    const [ada, bob, cleo, dan] = people(4) as [number, number, number, number]
    const { id: cupId } = await platform.cupOf(pod.cups, [ada, bob, cleo, dan])
    await pod.cups.startCup({ cupId }, await mods())
    const judge = async (tieId: string, winnerId: number, reason = 'I saw it.') =>
      pod.cups.judgeTie({ cupId, tieId, winnerId, reason, version: 0 }, await mods())
    await expect(judge('9-9', ada)).rejects.toMatchObject({ reason: 'TIE_NOT_FOUND' })
    await expect(judge('2-1', ada)).rejects.toMatchObject({ reason: 'TIE_NOT_PLAYABLE' })
    await expect(judge('1-1', bob)).rejects.toMatchObject({ reason: 'NO_SUCH_PLAYER' })
    await expect(judge('1-1', ada, ' ')).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    await judge('1-1', ada)
    await judge('1-2', bob)
    const corrected = await judge('1-1', dan)
    expect(tieIn(corrected, '2-1')).toMatchObject({ playerA: dan, playerB: bob, state: TieState.CALLED })
    const over = await judge('2-1', bob)
    expect(over).toMatchObject({ state: CupState.FINISHED, championId: bob })
    expect(over.ties.map(({ openToVerdict }) => openToVerdict)).toEqual([false, false, true])
    await expect(judge('1-1', ada)).rejects.toMatchObject({ reason: 'TIE_BUILT_UPON' })
  })

  test('can be corrected in a finished cup within the time for verdicts, and the cup goes on', async () => {
    const short = await platform.pod({}, { CUP_DISPUTE_MS: '4000' })
    const [ada, bob, cleo, dan] = people(4) as [number, number, number, number]
    const { id: cupId } = await platform.cupOf(short.cups, [ada, bob, cleo, dan])
    await short.cups.startCup({ cupId }, await mods())
    const judge = async (tieId: string, winnerId: number) =>
      short.cups.judgeTie({ cupId, tieId, winnerId, reason: 'I saw it.', version: 0 }, await mods())
    const openInList = async () => {
      const { ties } = await short.cups.listTies({ filter: 'all', page: 1, pageSize: 200 }, await mods())
      return ties.filter((tie) => tie.cupId === cupId && tie.tie?.openToVerdict).map(({ tie }) => tie?.id)
    }
    await judge('1-1', ada)
    expect(await judge('1-2', 0)).toMatchObject({ state: CupState.FINISHED, championId: ada })
    expect(await judge('1-2', cleo)).toMatchObject({ state: CupState.RUNNING, championId: 0, endedAtMs: 0 })
    expect(await short.cups.getNextTie({}, await platform.principal(cleo))).toMatchObject({ cupId, tieId: '2-1' })
    expect(await judge('2-1', cleo)).toMatchObject({ state: CupState.FINISHED, championId: cleo })
    expect(await openInList()).toEqual(['2-1'])
    await eventually(async () => expect(await openInList()).toEqual([]), 10_000)
    await expect(judge('2-1', ada)).rejects.toMatchObject({ reason: 'CUP_CLOSED' })
    await short.kill()
  })

  test('accepts one of two verdicts given on the same version', async () => {
    const [ada, bob] = people(2) as [number, number]
    const { id: cupId } = await platform.cupOf(pod.cups, [ada, bob])
    const { version } = tieIn(await pod.cups.startCup({ cupId }, await mods()), '1-1')
    const verdicts = [ada, bob].map(async (winnerId) =>
      pod.cups.judgeTie({ cupId, tieId: '1-1', winnerId, reason: 'I saw it.', version }, await mods()),
    )
    const [one, other] = await Promise.allSettled(verdicts)
    const [won, lost] = one?.status === 'fulfilled' ? [ada, other] : [bob, one]
    expect(lost).toMatchObject({ status: 'rejected', reason: { reason: 'CHANGED_MEANWHILE' } })
    expect((await pod.cups.getCup({ cupId })).championId).toBe(won)
  })

  test('issues a watch pass while its room is open', async () => {
    const [ada, bob] = people(2) as [number, number]
    const { id: cupId } = await platform.cupOf(pod.cups, [ada, bob])
    await pod.cups.startCup({ cupId }, await mods())
    const about = { cupId, tieId: '1-1' }
    const issue = async () => pod.cups.issueWatchPass(about, await mods())
    await expect(issue()).rejects.toMatchObject({ reason: 'TIE_NOT_RUNNING' })
    await pod.cups.bePresent(about, await platform.principal(ada))
    const { roomId } = await pod.cups.bePresent(about, await platform.principal(bob))
    const issued = await issue()
    expect(issued.roomId).toBe(roomId)
    expect(issued.expiresAtMs).toBeGreaterThan(Date.now())
    expect((await issue()).pass).not.toBe(issued.pass)
    const address = `127.0.0.1:${pod.service.ports.grpc}`
    const watching = createTestClient({ definition: WatchingServiceService, address })
    const connection = { socketId: newId(), gatewayId: newId() }
    const { room } = await watching.watchRoom({ roomId, pass: issued.pass, connection }, await mods())
    watching.close()
    // Not the name by which a judge signs in.
    expect(room?.watchers.map(({ name }) => name)).toEqual(['Judge'])
  })

  test('is listed under its heading with its players', async () => {
    const [ada, bob, cleo, dan] = people(4) as [number, number, number, number]
    const { id: cupId } = await platform.cupOf(pod.cups, [ada, bob, cleo, dan])
    await pod.cups.startCup({ cupId }, await mods())
    const states = async (filter: string) => {
      const { ties } = await pod.cups.listTies({ filter, page: 1, pageSize: 200 }, await mods())
      return ties.filter((tie) => tie.cupId === cupId).map(({ tie }) => [tie?.id, tie?.state] as const)
    }
    const list = async (filter: string) => (await states(filter)).map(([id]) => id)
    expect((await list('all')).sort()).toEqual(['1-1', '1-2'])
    expect((await list('running')).sort()).toEqual(['1-1', '1-2'])
    await pod.cups.bePresent({ cupId, tieId: '1-2' }, await platform.principal(bob))
    const { roomId } = await pod.cups.bePresent({ cupId, tieId: '1-2' }, await platform.principal(cleo))
    // The one whose players are still awaited is listed too.
    expect((await states('running')).sort()).toEqual([
      ['1-1', TieState.CALLED],
      ['1-2', TieState.PLAYING],
    ])
    await platform.battle(roomId, { finishedBy: bob })
    await eventually(async () => expect(await list('disputed')).toEqual(['1-2']))
    expect(await list('running')).toEqual(['1-1'])
    const wrong = pod.cups.listTies({ filter: 'mine', page: 1, pageSize: 25 }, await mods())
    await expect(wrong).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    await pod.cups.cancelCup({ cupId, reason: '' }, await mods())
    expect(await list('disputed')).toEqual([])
    expect(await list('running')).toEqual([])
  })

  test('rejects players of other ties', async () => {
    const [ada, bob] = people(2) as [number, number]
    const { id: cupId } = await platform.cupOf(pod.cups, [ada, bob])
    await pod.cups.startCup({ cupId }, await mods())
    const stranger = await platform.principal(newAccount())
    const present = (about: { cupId: string; tieId: string }) => pod.cups.bePresent(about, stranger)
    await expect(present({ cupId, tieId: '1-1' })).rejects.toMatchObject({ reason: 'NOT_YOUR_TIE' })
    await expect(present({ cupId, tieId: '1-2' })).rejects.toMatchObject({ reason: 'TIE_NOT_FOUND' })
    await expect(present({ cupId: newId(), tieId: '1-1' })).rejects.toMatchObject({ reason: 'CUP_NOT_FOUND' })
  })
})
