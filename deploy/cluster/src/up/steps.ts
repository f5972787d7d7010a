import type { Say } from './commands.js'

/** A step and how long it took. */
export interface Timed {
  readonly name: string
  readonly seconds: number
  readonly result: 'done' | 'failed'
}

/** Runs steps one after another and keeps their times. */
export interface Steps {
  step<Result>(name: string, act: () => Promise<Result>): Promise<Result>
  taken(): readonly Timed[]
}

export function createSteps(say: Say, now: () => number): Steps {
  const taken: Timed[] = []
  return {
    async step(name, act) {
      const startedAt = now()
      const end = (result: Timed['result']): void => {
        const seconds = Math.round((now() - startedAt) / 100) / 10
        taken.push({ name, seconds, result })
        say(`${name}: ${result} after ${seconds} s`)
      }
      try {
        const result = await act()
        end('done')
        return result
      } catch (error) {
        end('failed')
        throw error
      }
    },
    taken: () => taken,
  }
}

/** Returns the lines of a Markdown table. */
export const stepTable = (steps: readonly Timed[]): readonly string[] => [
  '| step | seconds | |',
  '|---|---:|---|',
  ...steps.map(({ name, seconds, result }) => `| ${name} | ${seconds.toFixed(1)} | ${result} |`),
]
