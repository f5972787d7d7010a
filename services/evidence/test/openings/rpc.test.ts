import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createApprovalNotices } from '@kla/chassis'
import { ApprovalChanged, subjects } from '@kla/proto'
import {
  APPROVAL_REASON_MAX,
  APPROVER_WAIT_MS,
  EVIDENCE_OPEN_MS,
  type Independence,
  JOB_CLOCKS_MS,
  type Permission,
  refusedField,
  STEP_UP_MS,
} from '@kla/proto/web'
import { eventually, infrastructure, refusalOf } from '@kla/testkit'
import { connect } from '@nats-io/transport-node'
import { createOpenings } from '../../src/openings/index.js'
import { createUnsealer } from '../../src/shared/sealing.js'
import { createEvidence, type Evidence, keeping, looked, REPORTED } from '../support/evidence.js'
import { newKeys, someStills } from '../support/stills.js'

let evidence: Evidence
beforeAll(async () => void (evidence = await createEvidence()))
afterAll(() => evidence.close())

const HOUR_MS = 3_600_000
const OPENER = ['evidence.open'] as const
const GRAVE = ['evidence.open', 'reports.grave'] as const

const by = (id: number, ...permissions: Permission[]) =>
  evidence.administrator(id, ...(permissions.length > 0 ? permissions : OPENER))
const ask = async (reportId: number, id = 1, ...permissions: Permission[]) =>
  evidence.client.requestOpening(
    { reportId, reason: 'They say that they were threatened.' },
    await by(id, ...permissions),
  )
const approve = async (id: string, who = 2, ...permissions: Permission[]) =>
  evidence.client.approveOpening({ id }, await by(who, ...permissions))
const open = async (
  reportId: number,
  who: number,
  { sharp = false, client = evidence.client, permissions = [] as Permission[] } = {},
) => looked(client.openEvidence({ reportId, sharp }, await by(who, ...permissions)))
const describeIt = async (reportId: number, ...permissions: Permission[]) =>
  evidence.client.describeEvidence({ reportId }, await evidence.administrator(9, 'reports.read', ...permissions))

/** A report whose stills the administrators 1 and 2 may see. */
async function opened(options: Parameters<Evidence['stored']>[0] = {}, ...permissions: Permission[]): Promise<number> {
  const reportId = await evidence.stored(options)
  const { id } = await ask(reportId, 1, ...permissions)
  await approve(id, 2, ...permissions)
  return reportId
}

