import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Permission, STEP_UP_MS } from '@kla/proto/web'
import { refusalOf } from '@kla/testkit'
import { createDesk } from '../support/decisions.js'

let desk: Awaited<ReturnType<typeof createDesk>>
beforeAll(async () => {
  desk = await createDesk()
})
afterAll(() => desk.close())

const id = '018f6b1e-7c1a-7000-8000-000000000001'
type Context = { principal: string }

const CALLS: [string, Permission, (context: Context) => Promise<unknown>, string][] = [
  [
    'approveReportDeletion',
    'reports.delete',
    (context) => desk.moderation.approveReportDeletion({ id }, context),
    'APPROVAL_NOT_FOUND',
  ],
  [
    'approveDecision',
    'reports.decide',
    (context) => desk.client.approveDecision({ id }, context),
    'APPROVAL_NOT_FOUND',
  ],
  ['listReportApprovals', 'reports.delete', (context) => desk.moderation.listReportApprovals({}, context), ''],
]

test.each(CALLS)('%s serves a fresh session', async (_name, permission, call, fresh) => {
  const context = await desk.provedAgo(STEP_UP_MS - 60_000, permission)
  expect(await refusalOf(call(context))).toBe(fresh === '' ? 'not refused' : fresh)
})

test.each(CALLS)('%s asks to step up only if it approves', async (_name, permission, call, fresh) => {
  const context = await desk.provedAgo(STEP_UP_MS, permission)
  expect(await refusalOf(call(context))).toBe(fresh === '' ? 'not refused' : 'STEP_UP_REQUIRED')
})

test.each(CALLS)('%s refuses without the permission before it asks to step up', async (_name, _permission, call) => {
  expect(await refusalOf(call(await desk.provedAgo(STEP_UP_MS, 'bans.set')))).toBe('NOT_ALLOWED')
})
