import { describe, expect, test } from '@jest/globals'
import type { AdminSession, Permission } from '@kla/proto/web'
import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { makeStore } from '../../../src/console/app/store.js'
import { Person } from '../../../src/console/entities/person.js'
import { pageOpened } from '../../../src/console/entities/session.js'

const session = (permissions: Permission[]): AdminSession => ({
  id: 5,
  name: 'mod',
  role: 'moderator',
  permissions,
  expires_at: '2026-11-21T08:30:00.000Z',
  totp_enabled: true,
  totp_setup_required: false,
  password_change_required: false,
  passkey_setup_required: false,
  passkeys: 0,
  fresh_until: null,
})

function draw(permissions: Permission[], name: string): string {
  const store = makeStore()
  store.dispatch(pageOpened(session(permissions)))
  return renderToStaticMarkup(
    <Provider store={store}>
      <MemoryRouter>
        <Person id={7} name={name} />
      </MemoryRouter>
    </Provider>,
  )
}

describe('a person in the console', () => {
  test.each(['members.read', 'reports.read'] as const)('links to the page for %s', (permission) => {
    expect(draw([permission], 'ada')).toMatch(/<a [^>]*href="\/person\/7"[^>]*>.*ada.*#7/)
  })

  test('is plain text for others', () => {
    expect(draw(['gifs.read'], 'ada')).not.toContain('<a')
  })

  test('has no name once the account is gone', () => {
    expect(draw(['members.read'], '')).toContain('Gone')
  })
})
