import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createDatabase } from '@kla/chassis'
import { AuditRecorded, subjects } from '@kla/proto'
import { eventually, quietLogger } from '@kla/testkit'
import { newAccount } from '../platform.js'
import { createCupPlatform, type CupPlatform, type CupPod, MANAGE } from './cup-platform.js'

const VIEW_MS = 600_000

let platform: CupPlatform
let pod: CupPod
let cupId: string
let aheadMs = 0
const entries: AuditRecorded[] = []
beforeAll(async () => {
  platform = await createCupPlatform()
  pod = await platform.pod({ now: () => Date.now() + aheadMs })
  await platform.bus.subscribe(subjects.eventAuditRecorded('rooms'), ({ data }) => {
    const event = AuditRecorded.decode(data)
    if (['cups.list', 'cups.read'].includes(event.action)) entries.push(event)
  })
  ;({ id: cupId } = await platform.cupOf(pod.cups, [newAccount(), newAccount()]))
  await pod.cups.startCup({ cupId }, await platform.administrator(...MANAGE))
  // The middle of a view, so that none ends during a test.
  aheadMs = (VIEW_MS * 1.5 - (Date.now() % VIEW_MS)) % VIEW_MS
}, 60_000)
afterAll(() => platform.stop())

const seenBy = (id: number) =>
  entries
    .filter(({ actorId }) => actorId === id)
    .map(({ action, subjectId, details }) => ({ action, subjectId, details: JSON.parse(details) as unknown }))
const list = async (id: number, filter = 'all') =>
  pod.cups.listTies({ filter, page: 1, pageSize: 25 }, await platform.administratorOf(id, 'cups.read'))
const read = async (id: number, tieId = '1-1') =>
  pod.cups.getTie({ cupId, tieId }, await platform.administratorOf(id, 'cups.read'))

describe('a view of ties', () => {
  test('leaves one entry in the audit log for ten minutes of the same ties', async () => {
    const [listed, one] = [
      { action: 'cups.list', subjectId: '', details: { filter: 'all', ties: [`${cupId} 1-1`] } },
      { action: 'cups.read', subjectId: cupId, details: { tieId: '1-1' } },
    ]
    for (let time = 0; time < 3; time += 1) await Promise.all([list(5), read(5)])
    await list(5, 'disputed')
    const others = { action: 'cups.list', subjectId: '', details: { filter: 'disputed', ties: [] } }
    await eventually(() => expect(seenBy(5)).toHaveLength(3))
    expect(seenBy(5)).toEqual(expect.arrayContaining([listed, one, others]))
    aheadMs += VIEW_MS
    await Promise.all([list(5), read(5), list(6)])
    await eventually(() => expect(seenBy(6)).toEqual([listed]))
    await eventually(() => expect(seenBy(5)).toHaveLength(5))
  })

  test('leaves none when there is nothing to see', async () => {
    await expect(read(7, '9-9')).rejects.toMatchObject({ reason: 'TIE_NOT_FOUND' })
    await expect(list(7, 'mine')).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    await list(8)
    await eventually(() => expect(seenBy(8)).toHaveLength(1))
    expect(seenBy(7)).toEqual([])
  })

  test('shows nothing before its entry is stored', async () => {
    const database = createDatabase({ ...platform.tables, log: quietLogger(), max: 1 })
    await database.query('ALTER TABLE outbox RENAME TO outbox_gone')
    const outcomes = await Promise.allSettled([list(9), read(9)])
    await database.query('ALTER TABLE outbox_gone RENAME TO outbox')
    await database.end()
    expect(outcomes).toMatchObject([{ reason: { reason: 'INTERNAL' } }, { reason: { reason: 'INTERNAL' } }])
  })
})
