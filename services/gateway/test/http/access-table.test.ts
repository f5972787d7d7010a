import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { keyOf } from '../support/fake-auth.js'
import { createWorld, type World } from '../support/world.js'

/** Callers and their credentials. */
const PEOPLE = {
  nobody: {},
  player: { cookie: 'kla=session-1' },
  banned: { cookie: 'kla=session-2' },
  bannedFromApi: { cookie: 'kla=session-3' },
  expired: { cookie: 'kla=session-4', authorization: 'Bearer expired' },
  owner: { authorization: 'Bearer owner' },
  moderator: { authorization: 'Bearer moderator' },
  support: { authorization: 'Bearer support' },
  viewer: { authorization: 'Bearer viewer' },
  'owner+child-safety': { authorization: 'Bearer owner+child-safety' },
  'moderator+child-safety': { authorization: 'Bearer moderator+child-safety' },
  'support+child-safety': { authorization: 'Bearer support+child-safety' },
  'viewer+child-safety': { authorization: 'Bearer viewer+child-safety' },
  'owner+before-totp': { authorization: 'Bearer owner+before-totp' },
  'owner+before-password': { authorization: 'Bearer owner+before-password' },
  'owner+before-passkey': { authorization: 'Bearer owner+before-passkey' },
} as const satisfies Record<string, Record<string, string>>
type Person = keyof typeof PEOPLE
type Answer = string
type Answers = Readonly<Record<Person, Answer>>

const everyone = (answer: Answer): Answers =>
  Object.fromEntries(Object.keys(PEOPLE).map((person) => [person, answer])) as Record<Person, Answer>

const NOT_SIGNED_IN = everyone('401 NOT_SIGNED_IN')
const ADMIN_NOT_SIGNED_IN = everyone('401 ADMIN_NOT_SIGNED_IN')
const PLAYERS: Answers = {
  ...NOT_SIGNED_IN,
  player: '200',
  banned: '403 BANNED',
  bannedFromApi: '403 BANNED_FROM_API',
}
const ALSO_BANNED: Answers = { ...PLAYERS, banned: '200', bannedFromApi: '200' }

const VIEWERS: Answers = {
  ...everyone('200'),
  nobody: '403 MEDIA_FOR_ADULTS',
  banned: '403 BANNED',
  expired: '401 ADMIN_NOT_SIGNED_IN',
  support: '403 NOT_ALLOWED',
  'owner+before-totp': '403 TOTP_SETUP_REQUIRED',
  'owner+before-password': '403 PASSWORD_CHANGE_REQUIRED',
  'owner+before-passkey': '403 PASSKEY_SETUP_REQUIRED',
}

/** Owner, moderator, support, viewer; then the same with child safety. "x" may, "-" may not. */
const administrators = (may: string): Answers => {
  const marks = may.replace(' ', '')
  const roles = (Object.keys(PEOPLE) as Person[]).slice(5, 13)
  const answers = roles.map((role, index) => [role, marks[index] === 'x' ? '200' : '403 NOT_ALLOWED'])
  return {
    ...ADMIN_NOT_SIGNED_IN,
    ...Object.fromEntries(answers),
    'owner+before-totp': '403 TOTP_SETUP_REQUIRED',
    'owner+before-password': '403 PASSWORD_CHANGE_REQUIRED',
    'owner+before-passkey': '403 PASSKEY_SETUP_REQUIRED',
  }
}
const ANY_ADMINISTRATOR = administrators('xxxx xxxx')
const ALSO_BEFORE_SETUP: Answers = {
  ...ANY_ADMINISTRATOR,
  'owner+before-totp': '200',
  'owner+before-password': '200',
  'owner+before-passkey': '200',
}

const READS_REPORTS = administrators('xx-x xxxx')
const DECIDES = administrators('xx-- xx--')
const ANSWERS_TICKETS = administrators('xxx- xxx-')
const READS_ORDERS = administrators('x-x- x-x-')
const HOLDS = administrators('x--- xxxx')
const READS_GIFS = administrators('xx-x xx-x')
const OPENS_EVIDENCE = administrators('xx-- xxxx')
const OWNERS = administrators('x--- x---')

