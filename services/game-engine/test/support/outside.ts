import type { Redis } from '@kla/chassis'
import type { Library } from '../../src/battle/library-client.js'
import type { Commerce } from '../../src/spending/commerce-client.js'

/** Takes a step, or does not, or does not say so: where a test lets a process die, hang or be cut off. */
export type AroundStep = (name: string, step: () => Promise<unknown>) => Promise<unknown>

/** All that one process does outside of itself for a command, step by step. */
export class Outside {
  around: AroundStep = (_name, step) => step()
  /** What the loops of a process do counts only where it speaks of this. */
  about: (text: string) => boolean = () => false

  redis(redis: Redis): Redis {
    return new Proxy(redis, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        const call = value.bind(target) as (...given: unknown[]) => Promise<unknown>
        if (name !== 'evalsha' && name !== 'get' && name !== 'hdel') return call
        return (...given: unknown[]) => {
          const counts = given.some((one) => typeof one === 'string' && this.about(one))
          return counts ? this.around(name, () => call(...given)) : call(...given)
        }
      },
    })
  }

  library = (library: Library): Library => ({
    listRotation: (...given) => library.listRotation(...given),
    uniteLimits: (...given) => this.#step('unite-limits', () => library.uniteLimits(...given)),
    list: (...given) => this.#step('list', () => library.list(...given)),
    find: (...given) => this.#step('find', () => library.find(...given)),
    save: (...given) => this.#step('save', () => library.save(...given)),
    savedBy: (...given) => this.#step('saved-by', () => library.savedBy(...given)),
    close: () => library.close(),
  })

  commerce = (commerce: Commerce): Commerce => ({
    holdWildCard: (...given) => this.#step('hold', () => commerce.holdWildCard(...given)),
    settle: (...given) =>
      this.about(given[0]) ? this.#step('settle', () => commerce.settle(...given)) : commerce.settle(...given),
    close: () => commerce.close(),
  })

  #step = <T>(name: string, step: () => Promise<T>): Promise<T> => this.around(name, step) as Promise<T>
}
