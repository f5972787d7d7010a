import { beforeEach, describe, expect, test } from '@jest/globals'
import type { ServiceName } from '@kla/proto/callers'
import { createRestarts, type RestartDeps } from '../../src/dev/restarts.js'

let log: string[]
let build: (services: readonly ServiceName[]) => Promise<boolean>
let start: (service: ServiceName) => Promise<void>

beforeEach(() => {
  log = []
  build = async () => true
  start = async () => undefined
})

function restarts() {
  const platform = {
    running: (service: ServiceName) => [service],
    stop: async (service: ServiceName) => void log.push(`stop ${service}`),
    start: async (service: ServiceName) => {
      log.push(`start ${service}`)
      await start(service)
    },
  }
  return createRestarts({
    platform: platform as unknown as RestartDeps['platform'],
    build: (services) => {
      log.push(`build ${services.join(' ')}`)
      return build(services)
    },
    say: (line) => log.push(line),
  })
}

const ROOMS = 'services/rooms/src/config.ts'
const AUTH = 'services/auth/src/config.ts'

describe('restarts', () => {
  test('build, then stop and start the services that changed', async () => {
    await restarts()([ROOMS])
    expect(log).toEqual(['build rooms', 'stop rooms', 'start rooms', 'Restarted rooms'])
  })

  test('leave services running if a change does not compile, and restart them after a build that does', async () => {
    const changed = restarts()
    build = async () => false
    await changed([ROOMS])
    expect(log).toEqual(['build rooms'])
    build = async () => true
    await changed([AUTH])
    expect(log).toEqual(expect.arrayContaining(['build auth rooms', 'Restarted rooms', 'Restarted auth']))
  })

  test('build what changes during a build after it', async () => {
    const changed = restarts()
    let finish = (_good: boolean): void => undefined
    build = () => new Promise((resolve) => (finish = resolve))
    const first = changed([ROOMS])
    const second = changed([ROOMS])
    expect(log).toEqual(['build rooms'])
    build = async () => true
    finish(true)
    await Promise.all([first, second])
    expect(log.filter((line) => line === 'build rooms')).toHaveLength(2)
    expect(log.filter((line) => line === 'Restarted rooms')).toHaveLength(2)
  })

  test('print why a service does not start', async () => {
    start = async () => {
      throw new Error('rooms-1 ended at once')
    }
    await restarts()([ROOMS])
    expect(log.at(-1)).toBe('rooms-1 ended at once')
  })

  test('ask for a new start when migrations change', async () => {
    await restarts()(['services/rooms/migrations/2.sql'])
    expect(log).toEqual(['services/rooms/migrations changed: stop with Ctrl-C and start again to use it.'])
  })
})