interface Row {
  readonly url?: string
  readonly payload?: InjectOptions['payload']
  readonly headers?: Record<string, string>
  readonly cookie?: string
  /** True for an answer that ends only with its connection. */
  readonly endless?: true
  readonly answers: Answers
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const ban = { userId: 2, reason: 'r', scope: 'chat', durationMs: 3_600_000, notes: '', evidenceJson: { clip: 1 } }
const ticket = { subject: 's', message: 'm', category: 'Other', priority: 'Low', resolved: false }
const HOUR_MS = 3_600_000
const uuid = '018f6b1e-7c1a-7000-8000-000000000001'
const decision = { id: uuid, job: 7, claim: uuid, outcome: 'dismissed', versions: { 42: 1 } }
const note = { id: uuid, text: 'Seen before.' }
const cup = { name: 'n', mode: 'rush', category: 'gay', capacity: 4, starts_at: '2026-12-01T20:00:00Z' }
const season = { name: 'n', starts_at: '2026-12-01T00:00:00Z', ends_at: '2027-01-01T00:00:00Z', version: 0 }
const correction = { id: uuid, userId: 2, season: '2026-Q4', gamesWon: 1, gamesPlayed: 1, reason: 'r' }
/** Token of a place for sealed stills. */
const token = 'p'.repeat(43)
const octets = { 'content-type': 'application/octet-stream' }
const clip = encodeURIComponent('https://clips.example/1.mp4')

/** Every route with a valid request, and an address if it has parameters. */
const TABLE: Readonly<Record<string, Row>> = {
  'GET /': { answers: everyone('200') },
  'GET /*': { url: '/assets/app.js', answers: everyone('200') },
  'GET /k9': { answers: everyone('200') },
  'GET /k9/': { answers: everyone('200') },
  'GET /k9/index.html': { answers: everyone('200') },
  'GET /k9/*': { url: '/k9/assets/app.js', answers: everyone('200') },
  'GET /openapi.json': { answers: everyone('200') },
  'GET /healthz': { answers: everyone('200') },
  'GET /readyz': { answers: everyone('200') },
  'GET /api/config': { answers: everyone('200') },
  'GET /media': { url: `/media?u=${clip}`, answers: VIEWERS },
  'GET /api/avatars/:key': { url: `/api/avatars/${keyOf(1)}`, answers: everyone('200') },
  'POST /webhooks/stripe': { payload: '{}', headers: form, answers: everyone('200') },
  'POST /webhooks/acquirer': { payload: 'a=1', headers: form, answers: everyone('200') },
  'GET /checkout/form.js': { answers: everyone('200') },
  'GET /checkout/form.css': { answers: everyone('200') },

  'GET /auth/discord': { answers: everyone('302') },
  'GET /auth/discord/callback': {
    url: '/auth/discord/callback?code=good&state=s',
    cookie: 'kla_login=browser-secret',
    answers: everyone('302'),
  },
  'GET /auth/user': { answers: everyone('200') },
  'POST /auth/logout': { answers: everyone('200') },
  'POST /adminlogin': { payload: { username: 'viewer', password: 'p' }, answers: everyone('200') },
  'POST /adminlogin/passkey/options': { answers: everyone('200') },
  'POST /adminlogin/passkey': { payload: { id: uuid, credential: {} }, answers: everyone('200') },

  'GET /api/shop': { answers: PLAYERS },
  'POST /checkout/create-session': {
    payload: { items: [{ item_id: 2, quantity: 1 }], email: 'a@b.example' },
    answers: PLAYERS,
  },
  'GET /checkout/form/:sessionId': { url: '/checkout/form/cs_1', answers: PLAYERS },
  'GET /checkout/verify': { url: '/checkout/verify?session_id=cs_1', answers: PLAYERS },
  'GET /user/inventory': { answers: PLAYERS },
  'GET /user/orders': { answers: PLAYERS },
  'GET /user/saved_gifs': { answers: PLAYERS },
  'PUT /user/saved_gifs/:id/hide': { url: '/user/saved_gifs/7/hide', payload: {}, answers: PLAYERS },
  'GET /user/wild_cards': { url: '/user/wild_cards?room=r', answers: PLAYERS },
  'GET /user/result': { url: '/user/result?room=r', answers: PLAYERS },
  'GET /user/battles': { answers: ALSO_BANNED },
  'GET /user/limits': { answers: ALSO_BANNED },
  'PUT /user/limits': { payload: { limits: [{ act: 'feet', limit: 'no' }] }, answers: ALSO_BANNED },
  'POST /report': { payload: { reportedId: 2, category: 'abuse', reason: 'r' }, answers: ALSO_BANNED },
  'PUT /report/evidence/:token': {
    url: `/report/evidence/${token}`,
    payload: Buffer.from([1, 2, 3]),
    headers: octets,
    answers: ALSO_BANNED,
  },
  'POST /user/age-attestation': { payload: { over18: true }, answers: ALSO_BANNED },
  'POST /user/support_ticket': { payload: ticket, answers: ALSO_BANNED },
  'GET /user/support_tickets': { answers: ALSO_BANNED },
  'POST /user/support_tickets/:id/replies': {
    url: '/user/support_tickets/3/replies',
    payload: note,
    answers: ALSO_BANNED,
  },
  'GET /user/reports': { answers: ALSO_BANNED },
  'GET /user/bans': { answers: ALSO_BANNED },
  'GET /user/standing': { answers: ALSO_BANNED },
  'POST /user/decisions/:id/appeal': {
    url: `/user/decisions/${uuid}/appeal`,
    payload: { text: 'No.' },
    answers: ALSO_BANNED,
  },
  'PUT /user/name': { payload: { shown_as: 'player', player_name: 'Velvet Otter 42' }, answers: ALSO_BANNED },
  'GET /user/name/suggestions': { answers: PLAYERS },
  'GET /user/sessions': { answers: ALSO_BANNED },
  // Works with any cookie, since everyone may log out.
  'DELETE /user/sessions': { answers: { ...ALSO_BANNED, expired: '200' } },
  'DELETE /user/sessions/:id': { url: `/user/sessions/${'k'.repeat(43)}`, answers: ALSO_BANNED },

  'GET /api/leaderboard': { answers: everyone('200') },
  'GET /api/cups': { answers: everyone('200') },
  'GET /api/cups/:id': { url: '/api/cups/c', answers: everyone('200') },
  'GET /api/pass': { answers: everyone('200') },
  'GET /api/cups/next': { answers: PLAYERS },
  'POST /api/cups/:id/entry': { url: '/api/cups/c/entry', answers: PLAYERS },
  'DELETE /api/cups/:id/entry': { url: '/api/cups/c/entry', answers: PLAYERS },
  'POST /api/cups/:id/check-in': { url: '/api/cups/c/check-in', answers: PLAYERS },
  'POST /api/cups/:id/ties/:tieId/presence': { url: '/api/cups/c/ties/1-1/presence', answers: PLAYERS },
  'POST /api/pass/activate': { payload: { season_id: 's' }, answers: PLAYERS },
  'POST /api/pass/claims': { payload: { season_id: 's', tier: 1, track: 'free' }, answers: PLAYERS },
  'GET /user/relay': { answers: PLAYERS },
  'GET /user/met': { answers: ALSO_BANNED },
  'GET /user/blocks': { answers: ALSO_BANNED },
  'PUT /user/blocks/:id': { url: '/user/blocks/2', answers: ALSO_BANNED },
  'DELETE /user/blocks/:id': { url: '/user/blocks/2', answers: ALSO_BANNED },

  'GET /admin/session': { answers: ALSO_BEFORE_SETUP },
  'POST /admin/step-up/options': { answers: ALSO_BEFORE_SETUP },
  'POST /admin/step-up': { payload: { password: 'p' }, answers: ALSO_BEFORE_SETUP },
  'POST /admin/passkeys/options': { answers: ALSO_BEFORE_SETUP },
  'POST /admin/passkeys': { payload: { id: uuid, credential: {}, name: 'Key' }, answers: ALSO_BEFORE_SETUP },
  'GET /admin/passkeys': { answers: ALSO_BEFORE_SETUP },
  'DELETE /admin/passkeys/:id': { url: `/admin/passkeys/${uuid}`, answers: ANY_ADMINISTRATOR },
  'POST /admin/recovery-codes': { answers: ANY_ADMINISTRATOR },
  'GET /admin/sessions': { answers: ANY_ADMINISTRATOR },
  'GET /admin/administrators/sessions': { answers: OWNERS },
  'DELETE /admin/sessions/:id': { url: `/admin/sessions/${uuid}`, answers: ANY_ADMINISTRATOR },
  'POST /admin/logout': { answers: { ...ALSO_BEFORE_SETUP, expired: '200' } },
  'POST /admin/totp': { answers: ALSO_BEFORE_SETUP },
  'POST /admin/totp/confirm': { payload: { code: '123456' }, answers: ALSO_BEFORE_SETUP },
  'POST /admin/password': { payload: { current_password: 'a', new_password: 'b' }, answers: ALSO_BEFORE_SETUP },
  'GET /admin/:tabslug': { url: '/admin/cupstreamhub', answers: ANY_ADMINISTRATOR },

  'GET /admin/administrators': { answers: OWNERS },
  'POST /admin/administrators': { payload: { name: 'n', password: 'p', role: 'viewer' }, answers: OWNERS },
  'PATCH /admin/administrators/:id': { url: '/admin/administrators/5', payload: { disabled: true }, answers: OWNERS },

  'GET /admin/administrators/approvals': { answers: ANY_ADMINISTRATOR },
  'POST /admin/administrators/approvals': { payload: { name: 'n', role: 'moderator', reason: 'r' }, answers: OWNERS },
  'POST /admin/administrators/:id/approvals': {
    url: '/admin/administrators/5/approvals',
    payload: { disabled: true, reason: 'r' },
    answers: OWNERS,
  },
  'POST /admin/administrators/approvals/:id/approve': {
    url: `/admin/administrators/approvals/${uuid}/approve`,
    answers: ANY_ADMINISTRATOR,
  },

  'GET /admin/membersandguilddata': { answers: ANY_ADMINISTRATOR },
  'GET /admin/membersandguilddata.csv': { answers: DECIDES },
  'GET /admin/support_tickets.csv': { answers: ANY_ADMINISTRATOR },
  'POST /admin/members/:id/age-lock/lift': {
    url: '/admin/members/2/age-lock/lift',
    payload: { reason: 'r' },
    answers: DECIDES,
  },

  'GET /admin/people': { url: '/admin/people?q=ada', answers: ANY_ADMINISTRATOR },
  'GET /admin/people/:id': { url: '/admin/people/2', answers: ANY_ADMINISTRATOR },
  'POST /admin/people/:id/email': { url: '/admin/people/2/email', answers: ANY_ADMINISTRATOR },
  'GET /admin/people/:id/sessions': { url: '/admin/people/2/sessions', answers: ANY_ADMINISTRATOR },
  'GET /admin/people/:id/history': { url: '/admin/people/2/history', answers: ANY_ADMINISTRATOR },
  'GET /admin/people/:id/reports': { url: '/admin/people/2/reports', answers: READS_REPORTS },
  'GET /admin/people/:id/decisions': { url: '/admin/people/2/decisions', answers: READS_REPORTS },
  'GET /admin/people/:id/bans': { url: '/admin/people/2/bans', answers: ANY_ADMINISTRATOR },
  'GET /admin/people/:id/notes': { url: '/admin/people/2/notes', answers: READS_REPORTS },
  'POST /admin/people/:id/notes': { url: '/admin/people/2/notes', payload: note, answers: DECIDES },
  'GET /admin/people/:id/battles': { url: '/admin/people/2/battles', answers: READS_REPORTS },
  'GET /admin/people/:id/met': { url: '/admin/people/2/met', answers: READS_REPORTS },
  'GET /admin/people/:id/tickets': { url: '/admin/people/2/tickets', answers: ANY_ADMINISTRATOR },
  'POST /admin/people/:id/gifts': {
    url: '/admin/people/2/gifts',
    payload: { id: uuid, item: 'wild_cards', units: 5, reason: 'r' },
    answers: READS_ORDERS,
  },
  'GET /admin/people/:id/orders': { url: '/admin/people/2/orders', answers: READS_ORDERS },

  'GET /admin/reports': { answers: READS_REPORTS },
  'GET /admin/reports.csv': { answers: READS_REPORTS },
  'GET /admin/reports/': { answers: READS_REPORTS },
  'GET /admin/reports/:id': { url: '/admin/reports/42', answers: READS_REPORTS },
  'PATCH /admin/reports/:id': { url: '/admin/reports/42', payload: { notes: 'n' }, answers: DECIDES },
  'POST /admin/reports/:id/review': {
    url: '/admin/reports/42/review',
    payload: { action: 'review' },
    answers: DECIDES,
  },
  'POST /admin/reports/:id/notes': { url: '/admin/reports/42/notes', payload: note, answers: DECIDES },
  'DELETE /admin/reports/:id': { url: '/admin/reports/42', answers: DECIDES },
  'POST /admin/reports/bulk': { payload: { ids: [1], op: 'status', status: 'reviewed' }, answers: DECIDES },
  'GET /admin/reports/batches/preview': { url: '/admin/reports/batches/preview?reporter_id=1', answers: DECIDES },
  'POST /admin/reports/batches': {
    payload: { id: uuid, reporter_id: 1, status: 'dismissed', reason: 'r', digest: 'ab' },
    answers: DECIDES,
  },
  'POST /admin/reports/batches/:id/undo': { url: `/admin/reports/batches/${uuid}/undo`, answers: DECIDES },
  'GET /admin/reports/approvals': { answers: DECIDES },
  'POST /admin/reports/approvals': { payload: { ids: [1], reason: 'r' }, answers: DECIDES },
  'POST /admin/reports/approvals/:id/approve': { url: `/admin/reports/approvals/${uuid}/approve`, answers: DECIDES },
  'GET /admin/reports/deleted': { answers: DECIDES },
  'GET /admin/decisions/preview': { url: '/admin/decisions/preview?account=2&rule=spam', answers: DECIDES },
  'POST /admin/decisions': { payload: decision, answers: DECIDES },
  'POST /admin/decisions/:id/undo': { url: `/admin/decisions/${uuid}/undo`, answers: DECIDES },
  'GET /admin/decisions': { answers: READS_REPORTS },
  'GET /admin/decisions/approvals': { answers: DECIDES },
  'POST /admin/decisions/approvals': { payload: decision, answers: DECIDES },
  'POST /admin/decisions/approvals/:id/approve': {
    url: `/admin/decisions/approvals/${uuid}/approve`,
    answers: DECIDES,
  },
  'GET /admin/opinions': { answers: DECIDES },
  'GET /admin/opinions/:id': { url: '/admin/opinions/12', answers: DECIDES },
  'GET /admin/opinions/:id/reports/:report': { url: '/admin/opinions/12/reports/42', answers: DECIDES },
  'POST /admin/opinions/:id': {
    url: '/admin/opinions/12',
    payload: { outcome: 'dismissed', reason: 'r' },
    answers: DECIDES,
  },
  'GET /admin/appeals': { answers: DECIDES },
  'POST /admin/appeals/:id': {
    url: '/admin/appeals/5',
    payload: { outcome: 'upheld', answer: 'It stays.' },
    answers: DECIDES,
  },
  'POST /admin/reports/:id/restore': { url: '/admin/reports/42/restore', answers: DECIDES },
  'GET /admin/reports/:id/evidence': { url: '/admin/reports/42/evidence', answers: READS_REPORTS },
  'POST /admin/reports/:id/evidence/openings': {
    url: '/admin/reports/42/evidence/openings',
    payload: { reason: 'r' },
    answers: OPENS_EVIDENCE,
  },
  'GET /admin/reports/:id/evidence/blind': { url: '/admin/reports/42/evidence/blind', answers: READS_REPORTS },
  'POST /admin/reports/:id/evidence/blind/openings': {
    url: '/admin/reports/42/evidence/blind/openings',
    payload: { reason: 'r' },
    answers: OPENS_EVIDENCE,
  },
  'GET /admin/reports/:id/evidence/stills': { url: '/admin/reports/42/evidence/stills', answers: OPENS_EVIDENCE },
  'GET /admin/evidence/openings': { answers: OPENS_EVIDENCE },
  'POST /admin/evidence/openings/:id/approve': {
    url: `/admin/evidence/openings/${uuid}/approve`,
    answers: OPENS_EVIDENCE,
  },
  'GET /admin/subjects/:id': { url: '/admin/subjects/2', answers: READS_REPORTS },

  'POST /admin/bans': { payload: ban, answers: DECIDES },
  'GET /admin/bans': { answers: ANY_ADMINISTRATOR },
  'GET /admin/bans.csv': { answers: ANY_ADMINISTRATOR },
  'GET /admin/bans/:userId/active': { url: '/admin/bans/2/active', answers: ANY_ADMINISTRATOR },
  'PATCH /admin/bans/:id/lift': { url: '/admin/bans/7/lift', payload: { liftReason: '' }, answers: DECIDES },
  'POST /admin/bans/:userId/lift-all': { url: '/admin/bans/2/lift-all', payload: { scope: null }, answers: DECIDES },
  'POST /admin/bans/:id/notes': { url: '/admin/bans/7/notes', payload: note, answers: DECIDES },
  'DELETE /admin/bans/:id': { url: '/admin/bans/7', answers: DECIDES },

  'GET /admin/support_tickets': { answers: ANY_ADMINISTRATOR },
  'PATCH /admin/support_tickets/:id': {
    url: '/admin/support_tickets/3',
    payload: { resolved: true },
    answers: ANSWERS_TICKETS,
  },
  'POST /admin/support_tickets/:id/notes': {
    url: '/admin/support_tickets/3/notes',
    payload: note,
    answers: ANSWERS_TICKETS,
  },

  'POST /admin/support_tickets/:id/looking': {
    url: '/admin/support_tickets/3/looking',
    payload: { looking: true },
    answers: ANSWERS_TICKETS,
  },
  'GET /admin/canned_answers': { answers: ANY_ADMINISTRATOR },
  'PUT /admin/canned_answers/:id': {
    url: `/admin/canned_answers/${note.id}`,
    payload: { title: 't', text: 'x', version: 0 },
    answers: ANSWERS_TICKETS,
  },
  'DELETE /admin/canned_answers/:id': {
    url: `/admin/canned_answers/${note.id}?version=1`,
    answers: ANSWERS_TICKETS,
  },

  'GET /admin/jobs': { answers: READS_REPORTS },
  'GET /admin/jobs.csv': { answers: READS_REPORTS },
  'GET /admin/decisions.csv': { answers: READS_REPORTS },
  'GET /admin/appeals.csv': { answers: DECIDES },
  'GET /admin/audit.csv': { answers: OWNERS },
  'GET /admin/gifs.csv': { answers: READS_GIFS },
  'GET /admin/leaderboard.csv': { answers: ANY_ADMINISTRATOR },
  'GET /admin/leaderboard/corrections.csv': { answers: ANY_ADMINISTRATOR },
  'GET /admin/cups.csv': { answers: ANY_ADMINISTRATOR },
  'GET /admin/ties.csv': { answers: ANY_ADMINISTRATOR },
  'GET /admin/jobs/:id': { url: '/admin/jobs/7', answers: READS_REPORTS },
  'POST /admin/jobs/claim': { answers: DECIDES },
  'POST /admin/jobs/:id/claim': { url: '/admin/jobs/7/claim', answers: DECIDES },
  'POST /admin/jobs/:id/renew': { url: '/admin/jobs/7/renew', payload: { claim: 'c' }, answers: DECIDES },
  'POST /admin/jobs/:id/release': { url: '/admin/jobs/7/release', payload: { claim: 'c' }, answers: DECIDES },
  'GET /admin/desk': { answers: ANY_ADMINISTRATOR },
  'GET /admin/desk/changes': { endless: true, answers: ANY_ADMINISTRATOR },
  'PUT /admin/desk/duty': { payload: { on: true }, answers: DECIDES },
  'POST /admin/desk/handover': { payload: note, answers: DECIDES },
  'POST /admin/desk/break': { answers: DECIDES },
  'GET /admin/desk/rules': { answers: OWNERS },
  'PUT /admin/desk/rules/:rule': { url: '/admin/desk/rules/new_account', payload: { acting: true }, answers: OWNERS },

  'PUT /admin/holds': { payload: { kind: 'report', id: 42, reason: 'Police.' }, answers: HOLDS },
  'GET /admin/holds/approvals': { answers: HOLDS },
  'POST /admin/holds/approvals': { payload: { kind: 'report', id: 42, reason: 'r' }, answers: HOLDS },
  'POST /admin/holds/approvals/:id/approve': { url: `/admin/holds/approvals/${uuid}/approve`, answers: HOLDS },
  'DELETE /admin/holds/:kind/:id': { url: '/admin/holds/gif/4', answers: HOLDS },
  'GET /admin/audit': { answers: OWNERS },
  'GET /admin/audit/filters': { answers: OWNERS },
  'GET /admin/audit/verify': { answers: OWNERS },

  'GET /admin/gifs': { answers: READS_GIFS },
  'POST /admin/gifs/bulk': {
    payload: { urls: ['https://clips.example/5.mp4'], visible: 1, tags: null },
    answers: DECIDES,
  },
  'POST /admin/gifs/bulk/:id/undo': { url: `/admin/gifs/bulk/${uuid}/undo`, answers: DECIDES },
  'PATCH /admin/gifs/bulk': { payload: { ids: [4], op: 'delete' }, answers: DECIDES },
  'PATCH /admin/gifs/:id': { url: '/admin/gifs/4', payload: { state: 'hidden' }, answers: DECIDES },
  'PUT /admin/gifs/:id/acts': { url: '/admin/gifs/4/acts', payload: { acts: null }, answers: DECIDES },
  'DELETE /admin/gifs/:id': { url: '/admin/gifs/4', answers: DECIDES },
  'GET /gifs/find-broken': { answers: DECIDES },
  'POST /gifs/scan-and-delete': { answers: DECIDES },
  'GET /admin/leaderboard': { answers: ANY_ADMINISTRATOR },
  'GET /admin/leaderboard/corrections': { answers: ANY_ADMINISTRATOR },
  'POST /admin/leaderboard/corrections': { payload: correction, answers: DECIDES },
  'POST /admin/leaderboard/corrections/:id/reverse': {
    url: `/admin/leaderboard/corrections/${uuid}/reverse`,
    payload: { reason: 'r' },
    answers: DECIDES,
  },
  'GET /admin/cups': { answers: ANY_ADMINISTRATOR },
  'POST /admin/cups': { payload: { id: uuid, ...cup }, answers: DECIDES },
  'GET /admin/cups/:id': { url: '/admin/cups/c', answers: ANY_ADMINISTRATOR },
  'PATCH /admin/cups/:id': { url: '/admin/cups/c', payload: { name: 'n' }, answers: DECIDES },
  'POST /admin/cups/:id/start': { url: '/admin/cups/c/start', answers: DECIDES },
  'POST /admin/cups/:id/cancel': { url: '/admin/cups/c/cancel', payload: { reason: 'r' }, answers: DECIDES },
  'POST /admin/cups/:id/entries': { url: '/admin/cups/c/entries', payload: { userId: 2 }, answers: DECIDES },
  'DELETE /admin/cups/:id/entries/:userId': { url: '/admin/cups/c/entries/2', answers: DECIDES },
  'PUT /admin/cups/:id/seeds': { url: '/admin/cups/c/seeds', payload: { order: [2, 1] }, answers: DECIDES },
  'GET /admin/ties': { answers: ANY_ADMINISTRATOR },
  'POST /admin/cups/:id/ties/:tieId/verdict': {
    url: '/admin/cups/c/ties/1-1/verdict',
    payload: { winnerId: 2, reason: 'r' },
    answers: DECIDES,
  },
  'POST /admin/cups/:id/ties/:tieId/watch': { url: '/admin/cups/c/ties/1-1/watch', answers: DECIDES },
  'GET /admin/pass/seasons': { answers: ANY_ADMINISTRATOR },
  'PUT /admin/pass/seasons/:id': {
    url: `/admin/pass/seasons/${uuid}`,
    payload: { ...season, points_played: 10, points_won: 5, tiers: [] },
    answers: OWNERS,
  },
  'DELETE /admin/pass/seasons/:id': { url: `/admin/pass/seasons/${uuid}`, answers: OWNERS },
  'POST /admin/pass/seasons/:id/publish': { url: `/admin/pass/seasons/${uuid}/publish`, answers: OWNERS },
  'GET /gifs/fetch': { url: '/gifs/fetch?category=default', answers: DECIDES },
}

let world: World
let app: FastifyInstance
let directory: string
const clock = { aheadMs: 0 }
let files = 0

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gateway-access-'))
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'index.html'), '<!doctype html><head></head>')
  await writeFile(join(directory, 'assets', 'app.js'), 'export {}')
  world = await createWorld()
  const site = { staticDir: directory, consoleDir: directory, adminPath: 'k9' }
  app = (await world.gateway(site, { now: () => Date.now() + clock.aheadMs })).http
  await eventually(async () => (await app.inject('/readyz')).statusCode === 200)
})
afterAll(async () => {
  await world.stop()
  await rm(directory, { recursive: true })
})
beforeEach(() => {
  clock.aheadMs = 0
  for (const id of [1, 2, 3, 4]) world.auth.person(id).signedIn = id !== 4
  const forGood = { untilMs: 0, reason: 'Threats', banId: 7 }
  world.auth.person(2).restrictions = [{ ...forGood, scope: 'global' }]
  world.auth.person(3).restrictions = [{ ...forGood, scope: 'api' }]
})

