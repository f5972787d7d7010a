import { useRef, useState } from 'react'
import { browserMemory, type Memory } from '../../shared/browser/memory.js'
import { DRAFTS_KEY } from '../../shared/browser/personal.js'
import { markOf } from '../session/forget-player.js'
import { useSession } from '../session/use-session.js'

type Text = Readonly<Record<string, string | boolean>>

interface Kept {
  account: string
  drafts: Record<string, unknown>
}

const tab = () => browserMemory('sessionStorage')

function keptOf(account: string, memory: Memory): Kept {
  try {
    const kept = JSON.parse(memory.getItem(DRAFTS_KEY) ?? 'null') as Partial<Kept> | null
    if (kept?.account === account && kept.drafts) return { account, drafts: kept.drafts }
  } catch {
    // Unreadable drafts are none.
  }
  return { account, drafts: {} }
}

/** Reads a draft of this account; fields of another type than in `empty` are left out. */
export function readDraft<Draft extends Text>(
  { account, place, empty }: { account: string; place: string; empty: Draft },
  memory: Memory = tab(),
): Draft {
  const kept = (keptOf(account, memory).drafts[place] ?? {}) as Partial<Draft>
  const fields = Object.entries(empty).map(([name, value]) => {
    const field = kept[name]
    return [name, typeof field === typeof value ? field : value]
  })
  return Object.fromEntries(fields) as Draft
}

/** Keeps a draft for this account; null removes it. Drafts of other accounts go. */
export function keepDraft(
  { account, place, draft }: { account: string; place: string; draft: Text | null },
  memory: Memory = tab(),
): void {
  const { drafts } = keptOf(account, memory)
  const { [place]: _, ...others } = drafts
  const next = draft === null ? others : { ...others, [place]: draft }
  if (Object.keys(next).length === 0) memory.removeItem(DRAFTS_KEY)
  else memory.setItem(DRAFTS_KEY, JSON.stringify({ account, drafts: next }))
}

const isSame = (one: Text, other: Text) => Object.keys(one).every((name) => one[name] === other[name])

/** A draft, and what changes it. */
type KeptDraft<Draft> = readonly [
  draft: Draft,
  change: (next: Draft) => void,
  /** Forgets what was sent, and returns true, unless more was typed meanwhile. */
  sent: (sent: Draft) => boolean,
]

/** Typed text that this tab keeps for its account until it is sent, also when the session ends. */
export function useDraft<Draft extends Text>(place: string, empty: Draft): KeptDraft<Draft> {
  const { user } = useSession()
  const account = user === null ? undefined : markOf(user.discordId)
  const [draft, setDraft] = useState(() => (account === undefined ? empty : readDraft({ account, place, empty })))
  const latest = useRef(draft)
  const change = (next: Draft) => {
    latest.current = next
    setDraft(next)
    if (account !== undefined) keepDraft({ account, place, draft: isSame(next, empty) ? null : next })
  }
  const sent = (text: Draft) => {
    const isAll = isSame(latest.current, text)
    if (isAll) change(empty)
    return isAll
  }
  return [draft, change, sent]
}
