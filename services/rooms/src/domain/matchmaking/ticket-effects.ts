import { isOn, openMatchOf, type Match, type Ticket } from './ticket.js'

/** What has to be kept in step with a ticket that changed. */
export interface TicketEffects {
  /** Whether it can be found in its pool. */
  readonly listed: boolean
  /** `new`: it is kept from now; `same`: as long as before; `none`: nobody needs to keep it any more. */
  readonly kept: 'new' | 'same' | 'none'
  /** Nobody searches with it any more: it is only remembered. */
  readonly over: boolean
}

export const ticketEffects = (before: Ticket | undefined, after: Ticket): TicketEffects => ({
  listed: after.stage.kind === 'searching',
  kept: !isOn(after) ? 'none' : before && isOn(before) && before.id === after.id ? 'same' : 'new',
  over: !isOn(after),
})

/** When somebody has to look at a match again: `opening` is for whoever opens it, until that one counts as dead. */
export interface MatchDue {
  readonly match: Match
  readonly when: 'at its deadline' | 'opening' | 'never'
}

/** The matches that a change concerns, those that are over among them. Those of tickets that stay as they are go on. */
export function matchesDue(before: readonly (Ticket | undefined)[], after: readonly Ticket[]): MatchDue[] {
  const due = new Map<string, MatchDue>()
  const changing = new Set(after.map(({ person }) => person.accountId))
  for (const ticket of before) {
    const match = ticket && openMatchOf(ticket)
    if (match && changing.has(ticket.person.accountId)) due.set(match.id, { match, when: 'never' })
  }
  for (const { stage } of after) {
    if (stage.kind === 'found') due.set(stage.match.id, { match: stage.match, when: 'at its deadline' })
    if (stage.kind === 'opening') due.set(stage.match.id, { match: stage.match, when: 'opening' })
  }
  return [...due.values()]
}
