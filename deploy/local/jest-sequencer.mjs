import TestSequencer from '@jest/test-sequencer'

/** Browsers want processors, other platforms mostly wait: so many of these between two with browsers. */
const BETWEEN_BROWSERS = 2

/** Jest's order, longest first, but seldom with several suites with browsers at a time. */
export default class Sequencer extends TestSequencer {
  sort(tests) {
    const inOrder = super.sort(tests)
    const browsers = inOrder.filter(hasBrowser)
    const others = inOrder.filter((test) => !hasBrowser(test))
    const mixed = browsers.flatMap((test) => [test, ...others.splice(0, BETWEEN_BROWSERS)])
    return [...mixed, ...others]
  }
}

const hasBrowser = ({ path }) => /\/browser-[^/]*$/.test(path)
