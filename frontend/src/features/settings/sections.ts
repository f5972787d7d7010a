import type { SettingsSection } from '../../shared/config/paths.js'

interface Section {
  readonly id: SettingsSection
  readonly label: string
}

export const SECTIONS: readonly Section[] = [
  { id: 'profile', label: 'Profile' },
  { id: 'limits', label: 'Limits' },
  { id: 'devices', label: 'Devices and sign-ins' },
  { id: 'purchases', label: 'Purchases' },
  { id: 'safety', label: 'Safety' },
  { id: 'support', label: 'Support' },
]

/** Parameter of the address to which the payment page returns. */
export const SESSION_ID = 'session_id'

/** Returns the section that an address names. A finished checkout returns to the purchases. */
export function sectionAt({ search, hash }: { readonly search: string; readonly hash: string }): SettingsSection {
  const named = SECTIONS.find(({ id }) => hash === `#${id}`)
  if (named) return named.id
  return new URLSearchParams(search).has(SESSION_ID) ? 'purchases' : 'profile'
}
