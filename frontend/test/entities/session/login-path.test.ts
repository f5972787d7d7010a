import { expect, test } from '@jest/globals'
import { invitePath } from '../../../src/entities/room/room-key.js'
import { loginPath } from '../../../src/entities/session/login-path.js'

test('keeps path and query of the page to return to', () => {
  const invitation = invitePath({ roomId: '0193', passcode: 'a&b c' })
  const login = new URL(loginPath(invitation), 'http://kla.test')
  expect(login.pathname).toBe('/auth/discord')
  expect([...login.searchParams.keys()]).toEqual(['redirectBackTo'])
  expect(login.searchParams.get('redirectBackTo')).toBe(invitation)
})
