import type { AuditEntry as WireEntry } from '@kla/proto'
import type { ChainedEntry } from '../../domain/audit/entry.js'
import { filtersOf, searchOf } from '../../domain/audit/search.js'
import { accepted } from '../accepted.js'
import { audited, type ModerationHandlers } from '../dependencies.js'
import type { AuditDependencies } from './dependencies.js'

export const listAudit =
  ({ pages, audit, now }: Pick<AuditDependencies, 'pages' | 'audit' | 'now'>): ModerationHandlers['listAudit'] =>
  async (request, call) => {
    const administrator = await call.administrator('audit.read')
    const search = accepted(searchOf(request))
    const { entries, more } = accepted(await pages.find(search, administrator.permissions.includes('reports.grave')))
    await audit.record({
      ...audited(administrator, call, now),
      action: 'audit.list',
      subjectKind: '',
      subjectId: '',
      details: JSON.stringify({ filters: filtersOf(search) }),
      restricted: false,
    })
    return { entries: entries.map(toWire), next: more ? (entries.at(-1)?.seq ?? 0) : 0 }
  }

const toWire = (entry: ChainedEntry): WireEntry => ({
  seq: entry.seq,
  atMs: entry.atMs,
  actor: entry.actor,
  actorId: entry.actorId,
  action: entry.action,
  subjectKind: entry.subjectKind,
  subjectId: entry.subjectId,
  details: entry.details,
  requestId: entry.requestId,
})
