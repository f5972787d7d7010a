import {
  accepted,
  type Administrator,
  type Call,
  type Database,
  type Handlers,
  implement,
  invalidField,
  KlaError,
  personViewed,
} from '@kla/chassis'
import { PeopleServiceService } from '@kla/proto'
import type { AuditRecorder } from '../audit/index.js'
import { type BanStore, banToProto } from '../bans/index.js'
import { reportsToProto, type ReportStore } from '../reports/index.js'
import type { Accounts } from '../shared/clients.js'
import { readNote, threadToProto } from '../shared/notes.js'
import { auditedBy, refuseOwn, visibilityFor } from '../shared/rpc.js'
import { isId } from '../shared/rules.js'
import { createPeopleStore } from './store.js'

export interface PeopleDeps {
  readonly database: Database
  readonly reports: Pick<ReportStore, 'listAbout' | 'listBy'>
  readonly bans: Pick<BanStore, 'list'>
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  readonly now: () => number
}

const SHOWN = 20
const HISTORY_PAGE = 25

/** Creates the parts of the person's page that moderation owns. */
export function createPeople(deps: PeopleDeps) {
  return { implementation: implement(PeopleServiceService, peopleHandlers(deps)) }
}

function peopleHandlers(deps: PeopleDeps): Handlers<typeof PeopleServiceService> {
  const { database, reports, bans, accounts, audit, now } = deps
  const people = createPeopleStore(database)

  // Without details, so that it reveals nothing about grave reports.
  const recordView = (administrator: Administrator, accountId: number, call: Call): Promise<void> =>
    audit.record({ ...personViewed(administrator, accountId, call, now()), restricted: false })

  return {
    async getAccountReports(request, call) {
      const administrator = await call.administrator('reports.read')
      const accountId = checkedId(request.accountId)
      const visible = visibilityFor(administrator)
      const [about, by, totals] = await Promise.all([
        reports.listAbout(accountId, { ...visible, limit: SHOWN }),
        reports.listBy(accountId, { ...visible, limit: SHOWN }),
        people.totals(accountId, visible),
      ])
      const [messages, withStills] = await Promise.all([
        reportsToProto([...about.reports, ...by.reports], accounts, call),
        people.withStills(about.reports.map(({ id }) => id)),
        recordView(administrator, accountId, call),
      ])
      return {
        about: messages.slice(0, about.reports.length),
        by: messages.slice(about.reports.length),
        aboutTotals: totals.about,
        byTotals: totals.by,
        withStills: [...withStills],
      }
    },

    async listAccountBans(request, call) {
      const administrator = await call.administrator('bans.read')
      const accountId = checkedId(request.accountId)
      const filter = { accountId, scope: undefined, active: undefined }
      const [found, names] = await Promise.all([
        bans.list(filter, { limit: SHOWN, offset: 0 }, now()),
        accounts.known([accountId], call),
        recordView(administrator, accountId, call),
      ])
      return { bans: found.bans.map((ban) => banToProto(ban, names)), total: found.total }
    },

    async listAccountNotes(request, call) {
      const administrator = await call.administrator('reports.read')
      const accountId = checkedId(request.accountId)
      refuseOwn(administrator, accountId)
      const [notes] = await Promise.all([people.notes(accountId), recordView(administrator, accountId, call)])
      return threadToProto(notes)
    },

    /** Idempotent by the note's id. */
    async addAccountNote({ accountId: given, ...wanted }, call) {
      const administrator = await call.administrator('reports.decide')
      const accountId = checkedId(given)
      refuseOwn(administrator, accountId)
      const { noteId, text } = accepted(readNote(wanted))
      if (!(await accounts.find(accountId, call))) throw new KlaError('NO_SUCH_ACCOUNT')
      const by = auditedBy(administrator, call, now)
      const note = { id: noteId, byId: administrator.id, by: administrator.name, atMs: by.atMs, text }
      const notes = await people.addNote(accountId, note, {
        ...by,
        action: 'people.note',
        subjectKind: 'account',
        subjectId: String(accountId),
        details: JSON.stringify({ note: noteId }),
        restricted: false,
      })
      return threadToProto(notes)
    },

    async listAccountTickets(request, call) {
      const administrator = await call.administrator('tickets.read')
      const accountId = checkedId(request.accountId)
      const [{ tickets, total }] = await Promise.all([
        people.tickets(accountId, SHOWN),
        recordView(administrator, accountId, call),
      ])
      return { tickets: [...tickets], total }
    },

    async listAccountHistory({ accountId: given, after }, call) {
      const administrator = await call.administrator('members.read')
      const accountId = checkedId(given)
      if (!Number.isSafeInteger(after) || after < 0) throw invalidField('after')
      // First, so that the history has the entry about this view.
      await recordView(administrator, accountId, call)
      const page = await people.history(accountId, { after, limit: HISTORY_PAGE }, visibilityFor(administrator))
      if (!page) throw invalidField('after')
      return {
        entries: page.entries.map(({ seq, atMs, actor, action }) => ({ seq, atMs, actor, action })),
        next: page.next,
      }
    },
  }
}

function checkedId(id: number): number {
  if (!isId(id)) throw invalidField('id')
  return id
}