describe('an opening', () => {
  test('takes two administrators, who then see patches, and leaves three entries in the audit log', async () => {
    const reportId = await evidence.stored()
    const asked = await ask(reportId)
    expect(asked).toMatchObject({ reportId, askedById: 1, askedBy: 'mod1', approvedById: 0, approvedBy: '' })
    expect(await refusalOf(open(reportId, 1))).toBe('SECOND_PERSON_REQUIRED')
    expect(await approve(asked.id)).toMatchObject({ id: asked.id, approvedById: 2, approvedBy: 'mod2' })
    const stills = await open(reportId, 1)
    expect(stills.map(({ takenAtMs, jpeg }) => ({ takenAtMs, jpeg: new Uint8Array(jpeg) }))).toEqual(
      someStills().map(({ takenAtMs, patch }) => ({ takenAtMs, jpeg: new Uint8Array(patch) })),
    )
    expect(await evidence.audited(reportId)).toEqual([
      { action: 'evidence.ask', actorId: 1, details: { opening: asked.id } },
      { action: 'evidence.approve', actorId: 2, details: { opening: asked.id } },
      { action: 'evidence.open', actorId: 1, details: { opening: asked.id, stills: 3 } },
    ])
  })

  test('shows sharp stills as a separate, audited look', async () => {
    const reportId = await opened()
    const stills = await open(reportId, 2, { sharp: true })
    expect(stills.map(({ jpeg }) => new Uint8Array(jpeg))).toEqual(
      someStills().map(({ still }) => new Uint8Array(still)),
    )
    expect((await evidence.audited(reportId)).at(-1)).toMatchObject({
      action: 'evidence.look',
      actorId: 2,
      details: { stills: 3 },
    })
  })

  test('shows all stills submitted for a report, oldest first', async () => {
    const reportId = await opened()
    await evidence.stored({ reportId, stills: someStills(2) })
    const stills = await open(reportId, 1)
    expect(stills).toHaveLength(5)
    expect([...new Set(stills.map(({ evidenceId }) => evidenceId))]).toEqual(
      (await describeIt(reportId)).items.map(({ id }) => id),
    )
  })

  test('is valid only for its two administrators', async () => {
    const reportId = await opened()
    expect(await refusalOf(open(reportId, 3))).toBe('SECOND_PERSON_REQUIRED')
  })

  test('ends an hour after it was approved', async () => {
    const reportId = await opened()
    evidence.clock.aheadMs = EVIDENCE_OPEN_MS - 60_000
    expect(await open(reportId, 1)).toHaveLength(3)
    evidence.clock.aheadMs = EVIDENCE_OPEN_MS + 60_000
    expect(await refusalOf(open(reportId, 1))).toBe('SECOND_PERSON_REQUIRED')
    evidence.clock.aheadMs = 0
  })

  test('shows nothing before its entry is in the audit log', async () => {
    const reportId = await opened()
    const before = await evidence.audited(reportId)
    await evidence.database.query('ALTER TABLE outbox RENAME TO outbox_gone')
    const outcome = await refusalOf(open(reportId, 1))
    await evidence.database.query('ALTER TABLE outbox_gone RENAME TO outbox')
    expect(outcome).toBe('INTERNAL')
    expect(await evidence.audited(reportId)).toEqual(before)
  })

  test('shows nothing without the key', async () => {
    const reportId = await opened()
    const client = await evidence.pod({ EVIDENCE_PRIVATE_KEYS: newKeys().privateKey })
    await expect(open(reportId, 1, { client })).rejects.toMatchObject({
      reason: 'EVIDENCE_DAMAGED',
      message: "These stills can't be opened: their key isn't configured any more. Ask an operator to restore it.",
    })
  })

  test('shows stills sealed to an older key', async () => {
    const reportId = await opened()
    const client = await evidence.pod({ EVIDENCE_PRIVATE_KEYS: `${newKeys().privateKey},${evidence.keys.privateKey}` })
    expect(await open(reportId, 1, { client })).toHaveLength(3)
  })

  test.each([
    ['a flipped byte of the sealed stills', 'sealed = set_byte(sealed, 60, get_byte(sealed, 60) # 1)'],
    ['stills of another row', 'sealed = (SELECT sealed FROM evidence ORDER BY seq LIMIT 1)'],
    ['another token', `token = repeat('x', 43)`],
    ['another hash of its own', 'hash = sha256(hash)'],
    ['another hash before', 'previous_hash = sha256(hash)'],
  ])('refuses %s', async (_what, change) => {
    await evidence.stored()
    const reportId = await opened()
    await evidence.tamper(`CREATE TABLE kept AS SELECT * FROM evidence WHERE report_id = ${reportId}`)
    await evidence.tamper(`UPDATE evidence SET ${change} WHERE report_id = ${reportId}`)
    expect(await refusalOf(open(reportId, 1))).toBe('EVIDENCE_DAMAGED')
    await evidence.tamper(`UPDATE evidence AS e SET sealed = k.sealed, token = k.token, hash = k.hash, previous_hash = k.previous_hash
                           FROM kept AS k WHERE k.seq = e.seq`)
    await evidence.tamper('DROP TABLE kept')
    expect(await open(reportId, 1)).toHaveLength(3)
  })
})

