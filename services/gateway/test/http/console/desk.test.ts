import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { Appeal, ApprovalChanged, Desk, Job, JobDetail, messageOf, SessionEnded, subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'
import type { FastifyInstance } from 'fastify'
import type { Service } from '../../../src/service.js'
import { AT_MS } from '../../support/fake-administrators.js'
import { BAN, NOTE_ID, REPORT } from '../../support/fake-moderation.js'
import { createWorld, type World } from '../../support/world.js'

const AT = '2026-11-21T08:30:00.000Z'
const owner = { authorization: 'Bearer owner' }

let world: World
let gateway: Service
let app: FastifyInstance

beforeAll(async () => {
  world = await createWorld()
  gateway = await world.gateway()
  app = gateway.http
})
afterAll(() => world.stop())
beforeEach(() => {
  world.desk.refusal = undefined
})

describe('jobs', () => {
  test('include reports, decisions with their appeals, and bans in force', async () => {
    const { decision } = (await world.decisions.client.listAppeals({ open: true, after: '', limit: 25 })).appeals[0]!
    const appeal = messageOf(Appeal, { id: 5, text: 'No.', openedAtMs: AT_MS, dueAtMs: AT_MS, state: 'open' })
    const { gateway: _, ...job } = { gateway, ...(await world.desk.client.getJob({ id: 7 })) }
    const detail = messageOf(JobDetail, {
      job: messageOf(Job, {
        ...job.job,
        claimedById: 5,
        claimedBy: 'mod',
        claimedUntilMs: AT_MS,
        claim: 'c',
        decisions: 1,
        closedAtMs: AT_MS,
      }),
      reports: [REPORT],
      decisions: [{ ...decision!, appeal }],
      bansInForce: [BAN],
    })
    const own = await world.gateway({}, { clients: { desk: { ...world.desk.client, getJob: async () => detail } } })
    const response = await own.http.inject({ url: '/admin/jobs/7', headers: owner })
    expect(response.json()).toMatchObject({
      id: 7,
      claimed_by_id: 5,
      claimed_by: 'mod',
      claimed_until: AT,
      claim: 'c',
      decisions: 1,
      closed_at: AT,
      pending: [{ id: 42, category: 'abuse' }],
      decided: [
        {
          account_id: 2,
          outcome: 'acted',
          rule: 'threats',
          basis: ['chat'],
          measures: [{ kind: 'global', duration_ms: 604_800_000, ban_id: 3 }],
          reports: [42],
          approved_by: null,
          ended_at: null,
          appeal: { id: 5, text: 'No.', opened_at: AT, state: 'open', answer: null, decided_at: null },
        },
      ],
      bans_in_force: [{ id: 7, scope: 'global' }],
    })
  })

  test.each([
    ['JOB_NOT_FOUND', 404],
    ['JOB_CLAIMED', 409],
    ['CLAIM_LOST', 409],
  ] as const)('are refused with %s as %d', async (reason, status) => {
    world.desk.refusal = reason
    const response = await app.inject({
      method: 'POST',
      url: '/admin/jobs/7/renew',
      headers: owner,
      payload: { claim: 'c' },
    })
    expect([response.statusCode, response.json().code]).toEqual([status, reason])
  })

  test('need a valid id and claim', async () => {
    const call = (url: string, payload: object) => app.inject({ method: 'POST', url, headers: owner, payload })
    expect((await call('/admin/jobs/x/claim', {})).statusCode).toBe(400)
    expect((await call('/admin/jobs/7/renew', {})).statusCode).toBe(400)
    expect((await call('/admin/jobs/7/release', { claim: 'c'.repeat(101) })).statusCode).toBe(400)
    expect((await app.inject({ url: '/admin/jobs?limit=26', headers: owner })).statusCode).toBe(400)
  })
})

describe('desk', () => {
  test('shows duties, cover and the last hand-over note', async () => {
    const note = { byId: 5, by: 'mod', atMs: AT_MS }
    const desk = messageOf(Desk, {
      handovers: [
        { ...note, id: NOTE_ID, text: 'Earlier.' },
        { ...note, id: NOTE_ID, text: 'Quiet.' },
      ],
      onDuty: [{ administratorId: 5, name: 'mod', sinceMs: AT_MS, untilMs: AT_MS }],
      graveCovered: false,
      handover: { id: NOTE_ID, byId: 5, by: 'mod', atMs: AT_MS, text: 'Quiet.' },
    })
    const own = await world.gateway({}, { clients: { desk: { ...world.desk.client, getDesk: async () => desk } } })
    expect((await own.http.inject({ url: '/admin/desk', headers: owner })).json()).toMatchObject({
      oldest_at: null,
      on_duty: [{ id: 5, name: 'mod', since: AT, until: AT }],
      grave_covered: false,
      handover: { id: NOTE_ID, by: 'mod', at: AT, text: 'Quiet.' },
      handovers: [{ text: 'Earlier.' }, { id: NOTE_ID, by: 'mod', at: AT, text: 'Quiet.' }],
    })
  })

  test('shows a break that is due, and those of others', async () => {
    const due = { administratorId: 5, name: 'mod', reason: 'jobs', jobs: 6, sinceMs: AT_MS }
    const desk = messageOf(Desk, { breakDue: due, othersDue: [{ ...due, administratorId: 6, name: 'eve' }] })
    const own = await world.gateway({}, { clients: { desk: { ...world.desk.client, getDesk: async () => desk } } })
    expect((await own.http.inject({ url: '/admin/desk', headers: owner })).json()).toMatchObject({
      break_due: { reason: 'jobs', jobs: 6, since: AT },
      others_due: [{ id: 6, name: 'eve', reason: 'jobs', jobs: 6, since: AT }],
    })
    expect((await app.inject({ url: '/admin/desk', headers: owner })).json()).not.toHaveProperty('break_due')
  })
})

describe('approvals of the desk', () => {
  const approvals = async (token: string, clients: Parameters<World['gateway']>[1] = {}) => {
    const own = await world.gateway({}, clients)
    const response = await own.http.inject({ url: '/admin/desk', headers: { authorization: `Bearer ${token}` } })
    return response.json<{ approvals: number }>().approvals
  }
  const getDesk = async () => messageOf(Desk, { approvals: 2 })
  const desk = () => ({ ...world.desk.client, getDesk })
  const listOpenings = async () => ({ openings: [], approvable: 3 })
  const listAdministratorApprovals = async () => ({ approvals: [], approvable: 4 })

  test('count what waits in moderation, evidence and auth, for those with the permission', async () => {
    const clients = {
      desk: desk(),
      evidence: { ...world.evidence.client, listOpenings },
      auth: { ...world.auth.client, listAdministratorApprovals },
    }
    expect(await approvals('owner', { clients })).toBe(9)
    expect(await approvals('support', { clients })).toBe(2)
  })

  test('leave out a service that is down', async () => {
    const down = async () => {
      throw new Error('evidence is away')
    }
    const clients = {
      desk: desk(),
      evidence: { ...world.evidence.client, listOpenings: down },
      auth: { ...world.auth.client, listAdministratorApprovals },
    }
    expect(await approvals('owner', { clients })).toBe(6)
  })
})

describe('changes of the desk', () => {
  const connect = (service: Service, token = 'owner') =>
    fetch(`http://127.0.0.1:${service.ports.http}/admin/desk/changes`, {
      headers: { authorization: `Bearer ${token}` },
    })
  function collect({ body }: Response) {
    const read = { text: '', ended: false }
    void (async () => {
      for await (const part of body!.pipeThrough(new TextDecoderStream())) read.text += part
      read.ended = true
    })().catch(() => (read.ended = true))
    return read
  }

  test('are events on open streams after a notice of moderation', async () => {
    const response = await connect(gateway, 'support')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const read = collect(response)
    await eventually(() => read.text === ':\n\n')
    world.bus.publish(subjects.deskChanged, new Uint8Array())
    await eventually(() => read.text === ':\n\nevent: desk\ndata: {}\n\n')
    expect(read.ended).toBe(false)
    const update = messageOf(ApprovalChanged, { id: NOTE_ID, askedById: 1_000, permissions: ['tickets.read'] })
    world.bus.publish(subjects.approvalsChanged, ApprovalChanged.encode(update).finish())
    await eventually(() => read.text.endsWith('event: approvals\ndata: {}\n\n'))
  })

  test('and the desk do not keep the session alive, unlike calls of a person', async () => {
    const asked: unknown[] = []
    const { client } = world.auth
    const auth = {
      ...client,
      resolveAdministrator: ((...call: Parameters<typeof client.resolveAdministrator>) => {
        asked.push(call[0])
        return client.resolveAdministrator(...call)
      }) as typeof client.resolveAdministrator,
    }
    const own = await world.gateway({}, { clients: { auth } })
    await own.http.inject({ url: '/admin/desk', headers: owner })
    await (await connect(own)).body!.cancel()
    await own.http.inject({ url: '/admin/jobs', headers: owner })
    expect(asked).toEqual([{ token: 'owner', passive: true }, { token: 'owner', passive: true }, { token: 'owner' }])
    asked.length = 0
    for (const [url, said] of [
      ['/admin/jobs', '1'],
      ['/admin/desk', '0'],
    ] as const) {
      await own.http.inject({ url, headers: { ...owner, 'x-passive': said } })
    }
    expect(asked).toEqual([
      { token: 'owner', passive: true },
      { token: 'owner', passive: true },
    ])
  })

  test('end within a second of the end of their session, in each of its tabs', async () => {
    const [first, second, other] = [
      collect(await connect(gateway, 'support')),
      collect(await connect(gateway, 'support')),
      collect(await connect(gateway, 'owner')),
    ]
    await eventually(() => [first, second, other].every(({ text }) => text !== ''))
    const sessionKey = createHash('sha256').update('support').digest('base64url')
    const event = messageOf(SessionEnded, { eventId: 'e', sessionKey, administrator: true })
    const endedAtMs = Date.now()
    world.bus.publish(subjects.eventSessionEnded, SessionEnded.encode(event).finish())
    await eventually(() => first.ended && second.ended)
    expect(Date.now() - endedAtMs).toBeLessThan(1_000)
    world.bus.publish(subjects.deskChanged, new Uint8Array())
    await eventually(() => other.text.includes('event: desk'))
    expect(other.ended).toBe(false)
  })

  test('are refused without a session', async () => {
    const response = await connect(gateway, 'expired')
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'ADMIN_NOT_SIGNED_IN' })
  })

  test('end when the gateway drains', async () => {
    const own = await world.gateway()
    const read = collect(await connect(own))
    await eventually(() => read.text !== '')
    await own.stop()
    await eventually(() => read.ended)
  })
})
