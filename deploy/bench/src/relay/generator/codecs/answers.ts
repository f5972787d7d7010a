const ANSWER_WITHIN_MS = 60_000

/** What one connection has asked and still waits for. */
export interface Answers<Answer> {
  /** Rejects when nothing comes in time. */
  next(what: string): Promise<Answer>
  settle(answer: Answer): void
  fail(why: string): void
}

/** For a client that asks one thing after another. */
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
