import { expect, test } from '@jest/globals'
import { permissionsOf, type TicketChange } from '@kla/proto/web'
import { openConsole, session, watchPages } from '../desk/console-page.js'
import { ticketView } from './views.js'

watchPages()

test('a ticket is answered and the next one open after four key presses', async () => {
  const tickets = [ticketView({ id: 7, subject: 'Black picture' }), ticketView({ id: 8, subject: 'No sound' })]
  const changes: TicketChange[] = []
  const { open, page } = await openConsole(
    ({ method, path, body }) => {
      if (method === 'GET' && path === '/admin/support_tickets')
        return { body: { results: tickets, total: tickets.length, page: 1, page_size: 50, next: null } }
      if (method === 'GET' && path === '/admin/canned_answers') return { body: { results: [] } }
      if (method === 'POST' && path.endsWith('/looking')) return { body: { others: [] } }
      const ticket = tickets.find(({ id }) => path === `/admin/support_tickets/${id}`)
      if (method !== 'PATCH' || !ticket) return undefined
      changes.push(body as TicketChange)
      return { body: { ticket: { ...ticket, state: 'waiting', version: ticket.version + 1 } } }
    },
    { me: session(permissionsOf('moderator', false)) },
  )
  await open('/support')
  await page.getByText('Black picture').first().waitFor()
  const press = (key: string) => page.keyboard.press(key)
  await press('j')
  await press('Enter')
  await page.getByRole('heading', { name: 'Ticket #7' }).waitFor()
  await press('a')
  await page.keyboard.type('Please choose another camera.')
  await press('Control+Enter')
  await page.getByRole('heading', { name: 'Ticket #8' }).waitFor()
  expect(changes).toEqual([expect.objectContaining({ answer: 'Please choose another camera.', version: 1 })])
})
