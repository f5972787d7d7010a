import type { AuditEntryView, AuditVerification } from '@kla/proto/web'

/** What an entry is about: 'report #12'. */
export const subjectWords = ({ subject_kind, subject_id }: AuditEntryView): string =>
  subject_kind === null ? '-' : subject_id === null ? subject_kind : `${subject_kind} #${subject_id}`

const FAULT_WORDS: Readonly<Record<NonNullable<AuditVerification['fault']>['what'], string>> = {
  altered: 'it does not say what was written',
  missing: 'it is not there',
  unlinked: 'it does not follow the entry before it',
}

export const faultWords = ({ seq, what }: NonNullable<AuditVerification['fault']>): string =>
  `Entry #${seq} is faulty: ${FAULT_WORDS[what]} (${what}).`
