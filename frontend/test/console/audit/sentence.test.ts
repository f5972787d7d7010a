import { describe, expect, test } from '@jest/globals'
import { kindWords, type Names, sentenceOf, thingWords } from '../../../src/console/audit/sentence.js'
import { AUDIT_WORDS } from '../../../src/console/entities/audit-words.js'

const NAMES: Names = { accounts: { 7: 'bea', 8: 'ada' }, administrators: new Map([['3', 'nora']]) }

const said = (action: string, subject: string | null, details: unknown = {}, actor = 'mona'): string => {
  const [subject_kind = null, subject_id = null] = subject?.split(' ') ?? []
  return sentenceOf({ action, actor, subject_kind, subject_id, details })
    .map((piece) => (typeof piece === 'string' ? piece : thingWords(piece, NAMES)))
    .join('')
}

const DAY_MS = 86_400_000
const ban = { kind: 'global', duration_ms: 7 * DAY_MS, ban_id: 9 }

describe('sentenceOf', () => {
  test.each<[string, string | null, unknown, string]>([
    [
      'decisions.decide',
      'account 7',
      { outcome: 'acted', rule: 'threats', measures: [ban] },
      'mona banned bea from Kla for 7 days: threats',
    ],
    [
      'decisions.decide',
      'account 7',
      { outcome: 'acted', rule: 'spam', measures: [{ kind: 'warning' }] },
      'mona warned bea: spam',
    ],
    [
      'decisions.decide',
      'account 7',
      {
        outcome: 'acted',
        rule: 'minors',
        measures: [
          { ...ban, duration_ms: 0 },
          { kind: 'chat', duration_ms: DAY_MS },
        ],
      },
      'mona banned bea from Kla permanently and from the chat for 1 day: minors',
    ],
    ['decisions.decide', 'account 7', { outcome: 'dismissed', measures: [] }, 'mona took no action against bea'],
    ['reports.read', 'report 123', { reported_id: 7, reporter_id: 8 }, 'mona read report #123 about bea'],
    [
      'reports.update',
      'report 123',
      { reported_id: 99, status: { from: 'pending', to: 'action_taken' }, note: 'n1' },
      'mona changed report #123 about account #99: status action taken, note added',
    ],
    ['reports.bulk', 'report 123', { op: 'delete' }, 'mona deleted, with others, report #123'],
    ['reports.approval-ask', null, { reports: [1, 2] }, 'mona asked for a second person to delete reports (2 reports)'],
    [
      'bans.create',
      'ban 9',
      { account_id: 7, scope: 'rooms', duration_ms: 3_600_000 },
      'mona banned bea from rooms for 1 hour',
    ],
    ['bans.lift', 'ban 9', { account_id: 7, scope: 'global' }, 'mona lifted the ban of bea from Kla'],
    ['jobs.claim', 'job 5', { account: 7 }, 'mona claimed job #5 about bea'],
    [
      'tickets.update',
      'ticket 4',
      { account_id: 8, resolved: { from: false, to: true }, answer: 'added' },
      'mona changed ticket #4 of ada: resolved, answered',
    ],
    ['items.gift', 'account 7', { item: 'wild_card', units: 2 }, 'mona gave items to bea: 2 × wild card'],
    ['gifs.state', 'gif 4', { from: 'draft', to: 'live' }, 'mona changed the state of GIF #4 from draft to live'],
    ['gifs.hold', 'gif 4', { held: false }, 'mona released the hold on GIF #4'],
    ['gifs.scan', null, { checked: 40, deleted: [1, 2] }, 'mona checked links of GIFs: 40 links, 2 deleted'],
    ['cups.update', 'cup c1', { name: 'May', startsAtMs: 1 }, 'mona changed cup #c1: name, starts at'],
    ['cups.judge', 'cup c1', { tieId: 2, winnerId: 7 }, 'mona judged a tie of cup #c1: bea won'],
    [
      'standings.correct',
      'account 7',
      { gamesWon: 1, gamesPlayed: 3, season: '2026-11' },
      'mona corrected the standings of bea: 1 win and 3 battles in 2026-11',
    ],
    [
      'administrators.update',
      'administrator 3',
      { role: { from: 'viewer', to: 'owner' }, totp: 'reset' },
      'mona changed nora: role owner, two-step sign-in reset',
    ],
    ['administrators.create', 'administrator 12', { role: 'viewer' }, 'mona created administrator #12 as viewer'],
    ['administrators.sign-in', 'administrator 2', { outcome: 'refused' }, 'mona failed to sign in'],
    [
      'administrators.update',
      'administrator 2',
      { passkeys: 'reset' },
      'mona changed administrator #2: passkeys reset',
    ],
    ['administrators.passkey-add', 'administrator 2', { name: 'Phone' }, 'mona added a passkey'],
    ['desk.duty', null, { on: true }, 'mona went on duty'],
    ['audit.list', null, { filters: [] }, 'mona read the audit log'],
  ])('writes %s about %s with %j', (action, subject, details, sentence) => {
    expect(said(action, subject, details)).toBe(sentence)
  })

  test('names Kla instead of the system', () => {
    expect(said('reports.erase', 'report 5', {}, 'system')).toBe('Kla erased for good report #5')
  })

  test('keeps the name of an unknown action', () => {
    expect(said('rooms.paint', 'room 5')).toBe('mona rooms.paint room #5')
  })

  test.each([null, 'text', 7, [], { measures: 'x', ids: 1, season: {}, duration_ms: 'long', account_id: 'a' }])(
    'writes every action with details that were altered: %j',
    (details) => {
      for (const action of AUDIT_WORDS.keys()) {
        expect(said(action, 'account 7', details)).toMatch(/^mona [a-z]/)
        expect(said(action, null, details)).not.toMatch(/undefined|NaN|\[object/)
      }
    },
  )
})

describe('words of things', () => {
  test('name an account without a name by its number', () => {
    expect(thingWords({ kind: 'account', id: '99' }, NAMES)).toBe('account #99')
    expect(thingWords({ kind: 'account', id: 'toString' }, NAMES)).toBe('account #toString')
  })

  test('keep an unknown kind', () => {
    expect(kindWords('canned-answer')).toBe('Canned answer')
    expect(kindWords('toString')).toBe('toString')
  })
})
