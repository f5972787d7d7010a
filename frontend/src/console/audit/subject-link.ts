import type { AuditEntryView, Permission } from '@kla/proto/web'

interface Screen {
  needs: Permission
  at: (id: string) => string
}

const SCREENS: ReadonlyMap<string | null, Screen> = new Map([
  ['report', { needs: 'reports.read', at: (id: string) => `/reports?open=${id}` }],
  ['account', { needs: 'members.read', at: (id: string) => `/membersandguilddata?q=${id}&open=${id}` }],
  ['cup', { needs: 'cups.read', at: (id: string) => `/cuptiecreator?open=${id}` }],
  ['season', { needs: 'pass.read', at: (id: string) => `/battlepasseditor?open=${id}` }],
])

/** Where the subject of an entry is to be read, for who may; null where that is nowhere. */
export function subjectLink(entry: AuditEntryView, may: (permission: Permission) => boolean): string | null {
  const screen = SCREENS.get(entry.subject_kind)
  if (!screen || entry.subject_id === null || !may(screen.needs)) return null
  return screen.at(encodeURIComponent(entry.subject_id))
}
