interface JoinOptions {
  readonly server: string
  readonly headers: Readonly<Record<string, string>>
  readonly name: string
  readonly room: string | undefined
}

export interface SeatEvents {
  /** The other player of the room is seen. */
  met(): void
  /** The server has nothing left to do for this seat: both players may connect to each other. */
  paired(): void
  line(frame: string): void
  /** The last line was not delivered, and its writer was told so. */
  refused(): void
  lost(why: string): void
}

export interface Seat {
  readonly room: string
  say(text: string): void
  leave(): Promise<void>
}

/** How one contender's clients connect, authenticate and enter a room. */
export type Codec = (place: JoinOptions, events: SeatEvents) => Promise<Seat>

/** For servers that pair nobody: their answer to a join is all there is. */
export function seated(events: Pick<SeatEvents, 'met' | 'paired'>): void {
  events.met()
  events.paired()
}

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
