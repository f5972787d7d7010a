import { describe, expect, test } from '@jest/globals'
import { depart } from '../../../../src/features/room/leaving/depart.js'

/** A departure whose attempts have these results; then it succeeds. */
function leaving(results: (string | null)[]) {
  const departure = { begun: false, ended: false, begin: () => void (departure.begun = true) }
  const held: string[] = []
  let attempts = 0
  let onPause = () => {}
  const go = () =>
    depart({
      departure,
      async attempt() {
        attempts += 1
        return results.shift() ?? null
      },
      onHeld: (why) => held.push(why),
      pause: async () => onPause(),
    })
  return {
    departure,
    go,
    held,
    attempts: () => attempts,
    whilePausing: (act: () => void) => void (onPause = act),
  }
}

describe('a departure', () => {
  test('is repeated, and says why, until it is answered', async () => {
    const { departure, go, held, attempts } = leaving(['No answer.', 'Slow down.'])
    expect(await go()).toBe(true)
    expect([attempts(), held, departure.begun]).toEqual([3, ['No answer.', 'Slow down.'], true])
  })

  test('ends when the player stays', async () => {
    const { departure, go, attempts, whilePausing } = leaving(['No answer.', 'No answer.'])
    whilePausing(() => void (departure.begun = false))
    expect([await go(), attempts()]).toEqual([false, 1])
  })

  test('holds if the seat is gone after all', async () => {
    const { departure, go, held } = leaving([])
    const outcome = go()
    departure.begun = false
    expect([await outcome, held]).toEqual([true, []])
  })

  test('gives way to the panic exit', async () => {
    const answered = leaving([])
    const outcome = answered.go()
    answered.departure.ended = true
    expect(await outcome).toBe(false)

    const { departure, go, attempts, whilePausing } = leaving(['No answer.', 'No answer.'])
    whilePausing(() => void (departure.ended = true))
    expect([await go(), attempts()]).toEqual([false, 1])
  })
})