describe('DescribeEvidence', () => {
  const reads = async (reportId: number) =>
    (await evidence.audited(reportId)).filter(({ action }) => action === 'evidence.read')

  test('leaves one entry in the audit log for a view of ten minutes', async () => {
    const reportId = await evidence.stored()
    const viewMs = 600_000
    evidence.clock.aheadMs = viewMs - (Date.now() % viewMs)
    await describeIt(reportId)
    await describeIt(reportId)
    expect(await reads(reportId)).toEqual([{ action: 'evidence.read', actorId: 9, details: { items: 1 } }])
    evidence.clock.aheadMs += viewMs
    await describeIt(reportId)
    evidence.clock.aheadMs = 0
    expect(await reads(reportId)).toHaveLength(2)
  })

  test('marks its entry about a grave report', async () => {
    const reportId = await evidence.stored({ category: 'illegal_content', grave: true })
    expect(await refusalOf(describeIt(reportId))).toBe('EVIDENCE_NOT_FOUND')
    expect(await reads(reportId)).toEqual([])
    await describeIt(reportId, 'reports.grave')
    expect(await reads(reportId)).toMatchObject([{ details: { items: 1, grave: true } }])
  })

  test('shows nothing before its entry is in the audit log', async () => {
    const reportId = await evidence.stored()
    await evidence.database.query('ALTER TABLE outbox RENAME TO outbox_gone')
    const outcome = await refusalOf(describeIt(reportId))
    await evidence.database.query('ALTER TABLE outbox_gone RENAME TO outbox')
    expect(outcome).toBe('INTERNAL')
  })
})

describe('RequestOpening', () => {
  test('returns the waiting request when another administrator asks again', async () => {
    const reportId = await evidence.stored()
    const first = await ask(reportId)
    expect(await ask(reportId)).toEqual(first)
    expect(await ask(reportId, 2)).toEqual(first)
    expect(await evidence.audited(reportId)).toHaveLength(1)
  })

  test('makes another one beside a request that the caller may not approve', async () => {
    const reportId = await evidence.stored()
    const first = await ask(reportId)
    const made = (changedAtMs = 1) => evidence.dependent(4, { makers: [1], controllers: [], changedAtMs })
    const again = async (as: Promise<{ principal: string }>) =>
      evidence.client.requestOpening({ reportId, reason: 'The job is due.' }, await as)
    const own = await again(made())
    expect(own).toMatchObject({ askedById: 4, approvedById: 0 })
    expect(own.id).not.toBe(first.id)
    expect(await again(made())).toEqual(own)
    expect(await ask(reportId)).toEqual(first)
    const newcomer = () => evidence.dependent(5, { makers: [], controllers: [], changedAtMs: evidence.clock.now() })
    expect(await again(newcomer())).toMatchObject({ askedById: 5 })

    expect(await approve(own.id, 3)).toMatchObject({ askedById: 4, approvedById: 3 })
    const stills = await looked(evidence.client.openEvidence({ reportId, sharp: false }, await made()))
    expect(stills).toHaveLength(3)
    expect(await refusalOf(open(reportId, 1))).toBe('SECOND_PERSON_REQUIRED')
  })

  test('makes one opening when asked concurrently', async () => {
    const reportId = await evidence.stored()
    const asked = await Promise.all([1, 2, 3, 4].map((id) => ask(reportId, id)))
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1)
  })

  test('makes a new opening after an approval and after a day', async () => {
    const reportId = await opened()
    const second = await ask(reportId, 3)
    evidence.clock.aheadMs = 25 * HOUR_MS
    expect((await ask(reportId, 3)).id).not.toBe(second.id)
    evidence.clock.aheadMs = 0
  })

  test('ends with the clock of the category, may be repeated then, and leaves both requests in the audit log', async () => {
    const reportId = await evidence.stored({ category: 'threat' })
    const first = await ask(reportId)
    expect(first.untilMs - first.askedAtMs).toBe(JOB_CLOCKS_MS.threat)
    evidence.clock.aheadMs = JOB_CLOCKS_MS.threat + 1_000
    expect(await refusalOf(approve(first.id))).toBe('APPROVAL_NOT_FOUND')
    const second = await ask(reportId)
    expect(second.id).not.toBe(first.id)
    expect(await approve(second.id)).toMatchObject({
      approvedById: 2,
      untilMs: expect.closeTo(evidence.clock.now() + EVIDENCE_OPEN_MS, -4),
    })
    expect(await evidence.audited(reportId)).toEqual([
      { action: 'evidence.ask', actorId: 1, details: { opening: first.id } },
      { action: 'evidence.ask', actorId: 1, details: { opening: second.id } },
      { action: 'evidence.approve', actorId: 2, details: { opening: second.id } },
    ])
    evidence.clock.aheadMs = 0
  })

  test.each(['', '   ', 'x'.repeat(APPROVAL_REASON_MAX + 1), '\u200b\u2800'])(
    'refuses the reason %j',
    async (reason) => {
      const reportId = await evidence.stored()
      await expect(evidence.client.requestOpening({ reportId, reason }, await by(1))).rejects.toMatchObject({
        reason: 'INVALID_FIELD',
        message: refusedField('reason').text,
      })
    },
  )

  test('finds nothing of reports without stills', async () => {
    const { reportId } = await evidence.reserve()
    for (const id of [reportId, 1, 0, -1]) expect(await refusalOf(ask(id))).toBe('EVIDENCE_NOT_FOUND')
  })
})

