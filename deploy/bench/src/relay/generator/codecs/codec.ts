/** Where a player of the generator sits down. */
interface Place {
  /** `http://host:port` of the gateway. */
  readonly server: string
  readonly headers: Readonly<Record<string, string>>
  /** Names the room with servers whose clients may choose. */
  readonly name: string
  /** What the server calls the room that the first player has entered; undefined for the first. */
  readonly room: string | undefined
}

export interface SeatEvents {
  /** A frame with a chat line has come; its text, or what holds it. */
  line(frame: string): void
  lost(why: string): void
}

/** Somebody who is connected, signed in and in a room. */
export interface Seat {
  /** What the server calls the room. */
  readonly room: string
  say(text: string): void
  /** Leaves the room, if the server wants to be told, and closes the connection. */
  leave(): Promise<void>
}

/** How one contender's clients speak: connects, proves who it is and enters the room. */
export type Codec = (place: Place, events: SeatEvents) => Promise<Seat>

const ANSWER_WITHIN_MS = 60_000

/** What one connection has asked and still waits for. */
interface Answers<Answer> {
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
