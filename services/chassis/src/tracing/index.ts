/** What a span says beside its name: from closed sets, never what people wrote, were or sent. */
export type SpanFacts = Readonly<Record<string, string | number>>

/**
 * What the house tells a tracer. There is one only if `register-tracing.ts` was loaded and found where to send spans;
 * this module itself loads nothing, so that without one every call below costs a branch.
 */
export interface Tracing {
  /**
   * A task that came from outside, in a span that begins now and ends with it. `traceparent` is the sender's, unchecked:
   * its trace is continued, but whether it is recorded is decided here. What is not recorded is answered as it came.
   */
  entry<T>(name: string, traceparent: string | undefined, task: () => Promise<T>): () => Promise<T>
  /** Runs `work` in a span at the beginning of a trace, whatever was active when it was set up. */
  begin<T>(name: string, facts: SpanFacts, work: () => T): T
  /** Runs `work` in a span below the active one, or without. */
  part<T>(name: string, facts: SpanFacts, work: () => T): T
  /** Sends a message; `traceparent` goes with it. `begins`: a trace may begin with it. */
  send<T>(subject: string, options: { facts?: SpanFacts; begins?: true }, send: (traceparent?: string) => T): T
  /** Handles a message that came with a `traceparent`. */
  receive<T>(subject: string, traceparent: string, handle: () => T): T
  /** Adds to the active span. */
  note(facts: SpanFacts): void
  /** The active span, as a log line names it. */
  ids(): { readonly trace_id: string; readonly span_id: string } | undefined
  /** Sends what has not been sent. Never rejects, and gives up after a few seconds. */
  close(): Promise<void>
}

let current: Tracing | undefined

/** The tracer of this process, if it has one. */
export const tracing = (): Tracing | undefined => current

/** From now on the process is traced. */
export const traceBy = (tracer: Tracing): void => void (current = tracer)

/** {@link Tracing.entry}, or the task itself. */
export const entry = <T>(name: string, traceparent: string | undefined, task: () => Promise<T>): (() => Promise<T>) =>
  current ? current.entry(name, traceparent, task) : task

/** {@link Tracing.begin}, or just the work. */
export const inTrace = <T>(name: string, work: () => T, facts: SpanFacts = {}): T =>
  current ? current.begin(name, facts, work) : work()

/** {@link Tracing.part}, or just the work. */
export const inPart = <T>(name: string, work: () => T, facts: SpanFacts = {}): T =>
  current ? current.part(name, facts, work) : work()

/** {@link Tracing.note}, or nothing. */
export const noteOnSpan = (name: string, value: string | number): void => current?.note({ [name]: value })