describe('a request', () => {
  test('notifies consoles by ids alone when it is asked, approved and when it runs out', async () => {
    const connection = await connect({ servers: infrastructure().natsUrl })
    const received: ApprovalChanged[] = []
    connection.subscribe(subjects.approvalsChanged, {
      callback: (_error, { data }) => void received.push(ApprovalChanged.decode(data)),
    })
    await connection.flush()
    const reportId = await evidence.stored({ category: 'illegal_content', grave: true })
    const { id } = await ask(reportId, 1, ...GRAVE)
    await approve(id, 2, ...GRAVE)
    const other = await ask(await evidence.stored({ category: 'threat' }), 1)
    const noticeEnded = createOpenings({
      database: evidence.database,
      vaulted: evidence.database,
      unsealer: createUnsealer([]),
      ofMinors: 'patches',
      notices: createApprovalNotices(
        { publish: (subject, data) => connection.publish(subject, data) },
        evidence.clock.now,
      ),
      now: evidence.clock.now,
    }).noticeEnded
    evidence.clock.aheadMs = JOB_CLOCKS_MS.threat + 1_000
    await noticeEnded()
    evidence.clock.aheadMs = 0
    const all = { askedById: 1, permissions: ['evidence.open'], grave: true, ended: false }
    await eventually(() => {
      expect(received.filter((one) => one.id === id)).toEqual([
        { id, ...all, approvedById: 0 },
        { id, ...all, approvedById: 2 },
      ])
      expect(received.filter((one) => one.id === other.id)).toEqual([
        { ...all, id: other.id, approvedById: 0, grave: false },
        { ...all, id: other.id, approvedById: 0, grave: false, ended: true },
      ])
    })
    await connection.close()
  })

  test('counts for those who can approve it', async () => {
    const approvable = async (id: number, ...permissions: Permission[]) =>
      (await evidence.client.listOpenings({}, await by(id, ...permissions))).approvable
    const before = { asker: await approvable(1), other: await approvable(2), holder: await approvable(2, ...GRAVE) }
    await ask(await evidence.stored())
    const grave = await ask(await evidence.stored({ category: 'illegal_content', grave: true }), 1, ...GRAVE)
    expect(await approvable(1)).toBe(before.asker)
    expect(await approvable(2)).toBe(before.other + 1)
    expect(await approvable(2, ...GRAVE)).toBe(before.holder + 2)
    await approve(grave.id, 3, ...GRAVE)
    expect(await approvable(2, ...GRAVE)).toBe(before.holder + 1)
  })
})

