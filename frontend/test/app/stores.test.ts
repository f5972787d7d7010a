import { expect, test } from '@jest/globals'

type Step = (value: unknown) => unknown

let connected = 0
/** What the extension leaves in a page, which Redux looks for when it loads. */
const connect = () => {
  connected += 1
  return (...steps: Step[]) =>
    (first: unknown) =>
      steps.reduceRight((value, step) => step(value), first)
}
const sessionStorage = { getItem: () => null }
Object.assign(globalThis, { window: { sessionStorage, __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: connect } })
const { makeStore } = await import('../../src/app/store.js')
const { makeStore: makeConsoleStore } = await import('../../src/console/app/store.js')

test('neither store shows itself to the extension of Redux', () => {
  makeStore()
  makeConsoleStore()
  expect(connected).toBe(0)
})
