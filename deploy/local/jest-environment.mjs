import { AsyncLocalStorage } from 'node:async_hooks'
import { TestEnvironment } from 'jest-environment-node'

const used = new Set()
const { run } = AsyncLocalStorage.prototype
AsyncLocalStorage.prototype.run = function (...given) {
  used.add(this)
  return run.apply(this, given)
}

/**
 * Disables a suite's storages at its end. Jest enables one for each suite, and before Node 24 each that stays enabled
 * makes every promise of later suites in that worker dearer: it was a seventh of the processor time of all.
 */
export default class Environment extends TestEnvironment {
  async teardown() {
    for (const storage of used) storage.disable()
    used.clear()
    await super.teardown()
  }
}
