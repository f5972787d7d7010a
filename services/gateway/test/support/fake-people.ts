import type { Clients } from '../../src/shared/clients.js'
import { AT_MS } from './fake-administrators.js'
import { BAN, NOTE_ID, REPORT } from './fake-moderation.js'
import { type Recorded, recorded } from './recorded.js'

export type FakePeople = Recorded<Clients['people']>

const THREAD = { notes: [{ id: NOTE_ID, byId: 5, by: 'mod', atMs: AT_MS, text: 'Seen before.' }] }

/** What moderation knows about anyone: a report about and one by the account, a ban, a note and a ticket. */
export const createFakePeople = (): FakePeople =>
  recorded<Clients['people']>({
    getAccountReports: {
      about: [REPORT],
      by: [{ ...REPORT, id: 43 }],
      aboutTotals: { total: 5, decided: 4, upheld: 1 },
      byTotals: { total: 1, decided: 0, upheld: 0 },
      withStills: [REPORT.id],
    },
    listAccountBans: { bans: [BAN], total: 1 },
    listAccountNotes: THREAD,
    addAccountNote: THREAD,
    listAccountTickets: {
      tickets: [
        {
          id: 3,
          createdAtMs: AT_MS,
          subject: 'No sound',
          category: 'Technical',
          priority: 'Normal',
          resolved: false,
        },
      ],
      total: 1,
    },
    listAccountHistory: { entries: [{ seq: 9, atMs: AT_MS, actor: 'mod', action: 'people.read' }], next: 9 },
  })
