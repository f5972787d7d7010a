import { forgetOthers } from '../../shared/browser/personal.js'
import { clearAge } from '../age/age-flag.js'

/** Last digits, which tell the players of one browser apart and name none. The shown id would change with the name. */
export const markOf = (discordId: string): string => discordId.slice(-5)

/** Forgets the player on this browser, or only players with another mark. Every way of logging out calls it. */
export function forgetPlayer(mark: string | null = null): void {
  if (forgetOthers(mark)) clearAge()
}
