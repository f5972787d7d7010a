import type { CannedAnswerView, TicketView } from '@kla/proto/web'

/** An open ticket of vera's, with these parts. */
export const ticketView = (part: Partial<TicketView> = {}): TicketView => ({
  id: 7,
  created_at: '2026-11-21T08:00:00.000Z',
  user_id: 42,
  user_name: 'vera',
  user_email: null,
  subject: 'Black picture',
  message: 'It stays black.',
  category: 'Technical',
  priority: 'Normal',
  resolved: false,
  related_stripe_email: null,
  related_room_id: null,
  diagnostics: null,
  entries: [],
  state: 'open',
  assignee_id: null,
  assignee: null,
  first_reply_at: null,
  first_reply_due: '2026-11-22T14:05:00.000Z',
  related_order_id: null,
  related_battle_id: null,
  version: 1,
  changed_at: null,
  changed_by: null,
  ...part,
})

export const cannedView = (id: string, part: Partial<CannedAnswerView> = {}): CannedAnswerView => ({
  id,
  title: `Title ${id}`,
  text: `Text ${id}`,
  version: 1,
  changed_at: '2026-11-21T08:00:00.000Z',
  changed_by: 'mona',
  ...part,
})
