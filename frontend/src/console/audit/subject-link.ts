import type { AuditEntryView, Permission } from '@kla/proto/web'

const SCREENS: ReadonlyMap<string | null, { path: string; needs: Permission }> = new Map([
  ['report', { path: '/reports', needs: 'reports.read' }],
  ['account', { path: '/membersandguilddata', needs: 'members.read' }],
])

/** Where the subject of an entry is to be read, for who may; null where that is nowhere. */
export function subjectLink(entry: AuditEntryView, may: (permission: Permission) => boolean): string | null {
  const screen = SCREENS.get(entry.subject_kind)
  if (!screen || entry.subject_id === null || !may(screen.needs)) return null
  return `${screen.path}?open=${encodeURIComponent(entry.subject_id)}`
}
