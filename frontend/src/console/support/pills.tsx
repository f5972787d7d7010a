import type { TicketView } from '@kla/proto/web'
import { Pill } from '../kit/text/pill.js'
import { PRIORITY_TONES } from './words.js'

export const PriorityPill = ({ ticket }: { ticket: TicketView }) => (
  <Pill tone={PRIORITY_TONES[ticket.priority]}>{ticket.priority}</Pill>
)

export const ResolvedPill = ({ ticket }: { ticket: TicketView }) => (
  <Pill tone={ticket.resolved ? 'green' : 'amber'}>{ticket.resolved ? 'Resolved' : 'Unresolved'}</Pill>
)