describe('ApproveOpening', () => {
  test('refuses the requester', async () => {
    const reportId = await evidence.stored()
    const { id } = await ask(reportId)
    expect(await refusalOf(approve(id, 1))).toBe('NOT_ALLOWED')
    expect(await evidence.audited(reportId)).toHaveLength(1)
  })

  test.each<[string, Partial<Independence>, Partial<Independence>, string]>([
    ['whom the requester has made', {}, { makers: [1] }, 'APPROVER_NOT_INDEPENDENT'],
    ['who has made the requester', { makers: [2] }, {}, 'APPROVER_NOT_INDEPENDENT'],
    [
      'whose credentials come from where the requester’s do',
      { controllers: [7] },
      { controllers: [8, 7] },
      'APPROVER_NOT_INDEPENDENT',
    ],
    [
      'whose credentials come from the requester by another account',
      {},
      { controllers: [8, 1] },
      'APPROVER_NOT_INDEPENDENT',
    ],
    [
      'whose account is younger than seven days',
      {},
      { changedAtMs: Date.now() - APPROVER_WAIT_MS + 60_000 },
      'APPROVER_TOO_NEW',
    ],
  ])('refuses an administrator %s', async (_what, asker, approver, reason) => {
    const reportId = await evidence.stored()
    const none = { makers: [], controllers: [], changedAtMs: 0 }
    const request = { reportId, reason: 'They say that they were threatened.' }
    const { id } = await evidence.client.requestOpening(request, await evidence.dependent(1, { ...none, ...asker }))
    expect(
      await refusalOf(evidence.client.approveOpening({ id }, await evidence.dependent(2, { ...none, ...approver }))),
    ).toBe(reason)
    expect(await refusalOf(open(reportId, 1))).toBe('SECOND_PERSON_REQUIRED')
    expect(await evidence.audited(reportId)).toHaveLength(1)
    expect(await approve(id, 3)).toMatchObject({ approvedById: 3 })
  })

  test('changes nothing when it is repeated, or called by a third administrator', async () => {
    const reportId = await evidence.stored()
    const { id } = await ask(reportId)
    const first = await approve(id)
    expect(await approve(id)).toEqual(first)
    expect(await approve(id, 3)).toEqual(first)
    expect(await refusalOf(open(reportId, 3))).toBe('SECOND_PERSON_REQUIRED')
    expect(await evidence.audited(reportId)).toHaveLength(2)
  })

  test('rejects a request that is unknown, a day old or about a deleted report', async () => {
    const reportId = await evidence.stored()
    const { id } = await ask(reportId)
    for (const unknown of ['', 'x', '0190a8a0-0000-7000-8000-000000000000'])
      expect(await refusalOf(approve(unknown))).toBe('APPROVAL_NOT_FOUND')
    evidence.clock.aheadMs = 24 * HOUR_MS + 60_000
    expect(await refusalOf(approve(id))).toBe('APPROVAL_NOT_FOUND')
    evidence.clock.aheadMs = 0
    await evidence.state(reportId, 1, { hidden: true })
    expect(await refusalOf(approve(id))).toBe('APPROVAL_NOT_FOUND')
  })
})

describe('step-up', () => {
  test('is asked for to approve and to open, and not to request', async () => {
    const reportId = await evidence.stored()
    const stale = await evidence.provedAgo(STEP_UP_MS, 2, 'evidence.open')
    const { id } = await evidence.client.requestOpening(
      { reportId, reason: 'r' },
      await evidence.provedAgo(STEP_UP_MS, 1, 'evidence.open'),
    )
    expect(await refusalOf(evidence.client.approveOpening({ id }, stale))).toBe('STEP_UP_REQUIRED')
    await evidence.client.approveOpening({ id }, await evidence.provedAgo(STEP_UP_MS - 60_000, 2, 'evidence.open'))
    expect(await refusalOf(looked(evidence.client.openEvidence({ reportId, sharp: false }, stale)))).toBe(
      'STEP_UP_REQUIRED',
    )
  })
})

