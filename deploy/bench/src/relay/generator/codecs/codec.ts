interface JoinOptions {
  readonly server: string
  readonly headers: Readonly<Record<string, string>>
  readonly name: string
  readonly room: string | undefined
}

export interface SeatEvents {
  line(frame: string): void
  lost(why: string): void
}

export interface Seat {
  readonly room: string
  say(text: string): void
  leave(): Promise<void>
}

/** How one contender's clients connect, authenticate and enter a room. */
export type Codec = (place: JoinOptions, events: SeatEvents) => Promise<Seat>

const ANSWER_WITHIN_MS = 60_000

interface Answers<Answer> {
  next(what: string): Promise<Answer>
  settle(answer: Answer): void
  fail(why: string): void
}

export function createAnswers<Answer>(): Answers<Answer> {
  let waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined
  return {
    next: (what) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no answer to ${what}`)), ANSWER_WITHIN_MS)
        const done = (): void => {
          clearTimeout(timer)
          waiting = undefined
        }
        waiting = {
          resolve: (answer) => (done(), resolve(answer)),
          reject: (error) => (done(), reject(error)),
        }
      }),
    settle: (answer) => waiting?.resolve(answer),
    fail: (why) => waiting?.reject(new Error(why)),
  }
}
