import { describe, expect, test } from '@jest/globals'
import { depart, endDepartures } from '../../../../src/features/room/leaving/depart.js'

/** A departure whose attempts have these results; then it succeeds. */
function leaving(results: (string | null)[]) {
  const departure = { begun: false, ended: false, begin: () => void (departure.begun = true) }
  const held: (string | null)[] = []
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

  test('ends when the player stays, though another has begun since', async () => {
    const { departure, go, held, attempts, whilePausing } = leaving(['No answer.', 'No answer.'])
    const onward: Promise<boolean>[] = []
    whilePausing(() => {
      whilePausing(() => {})
      departure.begun = false
      onward.push(go())
    })
    expect(await go()).toBe(false)
    expect([await onward[0], attempts(), held]).toEqual([true, 3, ['No answer.', 'No answer.']])
  })

  test('says that nothing holds the player any more when it ends without another', async () => {
    const { departure, go, held, whilePausing } = leaving(['No answer.'])
    whilePausing(() => void (departure.ended = true))
    await go()
    expect(held).toEqual(['No answer.', null])
  })

  test('ends with the panic exit where it has no media', async () => {
    const { go, attempts, whilePausing } = leaving(['No answer.'])
    whilePausing(endDepartures)
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
