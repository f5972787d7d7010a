import { OPENED_BY_PERSON } from '@kla/proto/web'
import { browserMemory, type Memory } from '../../shared/browser/memory.js'

export interface OpenedPage {
  readonly address: string
  /** True if the server marked it as the player's own navigation (`OPENED_BY_PERSON`). */
  readonly marked: boolean
  /**
   * Navigation type. The server cannot tell a script's reload from a press on our link, nor another site's step back
   * from a typed address.
   */
  readonly navigation: string
  readonly entry: string
  /** Session storage: per tab, and out of reach of other sites. */
  readonly memory: Memory
  readonly now: () => number
}

interface Arrival {
  /** True if a screen that leads into a room or to the camera needs no press. `entry` is the router's key. */
  goesOnByItself(entry: string): boolean
  /** True if the seat from before the reload may be taken without a press. */
  resumes(): boolean
  /** Lets `address` proceed automatically after the login. */
  comesBackTo(address: string): void
}

/** Address the player opened in this tab, and whether it may be reopened without a press. */
interface Kept {
  address: string
  by: 'login' | 'reload'
  until: number
}

const KEY = 'opened-by-person'
const LOGIN_MS = 600_000
/** The router's key for the first entry of a page. */
const FIRST = 'default'

function readKept(memory: Memory): Partial<Kept> {
  try {
    return (JSON.parse(memory.getItem(KEY) ?? 'null') as Partial<Kept> | null) ?? {}
  } catch {
    return {}
  }
}

export function createArrival({ address, marked, navigation, entry, memory, now }: OpenedPage): Arrival {
  const kept = readKept(memory)
  const continues = (by: Kept['by']) => kept.by === by && kept.address === address && now() < (kept.until ?? 0)
  const opened =
    (navigation === 'navigate' && (marked || continues('login'))) || (navigation === 'reload' && continues('reload'))
  const keep = (next: Kept) => memory.setItem(KEY, JSON.stringify(next))
  if (opened) keep({ address, by: 'reload', until: Number.MAX_SAFE_INTEGER })
  else memory.removeItem(KEY)

  return {
    // Another site can only append a fragment to the current address; entries of the router have other keys.
    goesOnByItself: (at) => opened || (at !== entry && at !== FIRST),
    resumes: () => opened || navigation === 'reload',
    comesBackTo: (backTo) => keep({ address: backTo, by: 'login', until: now() + LOGIN_MS }),
  }
}

const openedPage = (): OpenedPage => ({
  address: window.location.pathname + window.location.search,
  marked: document.querySelector(`meta[name="${OPENED_BY_PERSON}"]`) !== null,
  navigation:
    (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type ?? 'unknown',
  entry: (window.history.state as { key?: string } | null)?.key ?? FIRST,
  memory: browserMemory('sessionStorage'),
  now: Date.now,
})

let current: Arrival | undefined

export const arrival = (): Arrival => (current ??= createArrival(openedPage()))
