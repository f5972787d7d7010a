import { expect, test } from '@jest/globals'
import { type Call, createLogger, createRedis } from '@kla/chassis'
import { REPORTS_PER_MINUTE } from '@kla/proto/web'
import { infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { createReportRate } from '../../src/reports/intake-store.js'
import type { Submission } from '../../src/reports/rules/submission.js'
import { submitReport } from '../../src/reports/submit-rpc.js'
import { memberOf } from '../support/fake-auth.js'

test('SubmitReport works without Redis', async () => {
  const stored: Submission[] = []
  const submit = submitReport({
    accounts: { find: async (id) => memberOf(id) },
    rate: { take: () => Promise.reject(new Error('Command timed out')) },
    meetings: { find: async () => ({ meeting: undefined, namedInPublic: true }) },
    takeContext: () => Promise.reject(new Error('asked for no meeting')),
    intake: {
      submit: async (submission) => {
        stored.push(submission)
        return { id: 7, category: submission.category }
      },
    },
    offerStills: () => Promise.reject(new Error('a public name has no stills')),
    signals: { reported: () => undefined },
    now: () => 5,
  })
  const call = {
    requestId: 'request',
    log: createLogger({ service: 'test', level: 'silent' }),
    principal: async () => ({ accountId: 1, username: 'player1', discordId: '10001', restrictions: [] }),
  } as unknown as Call
  expect(await submit({ reportedId: 2, category: 'name', reason: ' x ', incident: '' }, call)).toEqual({ reportId: 7 })
  expect(stored).toEqual([
    {
      reporterId: 1,
      reportedId: 2,
      category: 'name',
      reason: 'x',
      submittedAtMs: 5,
      requestId: 'request',
      context: undefined,
    },
  ])
})

test('the report rate is counted while Redis is full', async () => {
  const redis = createRedis({ url: infrastructure().redisUrl, log: quietLogger() })
  const rate = createReportRate(redis, `${uniqueName('moderation')}:`)
  try {
    await redis.config('SET', 'maxmemory', '1')
    const taken: boolean[] = []
    for (let at = 0; at <= REPORTS_PER_MINUTE; at += 1) taken.push(await rate.take(1, `request ${at}`, 5))
    expect(taken).toEqual([...Array<boolean>(REPORTS_PER_MINUTE).fill(true), false])
  } finally {
    await redis.config('SET', 'maxmemory', '0')
    redis.disconnect()
  }
})