describe('grave reports', () => {
  const grave = { category: 'illegal_content', grave: true } as const

  test('are not found without the permission', async () => {
    const reportId = await evidence.stored(grave)
    const { id } = await ask(reportId, 1, ...GRAVE)
    expect(await refusalOf(describeIt(reportId))).toBe('EVIDENCE_NOT_FOUND')
    expect(await refusalOf(ask(reportId, 2))).toBe('EVIDENCE_NOT_FOUND')
    expect(await refusalOf(approve(id))).toBe('APPROVAL_NOT_FOUND')
    await approve(id, 2, ...GRAVE)
    expect(await refusalOf(open(reportId, 2))).toBe('EVIDENCE_NOT_FOUND')
    expect(await open(reportId, 2, { permissions: [...GRAVE] })).toHaveLength(3)
    const listed = async (...permissions: Permission[]) =>
      (await evidence.client.listOpenings({}, await by(1, ...permissions))).openings.filter(
        (one) => one.reportId === reportId,
      )
    expect(await listed()).toEqual([])
    expect(await listed(...GRAVE)).toMatchObject([{ id }])
    expect((await evidence.audited(reportId)).map(({ details }) => (details as { grave?: boolean }).grave)).toEqual([
      true,
      true,
      true,
    ])
  })

  test('include reports that moderation has since marked as grave', async () => {
    const reportId = await opened()
    await evidence.state(reportId, 1, grave)
    expect(await refusalOf(open(reportId, 1))).toBe('EVIDENCE_NOT_FOUND')
  })

  test('include a report that was merged with a graver one', async () => {
    const reportId = await evidence.stored()
    await evidence.reserve({ reportId, ...grave })
    expect(await refusalOf(describeIt(reportId))).toBe('EVIDENCE_NOT_FOUND')
  })
})

describe("reports about an administrator's own player account", () => {
  interface Made {
    readonly approved: number
    readonly waiting: number
    readonly id: string
  }
  const RIGHTS = ['reports.read', ...GRAVE] as const
  const own = () => evidence.playing(REPORTED, 2, ...RIGHTS)
  const others = () => evidence.playing(REPORTED + 1, 2, ...RIGHTS)
  const make = async (): Promise<Made> => {
    const [approved, waiting] = [await opened(), await evidence.stored()]
    return { approved, waiting, id: (await ask(waiting)).id }
  }

  test.each<[string, string, (made: Made, as: { principal: string }) => Promise<unknown>]>([
    [
      'DescribeEvidence',
      'EVIDENCE_NOT_FOUND',
      ({ waiting }, as) => evidence.client.describeEvidence({ reportId: waiting }, as),
    ],
    [
      'RequestOpening',
      'EVIDENCE_NOT_FOUND',
      ({ waiting }, as) => evidence.client.requestOpening({ reportId: waiting, reason: 'r' }, as),
    ],
    ['ApproveOpening', 'APPROVAL_NOT_FOUND', ({ id }, as) => evidence.client.approveOpening({ id }, as)],
    [
      'OpenEvidence',
      'EVIDENCE_NOT_FOUND',
      ({ approved }, as) => looked(evidence.client.openEvidence({ reportId: approved, sharp: false }, as)),
    ],
  ])('are not found by %s (%s), and others are', async (_rpc, refusal, call) => {
    const made = await make()
    expect(await refusalOf(call(made, await own()))).toBe(refusal)
    expect(await refusalOf(call(made, await others()))).toBe('not refused')
  })

  test('are neither listed nor counted', async () => {
    await make()
    const [theirs, all] = await Promise.all(
      [await own(), await others()].map((as) => evidence.client.listOpenings({}, as)),
    )
    expect(theirs).toEqual({ openings: [], approvable: 0 })
    expect(all?.approvable).toBeGreaterThan(0)
  })

  test('are hidden once moderation sends whom they are about, and stay hidden when it does not send it again', async () => {
    const reportId = await evidence.stored()
    await evidence.tamper('UPDATE report_states SET reported_id = NULL WHERE report_id = $1', [reportId])
    const outcome = async () => refusalOf(evidence.client.describeEvidence({ reportId }, await own()))
    expect(await outcome()).toBe('not refused')
    await evidence.state(reportId, 1, { reportedId: REPORTED })
    expect(await outcome()).toBe('EVIDENCE_NOT_FOUND')
    await evidence.state(reportId, 2)
    expect(await outcome()).toBe('EVIDENCE_NOT_FOUND')
  })
})

