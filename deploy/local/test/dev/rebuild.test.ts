import { describe, expect, test } from '@jest/globals'
import { SERVICE_NAMES } from '@kla/proto/callers'
import { rebuildFor } from '../../src/dev/rebuild.js'

describe('rebuildFor', () => {
  test('restarts the services whose sources changed', () => {
    const paths = ['services/rooms/src/seats/rpc.ts', 'services/rooms/src/config.ts', 'services/auth/src/main.ts']
    expect(rebuildFor(paths)).toEqual({ services: ['auth', 'rooms'], stale: [] })
  })

  test.each(['proto/web/limits.ts', 'proto/gen/kla/rooms/v1/rooms.ts', 'services/chassis/src/loop.ts'])(
    'restarts every service for %s',
    (path) => expect(rebuildFor([path]).services).toEqual(SERVICE_NAMES),
  )

  test('asks for a new start for a migration', () => {
    const stale = ['services/rooms/migrations']
    expect(rebuildFor(['services/rooms/migrations/003_more.sql'])).toEqual({ services: [], stale })
  })

  test.each(['services/testkit/src/index.ts', 'services/rooms/package.json'])('restarts nothing for %s', (path) => {
    expect(rebuildFor([path])).toEqual({ services: [], stale: [] })
  })
})
