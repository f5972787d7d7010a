import { browserMemory, type Memory } from './memory.js'

/** Keys whose values belong to the player; other keys belong to the device. */
export const AGE_KEY = 'age-confirmed'
export const WISH_KEY = 'kla-match'
export const CART_KEY = 'kla-cart'
export const CHECKOUT_KEY = 'kla-checkout'
/** Keys of the tab's session storage. */
export const ROOM_KEY = 'kla-room'
export const NOTIFY_KEY = 'kla-notify-searching'
export const DIAGNOSTICS_KEY = 'kla-link'
export const DRAFTS_KEY = 'kla-drafts'
export const MIC_OFF_KEY = 'kla-mic-off'
export const CAM_OFF_KEY = 'kla-cam-off'

const OWNER_KEY = 'kla-player'

type Memories = readonly [device: Memory, tab: Memory]

const KEYS = [
  [OWNER_KEY, AGE_KEY, WISH_KEY, CART_KEY, CHECKOUT_KEY],
  [OWNER_KEY, ROOM_KEY, NOTIFY_KEY, DIAGNOSTICS_KEY, DRAFTS_KEY, MIC_OFF_KEY, CAM_OFF_KEY],
] as const

const memories = (): Memories => [browserMemory('localStorage'), browserMemory('sessionStorage')]

/** Mark of the player to whom this browser belongs, null after a logout and on a new browser. */
export const ownerMark = (): string | null => memories()[0].getItem(OWNER_KEY)

/** Player whom this page has shown. */
let shown: string | null = null

/** Calls back when this page shows a player who has logged out, or whom another has replaced on this browser. */
export function whenOthersArrive(then: () => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === OWNER_KEY && newValue && newValue !== memories()[1].getItem(key)) then()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || shown === null || memories().every((memory) => memory.getItem(OWNER_KEY) === shown)) return
    then()
    location.reload()
  })
}

/** Removes what belongs to players other than `owner` from the browser and this tab. Returns true if there was any. */
export function forgetOthers(owner: string | null, from: Memories = memories()): boolean {
  const others = from.filter((memory, at) => {
    const isOthers = owner === null || (memory.getItem(OWNER_KEY) ?? owner) !== owner
    if (isOthers) KEYS[at]?.forEach((key) => memory.removeItem(key))
    if (owner !== null) memory.setItem(OWNER_KEY, owner)
    return isOthers
  })
  shown = owner ?? shown
  return others.length > 0
}
