import { OPENED_BY_PERSON } from '@kla/proto/web'
import { browserMemory, type Memory } from '../../shared/browser/memory.js'

/** What tells who opened this page. */
export interface OpenedPage {
  /** Path and query. */
  readonly address: string
  /** Whether the server marked it as opened by the person (`OPENED_BY_PERSON`). */
  readonly marked: boolean
  /** A script's reload looks to the server like a press on a link of ours, and a step back that another site's page
   * makes like an address that was typed. */
  readonly navigation: string
  /** The entry of the session history, as the router names it. */
  readonly entry: string
  /** Of this tab; no other site reads or writes it. */
  readonly memory: Memory
  readonly now: () => number
}

export interface Arrival {
  /**
   * Whether a screen that leads into a room or before a camera may go on by itself: the person opened its address, or came
   * to it through these pages. `entry`: the router's key of the place.
   */
  goesOnByItself(entry: string): boolean
  /** Whether a seat that this tab held when the page before went is taken again without a press. */
  resumes(): boolean
  /** The page gives way to the login, by a press or a visit of the person, and is to go on at this address after it. */
  comesBackTo(address: string): void
}

/** What outlasts the page: which address the person opened in this tab, and whether it may be opened anew by itself. */
interface Kept {
  address: string
  by: 'login' | 'reload'
  until: number
}

const KEY = 'opened-by-person'
/** As long as a login may take. */
const LOGIN_MS = 600_000
/** What the router calls the place at which a page begins. */
const FIRST = 'default'

function readKept(memory: Memory): Partial<Kept> {
  try {
    return (JSON.parse(memory.getItem(KEY) ?? 'null') as Partial<Kept> | null) ?? {}
  } catch {
    return {}
  }
}

/** Reads once, when the page begins, who opened it. */
export function createArrival({ address, marked, navigation, entry, memory, now }: OpenedPage): Arrival {
  const kept = readKept(memory)
  const continues = (by: Kept['by']) => kept.by === by && kept.address === address && now() < (kept.until ?? 0)
  const opened = (navigation === 'navigate' && (marked || continues('login'))) || (navigation === 'reload' && continues('reload'))
  const keep = (next: Kept) => memory.setItem(KEY, JSON.stringify(next))
  if (opened) keep({ address, by: 'reload', until: Number.MAX_SAFE_INTEGER })
  else memory.removeItem(KEY)

  return {
    // The router's own places have names of their own; another site can add to this one's address what follows a #.
    goesOnByItself: (at) => opened || (at !== entry && at !== FIRST),
    resumes: () => opened || navigation === 'reload',
    comesBackTo: (backTo) => keep({ address: backTo, by: 'login', until: now() + LOGIN_MS }),
  }
}

const openedPage = (): OpenedPage => ({
  address: window.location.pathname + window.location.search,
  marked: document.querySelector(`meta[name="${OPENED_BY_PERSON}"]`) !== null,
  navigation: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type ?? 'unknown',
  entry: (window.history.state as { key?: string } | null)?.key ?? FIRST,
  memory: browserMemory('sessionStorage'),
  now: Date.now,
})

let current: Arrival | undefined

/** This page's. Asked for first before anything changes the address (app/begin.tsx). */
export const arrival = (): Arrival => (current ??= createArrival(openedPage()))
