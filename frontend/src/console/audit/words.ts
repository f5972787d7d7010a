import type { AuditEntryView, AuditVerification, Permission } from '@kla/proto/web'

export const subjectWords = ({ subject_kind, subject_id }: AuditEntryView): string =>
  subject_kind === null ? '-' : subject_id === null ? subject_kind : `${subject_kind} #${subject_id}`

const FAULT_WORDS: Readonly<Record<NonNullable<AuditVerification['fault']>['what'], string>> = {
  altered: 'it was changed after it was written',
  missing: 'it is missing',
  unlinked: "it doesn't follow the entry before it",
}

export const faultWords = ({ seq, what }: NonNullable<AuditVerification['fault']>): string =>
  `Entry #${seq} is faulty: ${FAULT_WORDS[what]} (${what}).`

interface Screen {
  needs: Permission
  at: (id: string) => string
}

const SCREENS: ReadonlyMap<string | null, Screen> = new Map([
  ['report', { needs: 'reports.read', at: (id: string) => `/reports?open=${id}` }],
  ['job', { needs: 'reports.read', at: (id: string) => `/desk?open=${id}` }],
  ['account', { needs: 'members.read', at: (id: string) => `/person/${id}` }],
  ['cup', { needs: 'cups.read', at: (id: string) => `/cuptiecreator?open=${id}` }],
  ['season', { needs: 'pass.read', at: (id: string) => `/battlepasseditor?open=${id}` }],
])

/** Link to the subject; null without a screen or permission. */
export function subjectLink(entry: AuditEntryView, may: (permission: Permission) => boolean): string | null {
  const screen = SCREENS.get(entry.subject_kind)
  if (!screen || entry.subject_id === null || !may(screen.needs)) return null
  return screen.at(encodeURIComponent(entry.subject_id))
}
