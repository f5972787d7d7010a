/** What a worker can be asked to do: each takes one thing and answers another, both fit for JSON. */
export type Tasks = Readonly<Record<string, (given: never) => unknown>>

export interface Question {
  readonly id: number
  readonly task: string
  readonly given: unknown
}

/** `error`: the stack of what was thrown, where it was. */
export interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: string
}