/** Counts calls to services, except for identification. */
const asked = (): number =>
  world.moderation.calls.length +
  world.decisions.calls.length +
  world.opinions.calls.length +
  world.desk.calls.length +
  world.evidence.calls.length +
  world.meetings.calls.length +
  world.people.calls.length +
  world.decisions.calls.length +
  world.auth.administrators.calls.length +
  world.library.gifControl.calls.length +
  world.library.hidden.length +
  world.library.limits.size +
  (world.engine.calls.get('listWildCards') ?? 0) +
  world.commerce.checkouts.length +
  world.commerce.gifts.length +
  world.standings.calls.length +
  world.cups.calls.length +
  world.blocks.calls.length +
  world.battlePass.calls.length

type Response = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'cookies' | 'json'>

async function send(name: string, person: Person): Promise<Response> {
  const [method, path] = name.split(' ') as [NonNullable<InjectOptions['method']>, string]
  const { url = path, payload, headers, cookie, endless } = TABLE[name] as Row
  const carried: Record<string, string> = PEOPLE[person]
  const cookies = [cookie, carried['cookie']].filter((one) => one !== undefined).join('; ')
  const options: InjectOptions = {
    method,
    url,
    headers: { ...headers, ...carried, ...(cookies === '' ? {} : { cookie: cookies }) },
    ...(payload === undefined ? {} : { payload }),
  }
  return endless ? begin(options) : app.inject(options)
}

