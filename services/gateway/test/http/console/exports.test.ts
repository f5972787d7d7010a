import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { GifCondition } from '@kla/proto'
import { EXPORT_ROWS_MAX } from '@kla/proto/web'
import type { FastifyInstance } from 'fastify'
import { AT_MS } from '../../support/fake-administrators.js'
import { BAN, REPORT, TICKET } from '../../support/fake-moderation.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let app: FastifyInstance

beforeAll(async () => {
  world = await createWorld()
})
// Each gateway counts exports anew.
beforeEach(async () => {
  app = (await world.gateway()).http
  world.auth.person(2)
  world.moderation.calls.length = 0
  world.moderation.refusal = undefined
  world.moderation.parts.exportReports = [{ reports: [REPORT], total: 1 }]
})
afterAll(() => world.stop())

const get = (url: string) => app.inject({ url, headers: { authorization: 'Bearer owner' } })

describe('GET /admin/reports.csv', () => {
  test('streams every part with a byte order mark, a dated name and times in UTC', async () => {
    const second = { ...REPORT, id: 43, reason: '=HYPERLINK("x"),\n', reviewedAtMs: AT_MS, reviewedBy: 'mod' }
    world.moderation.parts.exportReports = [
      { reports: [], total: 2 },
      { reports: [REPORT], total: 2 },
      { reports: [second], total: 2 },
    ]
    const response = await get('/admin/reports.csv?q=he&status=pending&sort=oldest&reported_id=2')
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="kla-reports-\d{4}-\d\d-\d\d\.csv"$/),
      'x-total-count': '2',
    })
    const [head, first, ...rest] = response.body.split('\r\n')
    expect(head).toMatch(/^\uFEFFid,created_at,reporter_id,/)
    expect(first).toBe('42,2026-11-21T08:30:00.000Z,1,ada,2,,abuse,abuse spam,pending,He shouted.,,1,,,false')
    expect(rest.join('\r\n')).toContain(`"'=HYPERLINK(""x""),\n",,1,2026-11-21T08:30:00.000Z,mod,false\r\n`)
    expect(world.moderation.calls).toMatchObject([
      {
        method: 'exportReports',
        request: { list: { q: 'he', status: 'pending', sort: 'oldest', reporterId: 0, reportedId: 2 } },
      },
    ])
  })

  test('says in its last line that there are more rows', async () => {
    world.moderation.parts.exportReports = [{ reports: [REPORT], total: EXPORT_ROWS_MAX + 1 }]
    expect((await get('/admin/reports.csv')).body).toMatch(/first 50000 rows[^\r]*\r\n$/)
  })

  test('answers a refusal before the first part as any other call', async () => {
    world.moderation.refusal = 'INVALID_FIELD'
    const response = await get('/admin/reports.csv')
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'INVALID_FIELD' })
    expect(response.headers['content-disposition']).toBeUndefined()
  })

  test('stops reading when the browser leaves', async () => {
    let parts = 0
    let stop: () => void
    const stopped = new Promise<void>((resolve) => (stop = resolve))
    const many = async function* () {
      try {
        for (; parts < 5_000; parts += 1) {
          yield { reports: Array.from({ length: 200 }, () => REPORT), total: 1 }
          await new Promise(setImmediate)
        }
      } finally {
        stop()
      }
    }
    Object.assign(world.moderation.parts, { exportReports: many() })
    const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const leaving = new AbortController()
    const headers = { authorization: 'Bearer owner' }
    const response = await fetch(`${address}/admin/reports.csv`, { headers, signal: leaving.signal })
    expect((await response.body?.getReader().read())?.done).toBe(false)
    leaving.abort()
    await stopped
    expect(parts).toBeLessThan(5_000)
  })

  test('refuses the seventh file within an hour', async () => {
    for (let file = 1; file <= 6; file += 1) expect((await get('/admin/reports.csv')).statusCode).toBe(200)
    const response = await get('/admin/bans.csv')
    expect([response.statusCode, response.json().code]).toEqual([429, 'RATE_LIMITED'])
  })
})

