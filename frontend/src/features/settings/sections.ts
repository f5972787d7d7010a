import type { SettingsSection } from '../../shared/config/paths.js'
import { SECTION_NAMES } from '../../texts/settings.js'

interface Section {
  readonly id: SettingsSection
  readonly label: string
}

export const SECTIONS: readonly Section[] = [
  { id: 'profile', label: SECTION_NAMES.profile },
  { id: 'limits', label: SECTION_NAMES.limits },
  { id: 'devices', label: SECTION_NAMES.devices },
  { id: 'purchases', label: SECTION_NAMES.purchases },
  { id: 'safety', label: SECTION_NAMES.safety },
  { id: 'standing', label: SECTION_NAMES.standing },
  { id: 'support', label: SECTION_NAMES.support },
]

/** Parameter of the address to which the payment page returns. */
export const SESSION_ID = 'session_id'

/** Returns the section that an address names. A finished checkout returns to the purchases. */
export function sectionAt({ search, hash }: { readonly search: string; readonly hash: string }): SettingsSection {
  const named = SECTIONS.find(({ id }) => hash === `#${id}`)
  if (named) return named.id
  return new URLSearchParams(search).has(SESSION_ID) ? 'purchases' : 'profile'
}
