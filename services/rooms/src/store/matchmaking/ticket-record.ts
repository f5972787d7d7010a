import type { Ticket } from '../../domain/matchmaking/ticket.js'

/** Changes with every change of an account's search, and never comes back. Empty: there is none. */
export const stampOf = (ticket: Ticket | undefined): string => (ticket ? `${ticket.id}.${ticket.version}` : '')

export const writeTicket = (ticket: Ticket): string => JSON.stringify(ticket)

export const readTicket = (record: string): Ticket => JSON.parse(record) as Ticket
