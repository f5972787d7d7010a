import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { AuditRecorded, subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { newAccount } from '../platform.js'
import { createCupPlatform, type CupPlatform, type CupPod, MANAGE, ordinaryCup } from './cup-platform.js'

const CUPS = 5

let platform: CupPlatform
let pod: CupPod
const exported: AuditRecorded[] = []
beforeAll(async () => {
  platform = await createCupPlatform()
  pod = await platform.pod()
  await platform.bus.subscribe(subjects.eventAuditRecorded('rooms'), ({ data }) => {
    const event = AuditRecorded.decode(data)
    if (event.action === 'cups.export') exported.push(event)
  })
  for (let at = 1; at < CUPS; at += 1) await pod.cups.createCup(ordinaryCup(), await mods())
  const { id: cupId } = await platform.cupOf(pod.cups, Array.from({ length: 4 }, newAccount))
  await pod.cups.startCup({ cupId }, await mods())
}, 60_000)
afterAll(() => platform.stop())

const mods = () => platform.administrator(...MANAGE)
const viewer = () => platform.administrator('cups.read')
const detailsOfLast = (): unknown => JSON.parse(exported.at(-1)?.details ?? 'null')

async function cupsOf(page: object) {
  const { cups, ...rest } = await pod.cups.listAllCups({ page: 1, pageSize: 2, ...page }, await viewer())
  return { ids: cups.map(({ id }) => id), ...rest }
}
async function tiesOf(page: object) {
  const { ties, ...rest } = await pod.cups.listTies({ filter: 'all', page: 1, pageSize: 1, ...page }, await viewer())
  return { ids: ties.map(({ tie }) => tie!.id), ...rest }
}
const calls = { ListAllCups: cupsOf, ListTies: tiesOf }

describe('the lists of cups and ties', () => {
  test.each(Object.entries(calls))('%s continues with `next` as with page numbers', async (_name, list) => {
    const first = await list({})
    const second = await list({ page: 2 })
    const after = await list({ after: first.next })
    expect(first.ids.length).toBeGreaterThan(0)
    expect(after).toEqual({ ids: second.ids, next: second.next, total: 0 })
    expect(first.total).toBe(second.total)
  })

  test('refuse a cursor of another filter or list, and name `after`', async () => {
    const { next: ofCups } = await cupsOf({})
    const { next: ofTies } = await tiesOf({})
    const others = [
      tiesOf({ after: ofCups }),
      tiesOf({ after: ofTies, filter: 'running' }),
      cupsOf({ after: ofTies }),
      cupsOf({ after: '?' }),
    ]
    const refused = { reason: 'INVALID_FIELD', message: expect.stringContaining('`after`') }
    await Promise.all(others.map((other) => expect(other).rejects.toMatchObject(refused)))
  })
})

describe('ExportCups', () => {
  test('streams what the list has, after an audit entry', async () => {
    const ids: string[] = []
    for await (const { cups, total } of pod.cups.exportCups({ list: { page: 1, pageSize: 0 } }, await viewer())) {
      expect(total).toBe(CUPS)
      ids.push(...cups.map(({ id }) => id))
    }
    expect(ids).toEqual((await cupsOf({ pageSize: 50 })).ids)
    await eventually(() => expect(detailsOfLast()).toEqual({ list: 'cups', rows: CUPS }))
    expect(exported.at(-1)).toMatchObject({ actor: expect.stringMatching(/^mod/), subjectKind: '' })
  })

  test('refuses callers without the permission, before an entry', async () => {
    const before = exported.length
    const stream = pod.cups.exportCups({ list: { page: 1, pageSize: 0 } }, await platform.administrator('gifs.read'))
    await expect(async () => {
      for await (const _part of stream);
    }).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
    expect(exported).toHaveLength(before)
  })
})

describe('ExportTies', () => {
  test('streams the ties of a filter, after an audit entry', async () => {
    const list = { filter: 'running', page: 1, pageSize: 0 }
    const ids: string[] = []
    for await (const { ties } of pod.cups.exportTies({ list }, await viewer()))
      ids.push(...ties.map(({ tie }) => tie!.id))
    expect(ids.sort()).toEqual(['1-1', '1-2'])
    await eventually(() => expect(detailsOfLast()).toEqual({ list: 'ties', filter: 'running', rows: 2 }))
  })

  test('rejects an unknown filter', async () => {
    const stream = pod.cups.exportTies({ list: { filter: 'lost', page: 1, pageSize: 0 } }, await viewer())
    await expect(async () => {
      for await (const _part of stream);
    }).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
  })
})