describe('stills of possible minors', () => {
  const minor = { category: 'possible_minor', grave: true } as const

  test('are only patches by default', async () => {
    const reportId = await opened(minor, ...GRAVE)
    expect(await open(reportId, 1, { permissions: [...GRAVE] })).toHaveLength(3)
    expect(await refusalOf(open(reportId, 1, { sharp: true, permissions: [...GRAVE] }))).toBe('NOT_ALLOWED')
    expect((await describeIt(reportId, 'reports.grave')).items).toMatchObject([{ hasStills: false }])
  })

  test("are not shown sharp once the report's category has become one", async () => {
    const reportId = await opened()
    await evidence.state(reportId, 1, minor)
    expect(await open(reportId, 1, { permissions: [...GRAVE] })).toHaveLength(3)
    expect(await refusalOf(open(reportId, 1, { sharp: true, permissions: [...GRAVE] }))).toBe('NOT_ALLOWED')
    const client = await evidence.pod(keeping('stills'))
    expect(await open(reportId, 1, { sharp: true, client, permissions: [...GRAVE] })).toHaveLength(3)
  })

  test('are not available sharp when only patches were submitted', async () => {
    const reportId = await opened({ stills: someStills(3, { patchesOnly: true }) })
    expect(await refusalOf(open(reportId, 1, { sharp: true }))).toBe('EVIDENCE_NOT_FOUND')
  })
})

describe('DescribeEvidence', () => {
  test('describes the stored items and the waiting or approved openings, without a still', async () => {
    const reportId = await opened()
    const { items, openings } = await describeIt(reportId)
    expect(items).toMatchObject([
      { held: false, hasStills: true, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown },
    ])
    expect(openings).toMatchObject([{ reportId, askedById: 1, approvedById: 2 }])
    evidence.clock.aheadMs = 2 * HOUR_MS
    expect((await describeIt(reportId)).openings).toEqual([])
    evidence.clock.aheadMs = 0
  })

  test('finds nothing without stored stills', async () => {
    expect(await refusalOf(describeIt((await evidence.reserve()).reportId))).toBe('EVIDENCE_NOT_FOUND')
  })
})

test('ListOpenings lists waiting and approved openings, newest first', async () => {
  const ids: string[] = []
  for (let at = 0; at < 2; at++) ids.unshift((await ask(await evidence.stored())).id)
  const { openings } = await evidence.client.listOpenings({}, await by(3))
  // Earlier tests asked with a clock ahead.
  expect(openings.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids)
})

test.each([
  ['describeEvidence', { reportId: 1 }, 'reports.read'],
  ['requestOpening', { reportId: 1, reason: 'r' }, 'evidence.open'],
  ['listOpenings', {}, 'evidence.open'],
  ['approveOpening', { id: '' }, 'evidence.open'],
  ['openEvidence', { reportId: 1, sharp: false }, 'evidence.open'],
] as const)('%s requires an administrator with the permission', async (method, request, permission) => {
  const call = async (context?: object): Promise<unknown> => {
    const answer = (
      evidence.client[method] as (request: object, context?: object) => Promise<unknown> | AsyncIterable<never>
    )(request, context)
    return refusalOf(Symbol.asyncIterator in answer ? looked(answer) : answer)
  }
  expect(await call()).toBe('NOT_SIGNED_IN')
  expect(await call(await evidence.as(5))).toBe('NOT_ALLOWED')
  const others = (['reports.read', 'evidence.open', 'reports.grave', 'reports.decide'] as const).filter(
    (one) => one !== permission,
  )
  expect(await call(await evidence.administrator(1, ...others))).toBe('NOT_ALLOWED')
})
