import TestSequencer from '@jest/test-sequencer'

/** Seconds that suites wait: Jest knows no durations in a fresh checkout. */
const WAITING = {
  rollouts: 98,
  'browser-cup': 95,
  'game-engine-failures': 55,
  'gateway-failures': 45,
  'ledger-failures': 43,
  'cup-of-bots': 42,
  'store-restarts': 25,
}
const KINDS = ['waiting', 'browser', 'other']

/** Sorts the longest first, with browsers and waiting suites spread. */
export default class Sequencer extends TestSequencer {
  sort(tests) {
    const inOrder = super.sort(tests).sort((one, other) => secondsOf(other) - secondsOf(one))
    const spread = KINDS.flatMap((kind) =>
      inOrder
        .filter((test) => kindOf(test) === kind)
        .map((test, at, all) => ({ test, place: (at + 0.5) / all.length })),
    )
    return spread.sort((one, other) => one.place - other.place).map(({ test }) => test)
  }
}

const nameOf = ({ path }) => /\/deploy\/e2e\/test\/([^/]*)\.test\.ts$/.exec(path)?.[1] ?? ''
const secondsOf = (test) => WAITING[nameOf(test)] ?? 0
const kindOf = (test) => (secondsOf(test) > 0 ? 'waiting' : nameOf(test).startsWith('browser-') ? 'browser' : 'other')
