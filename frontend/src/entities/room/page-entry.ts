import { OPENED_BY_PERSON } from '@kla/proto/web'
import { browserMemory, type Memory } from '../../shared/browser/memory.js'

/** How the browser opened this page. */
export interface OpenedPage {
  readonly address: string
  /** True if the server marked the player's own navigation (`OPENED_BY_PERSON`). */
  readonly marked: boolean
  /** Navigation type; the server cannot tell reloads from clicks. */
  readonly navigation: string
  readonly entry: string
  /** Session storage: per tab, and out of reach of other sites. */
  readonly memory: Memory
  readonly now: () => number
}

interface PageEntry {
  /** True if room or camera may open without a press. `entry`: the router's key. */
  opensWithoutPress(entry: string): boolean
  /** True if the seat may be retaken after a reload without a press. */
  resumes(): boolean
  /** Lets `address` open without a press after login. */
  allowReturnTo(address: string): void
}

interface Kept {
  address: string
  by: 'login' | 'reload'
  until: number
}

const KEY = 'opened-by-person'
const LOGIN_MS = 600_000
const FIRST = 'default'

function readKept(memory: Memory): Partial<Kept> {
  try {
    return (JSON.parse(memory.getItem(KEY) ?? 'null') as Partial<Kept> | null) ?? {}
  } catch {
    return {}
  }
}

export function createPageEntry({ address, marked, navigation, entry, memory, now }: OpenedPage): PageEntry {
  const kept = readKept(memory)
  const continues = (by: Kept['by']) => kept.by === by && kept.address === address && now() < (kept.until ?? 0)
  const opened =
    (navigation === 'navigate' && (marked || continues('login'))) || (navigation === 'reload' && continues('reload'))
  const keep = (next: Kept) => memory.setItem(KEY, JSON.stringify(next))
  if (opened) keep({ address, by: 'reload', until: Number.MAX_SAFE_INTEGER })
  else memory.removeItem(KEY)

  return {
    // Other sites can only append a fragment; router entries have other keys.
    opensWithoutPress: (at) => opened || (at !== entry && at !== FIRST),
    resumes: () => opened || navigation === 'reload',
    allowReturnTo: (backTo) => keep({ address: backTo, by: 'login', until: now() + LOGIN_MS }),
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

let current: PageEntry | undefined

export const pageEntry = (): PageEntry => (current ??= createPageEntry(openedPage()))