/** Reads the beginning of an endless answer, or a refusal as a whole. */
async function begin(options: InjectOptions): Promise<Response> {
  const response = await app.inject({ ...options, payloadAsStream: true })
  const { statusCode, headers, cookies } = response
  if (statusCode < 400) response.stream().destroy()
  const body = statusCode < 400 ? '{}' : await text(response.stream())
  return { statusCode, headers, cookies, json: () => JSON.parse(body) }
}

async function call(name: string, person: Person): Promise<Answer> {
  const before = asked()
  const response = await send(name, person)
  if (response.statusCode < 400) return String(response.statusCode)
  // A refused call has no effect, and no cache keeps the refusal.
  expect(asked()).toBe(before)
  expect(response.headers['cache-control']).toBe('no-store')
  return `${response.statusCode} ${response.json().code}`
}

test('every route has a row and every row a route', () => {
  const routes = app.routes.flatMap(({ method, url }) => [method].flat().map((one) => `${one} ${url}`))
  // Every GET route answers HEAD, by the same declaration.
  const named = routes.filter((route) => !route.startsWith('HEAD '))
  expect([...new Set(named)].sort()).toEqual(Object.keys(TABLE).sort())
})

test.each(Object.keys(TABLE))('%s', async (name) => {
  // A gateway gives an administrator few files an hour.
  if (name.endsWith('.csv')) clock.aheadMs = (files += 1) * HOUR_MS
  const answers: Record<string, Answer> = {}
  for (const person of Object.keys(PEOPLE) as Person[]) answers[person] = await call(name, person)
  expect(answers).toEqual(TABLE[name]?.answers)
})

