import { describe, expect, jest, test } from '@jest/globals'
import type { StartPeersData } from '@kla/proto/web'
import type { CallingCoach, Coach, Coached } from '../../../../src/shared/rtc/coach/coach.js'
import { createLateCoach } from '../../../../src/shared/rtc/coach/late-coach.js'
import { NO_LINK } from '../../../../src/shared/rtc/coach/link.js'
import { manualClock } from '../../realtime/manual-clock.js'

const peer = {} as Coached
const start = { peers: [] } as never as StartPeersData
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

function setUp() {
  const { clock, advance } = manualClock()
  const told: string[] = []
  const errors: unknown[] = []
  const say = (what: string) => () => void told.push(what)
  const real: Coach = {
    link: () => ({ ...NO_LINK, band: 'good' }),
    watch: say('watch'),
    lose: say('lose'),
    receive: say('receive'),
    note: say('note'),
    begin: say('begin'),
    end: say('end'),
  }
  const load = jest.fn(async () => () => real)
  const coach = createLateCoach(load)({
    clock,
    onError: (error: unknown) => errors.push(error),
  } as never as CallingCoach)
  return { coach, load, told, errors, advance }
}

describe('late coach', () => {
  test('is loaded once, when a connection comes up', async () => {
    const { coach, load, told } = setUp()
    coach.begin()
    expect(load).not.toHaveBeenCalled()
    coach.watch(peer, start)
    coach.watch(peer, start)
    await settle()
    expect(load).toHaveBeenCalledTimes(1)
    expect(told).toEqual(['watch'])
    expect(coach.link()).toMatchObject({ band: 'good' })
  })

  test('has no link and takes no report while it loads', async () => {
    const { coach, told } = setUp()
    coach.watch(peer, start)
    coach.receive({} as never)
    expect(coach.link()).toBe(NO_LINK)
    await settle()
    expect(told).toEqual(['watch'])
  })

  test('watches nothing if the call ended while it loaded', async () => {
    const { coach, told } = setUp()
    coach.watch(peer, start)
    coach.end()
    await settle()
    expect(told).toEqual([])
    coach.watch(peer, start)
    expect(told).toEqual(['watch'])
  })

  test('learns only that the connection was lost if that happened while it loaded', async () => {
    const { coach, told } = setUp()
    coach.watch(peer, start)
    coach.lose(start)
    await settle()
    expect(told).toEqual(['lose'])
  })

  test('is loaded again five seconds after a failure, while the call lasts', async () => {
    const { coach, load, told, errors, advance } = setUp()
    load.mockRejectedValueOnce(new Error('gone'))
    coach.watch(peer, start)
    await settle()
    expect(errors).toHaveLength(1)
    advance(5_000)
    await settle()
    expect(told).toEqual(['watch'])
    expect(load).toHaveBeenCalledTimes(2)
  })
})
