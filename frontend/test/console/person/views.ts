import type {
  BanView,
  FoundPeople,
  PersonBattles,
  PersonDecisions,
  PersonHistory,
  PersonMet,
  PersonNotes,
  PersonOrders,
  PersonReports,
  PersonTickets,
  PersonView,
  ReportView,
} from '@kla/proto/web'
import type { Answer, Call, Gateway } from '../desk/console-page.js'

const at = '2026-11-28T08:30:00.000Z'

export const FOUND: FoundPeople['results'][number] = {
  id: 2,
  number: 123_456_789,
  username: 'bob',
  global_name: 'Bob the Builder',
  discord_id: '80351110224678912',
  avatar: null,
  player_name: 'Velvet Otter',
  under_player_name: true,
}
const PERSON: PersonView = {
  ...FOUND,
  exists: true,
  create_time: at,
  last_login: at,
  age: { confirmed: true, locked_at: null, verdicts: [{ method: 'declaration', jurisdiction: 'GB', at }] },
}
const versions = { version: 1, changed_at: null, changed_by: null }
const REPORT: ReportView = {
  id: 42,
  created_at: at,
  reporter_id: 11,
  reported_id: 2,
  reporter_name: 'Quiet Comet',
  reported_name: 'Velvet Otter',
  category: 'abuse',
  categories: ['abuse'],
  status: 'pending',
  reason: 'Shouted for five minutes.',
  notes: '',
  thread: [],
  reviewed_at: null,
  reviewed_by: null,
  submissions: 1,
  held: false,
  ...versions,
}
const BAN: BanView = {
  id: 7,
  user_id: 2,
  user_name: 'bob',
  scope: 'chat',
  reason: 'Twice.',
  notes: null,
  thread: [],
  evidence: null,
  banned_at: at,
  expires_at: null,
  lifted_at: null,
  banned_by: 'mod',
  lifted_by: null,
  lift_reason: null,
  held: false,
  ...versions,
}

interface Parts {
  reports: PersonReports
  notes: PersonNotes
  decisions: PersonDecisions
  battles: PersonBattles
  met: PersonMet
  tickets: PersonTickets
  orders: PersonOrders
}
const PARTS: Parts = {
  reports: {
    about: [{ ...REPORT, stills: true }],
    by: [],
    totals: { about: { total: 5, decided: 4, upheld: 1 }, by: { total: 0, decided: 0, upheld: 0 } },
  },
  notes: { thread: [] },
  decisions: {
    results: [
      {
        id: '018f6b1e-7c1a-7000-8000-0000000dec1d',
        outcome: 'acted',
        rule: 'spam',
        facts: 'Posted the same link six times.',
        measures: [{ kind: 'chat', duration_ms: 36 * 3_600_000 }],
        decided_by: 'mod',
        decided_at: at,
        state: 'in_force',
      },
    ],
  },
  battles: {
    results: [
      {
        id: '018f6b1e-7c1a-7000-8000-0000000ba771',
        started_at: at,
        ended_at: at,
        mode: 'rush',
        category: 'default',
        opponent: { id: 77, name: 'Amber Wren' },
        outcome: 'none',
        reason: 'safety',
        left_by: 'player',
        rounds: 3,
        counted: false,
      },
    ],
  },
  met: {
    results: [{ id: 78, name: 'Late Finch', mode: 'rush', room_name: 'Late evening', last_at: at, seated: false }],
  },
  tickets: {
    results: [
      { id: 3, created_at: at, subject: 'No sound', category: 'Technical', priority: 'Normal', resolved: false },
    ],
    total: 1,
  },
  orders: {
    results: [
      {
        id: '018f6b1e-7c1a-7000-8000-0000000000de',
        created_at: at,
        status: 'partly_refunded',
        total_cents: 598,
        returned_cents: 299,
        currency: 'usd',
        provider: 'stripe',
        lines: [{ name: 'Pack of GIF saves', quantity: 2, units: 20, units_withdrawn: 10, units_spent: 0 }],
      },
    ],
    inventory: { gif_saves: 10, wild_cards: 0, battle_passes: 1 },
  },
}

const historyPage = (after: string | null): PersonHistory => ({
  results: [{ seq: after === null ? 9 : 3, at, actor: 'mod', action: after === null ? 'people.read' : 'bans.create' }],
  next: after === null ? 4 : null,
})

export interface FakePerson {
  readonly gateway: Gateway
  /** Answers by path instead of the usual ones. */
  readonly instead: Map<string, Answer>
}

/** Account 2, in memory. */
export function createFakePerson(): FakePerson {
  const instead = new Map<string, Answer>()
  const notes = structuredClone(PARTS.notes)
  const usual = ({ method, path, query, body }: Call): unknown => {
    if (path === '/admin/people') return { results: (query.get('q') ?? '') === 'zzz' ? [] : [FOUND] }
    if (path === '/admin/people/2') return PERSON
    const part = path.slice('/admin/people/2/'.length)
    if (part === 'email') return { email: 'bob@example.com' }
    if (part === 'gifts') return { available: 15 }
    if (part === 'notes' && method === 'POST') {
      const { id, text } = body as { id: string; text: string }
      notes.thread.push({ id, by: 'mona', at, text })
    }
    if (part === 'notes') return notes
    if (part === 'history') return historyPage(query.get('after'))
    if (part === 'bans') return { results: [BAN], total: 1 }
    if (part === 'sessions') return { results: [{ device: 'Firefox on Windows', opened_at: at, seen_at: at }] }
    return PARTS[part as keyof Parts]
  }
  return {
    instead,
    gateway: (call) => {
      const body = usual(call)
      return instead.get(call.path) ?? (body === undefined ? undefined : { body })
    },
  }
}