describe('the files of play and of the desk', () => {
  const files: readonly [string, string, object, string][] = [
    ['/admin/cups.csv', 'cups', { exportCups: { list: { page: 1, pageSize: 0 } } }, 'Night Cup'],
    ['/admin/ties.csv?filter=running', 'cups', { exportTies: { list: { filter: 'running' } } }, 'Night Cup'],
    [
      '/admin/leaderboard.csv?season=2026-Q4&mode=wins&userId=2',
      'standings',
      { exportStandings: { list: { season: '2026-Q4', order: 'wins', accountId: 2 } } },
      '1,2,player2,7,8',
    ],
    [
      '/admin/leaderboard/corrections.csv?userId=2',
      'standings',
      { exportCorrections: { list: { accountId: 2 } } },
      '2,player2,2026-Q4,-1,0,Lost by cheating.',
    ],
    ['/admin/jobs.csv?mine=1', 'desk', { exportJobs: { list: { mine: true } } }, '7,2,bob,threat'],
    [
      '/admin/decisions.csv?account=2',
      'decisions',
      { exportDecisions: { list: { accountId: 2 } } },
      '2,bob,7,acted,threats',
    ],
    ['/admin/appeals.csv?open=1', 'decisions', { exportAppeals: { list: { open: true } } }, 'open'],
    [
      '/admin/audit.csv?actor=mod&changes=1',
      'moderation',
      { exportAudit: { list: { actor: 'mod', changesOnly: true, before: 0, limit: 0 } } },
      'bans.create',
    ],
  ]
  test.each(files)('%s has what its list shows, with its filters', async (url, service, asked, text) => {
    const { calls } = world[service as 'cups' | 'standings' | 'desk' | 'decisions' | 'moderation']
    const response = await get(url)
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    const [[method, request]] = Object.entries(asked) as [[string, object]]
    expect(calls.at(-1)).toMatchObject({ method, request })
    const [head, row, end, ...more] = response.body.split('\r\n')
    expect([end, more]).toEqual(['', []])
    expect(row).toContain(text)
    expect(head!.split(',').length).toBeGreaterThan(4)
    expect(response.body).not.toContain('@')
  })

  test('/admin/gifs.csv has the GIFs of a filter', async () => {
    const response = await get('/admin/gifs.csv?category=default&condition=broken')
    expect(response.body).toContain('4,https://clips.example/4.mp4,,default,live')
    expect(world.library.gifControl.calls.at(-1)).toMatchObject({
      method: 'exportGifs',
      request: { list: { category: 'default', condition: GifCondition.BROKEN } },
    })
  })

  test('share one limit with the others', async () => {
    for (const name of ['cups', 'ties', 'gifs', 'leaderboard', 'jobs', 'reports'])
      expect((await get(`/admin/${name}.csv`)).statusCode).toBe(200)
    expect((await get('/admin/audit.csv')).statusCode).toBe(429)
  })
})

describe('the other files', () => {
  test('have no e-mails', async () => {
    world.moderation.parts.exportTickets = [{ tickets: [{ ...TICKET, userEmail: 'ada@example.com' }], total: 1 }]
    world.moderation.parts.exportBans = [{ bans: [BAN], total: 1 }]
    const files = ['/admin/support_tickets.csv', '/admin/bans.csv?active=1', '/admin/membersandguilddata.csv']
    for (const url of files) {
      const response = await get(url)
      expect([url, response.statusCode]).toEqual([url, 200])
      expect(response.body).not.toContain('@')
      expect(response.body.split('\r\n')).toHaveLength(3)
    }
  })

  test('need the right to manage members for members', async () => {
    const headers = { authorization: 'Bearer support' }
    expect((await app.inject({ url: '/admin/membersandguilddata.csv', headers })).statusCode).toBe(403)
  })
})
