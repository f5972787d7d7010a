import { useState } from 'react'
import type { TicketEdits } from './ticket-change.js'

const NOTHING: TicketEdits = {}

/** What was filled in and not saved yet, ticket by ticket: an answer is not lost by a look at another ticket. */
export function useEdits() {
  const [edits, setEdits] = useState<ReadonlyMap<number, TicketEdits>>(new Map())
  return {
    of: (id: number): TicketEdits => edits.get(id) ?? NOTHING,
    change: (id: number, part: TicketEdits) =>
      setEdits((before) => new Map(before).set(id, { ...before.get(id), ...part })),
    forget: (id: number) => setEdits((before) => new Map([...before].filter(([other]) => other !== id))),
  }
}
