export interface TurnSender {
  /** Writes what is to be sent. */
  flush(): void
}

/** Writes at the end of each turn of the event loop: a write is a system call, which costs more than a frame. */
export class TurnSends {
  #waiting: TurnSender[] = []

  /** Once until its flush. */
  add(sender: TurnSender): void {
    if (this.#waiting.push(sender) === 1) setImmediate(() => this.flush())
  }

  flush(): void {
    const waiting = this.#waiting
    if (waiting.length === 0) return
    this.#waiting = []
    for (const sender of waiting) sender.flush()
  }
}
