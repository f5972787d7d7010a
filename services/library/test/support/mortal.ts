import type { Between } from './saving.js'

/** Where a process dies: at the so-manieth step outwards, before the step takes effect or after. */
export interface Death {
  readonly step: number
  readonly when: 'before' | 'after'
}

export class Died extends Error {}

/** Lets a process reach outwards until it dies; nothing that it still tries afterwards has any effect. */
export function mortal(death: Death | undefined): { readonly between: Between; isDead(): boolean } {
  let steps = 0
  let dead = false
  const live = async (step: () => Promise<unknown>): Promise<unknown> => {
    if (dead) throw new Died()
    const last = ++steps === death?.step
    if (last && death.when === 'before') dead = true
    if (dead) throw new Died()
    const result = await step().catch((error: unknown) => {
      if (last) dead = true
      throw dead ? new Died() : error
    })
    if (last) dead = true
    // Others of its calls may have been under way when it died.
    if (dead) throw new Died()
    return result
  }
  const between: Between = (part) =>
    new Proxy(part, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return (...values: unknown[]) => live(() => method.apply(target, values) as Promise<unknown>)
      },
    })
  return { between, isDead: () => dead }
}
