import type { AuditVerification, Permission } from '@kla/proto/web'
import type { Thing } from './sentence.js'

const FAULT_WORDS: Readonly<Record<NonNullable<AuditVerification['fault']>['what'], string>> = {
  altered: 'it was changed after it was written',
  missing: 'it is missing',
  unlinked: "it doesn't follow the entry before it",
}

export const faultWords = ({ seq, what }: NonNullable<AuditVerification['fault']>): string =>
  `Entry #${seq} is faulty: ${FAULT_WORDS[what]} (${what}).`

interface Screen {
  needs: readonly Permission[]
  at: (id: string) => string
}

const SCREENS: ReadonlyMap<string, Screen> = new Map([
  ['report', { needs: ['reports.read'], at: (id: string) => `/reports?open=${id}` }],
  ['job', { needs: ['reports.read'], at: (id: string) => `/desk?open=${id}` }],
  ['account', { needs: ['members.read', 'reports.read'], at: (id: string) => `/person/${id}` }],
  ['cup', { needs: ['cups.read'], at: (id: string) => `/cuptiecreator?open=${id}` }],
  ['season', { needs: ['pass.read'], at: (id: string) => `/battlepasseditor?open=${id}` }],
])

/** Link to a thing; null without a screen or permission. */
export function thingLink({ kind, id }: Thing, may: (permission: Permission) => boolean): string | null {
  const screen = SCREENS.get(kind)
  if (!screen || !screen.needs.some(may)) return null
  return screen.at(encodeURIComponent(id))
}