test('a rotated session cookie is set on every uncacheable answer to a player and on no other', async () => {
  const player = world.auth.person(1)
  const carriers: string[] = []
  for (const name of Object.keys(TABLE)) {
    // Signs in again, since some calls sign out.
    Object.assign(player, { nextSessionId: 'session-1.next', signedIn: true })
    const { cookies, headers } = await send(name, 'player')
    const values = cookies.filter((cookie) => cookie.name === 'kla').map(({ value }) => value)
    if (!values.includes('session-1.next')) continue
    carriers.push(name)
    expect([name, values, headers['cache-control']]).toEqual([name, ['session-1.next'], 'no-store'])
  }
  delete player.nextSessionId
  const toPlayers = Object.keys(TABLE).filter((name) => [PLAYERS, ALSO_BANNED].includes(TABLE[name]!.answers))
  // Signing out everywhere clears the cookie.
  const expected = ['GET /auth/user', ...toPlayers.filter((name) => name !== 'DELETE /user/sessions')]
  expect(carriers.sort()).toEqual(expected.sort())
})

test('HEAD requires the same access as GET', async () => {
  const { statusCode } = await app.inject({ method: 'HEAD', url: '/admin/reports' })
  expect(statusCode).toBe(401)
})

test('bulk deletion requires the permission to delete', async () => {
  const bulk = (token: string) =>
    app.inject({
      method: 'POST',
      url: '/admin/reports/bulk',
      headers: { authorization: `Bearer ${token}` },
      payload: { ids: [1], op: 'delete' },
    })
  expect((await bulk('moderator')).statusCode).toBe(200)
  expect((await bulk('viewer')).statusCode).toBe(403)
  expect((await bulk('support+child-safety')).statusCode).toBe(403)
})

test("a banned player gets the ban's scope, end, reason and how to appeal", async () => {
  const response = await app.inject({ url: '/user/inventory', headers: PEOPLE.bannedFromApi })
  expect(response.json()).toEqual({
    code: 'BANNED_FROM_API',
    error:
      'You are banned from this part of Kla for good. Reason: Threats. You can appeal by a support ticket in /settings.',
  })
})

test('a ban ends at its time', async () => {
  const restriction = { scope: 'global', untilMs: Date.now() + 3_600_000, reason: '', banId: 7 }
  world.auth.person(1).restrictions = [restriction]
  expect(await call('GET /user/inventory', 'player')).toBe('403 BANNED')
  restriction.untilMs = Date.now() - 1
  expect(await call('GET /user/inventory', 'player')).toBe('200')
  world.auth.person(1).restrictions = []
})
