/** Span attributes from closed sets, never user content. */
export type SpanAttributes = Readonly<Record<string, string | number>>

/**
 * Set if `register-tracing.ts` found an endpoint. This module loads nothing: without a tracer every call costs a
 * branch.
 */
export interface Tracing {
  /** Continues the sender's unchecked `traceparent`; whether it is recorded is decided here. */
  entry<T>(name: string, traceparent: string | undefined, task: () => T): () => T
  /** Runs `work` in a root span. */
  begin<T>(name: string, events: SpanAttributes, work: () => T): T
  /** Runs `work` in a child span, if a span is active. */
  part<T>(name: string, events: SpanAttributes, work: () => T): T
  /** Sends a message with its `traceparent`. `begins`: it may start a trace. */
  send<T>(subject: string, options: { events?: SpanAttributes; begins?: true }, send: (traceparent?: string) => T): T
  /** Handles a message with a `traceparent`. */
  receive<T>(subject: string, traceparent: string, handle: () => T): T
  /** Makes a batched RPC with its `traceparent`; `path` as gRPC's. The span is like that of an RPC on its own. */
  call<T>(path: string, send: (traceparent?: string) => T): T
  /** Serves a batched RPC with a `traceparent`. */
  serve<T>(path: string, traceparent: string, handle: () => T): T
  /** Adds attributes to the active span. */
  note(events: SpanAttributes): void
  /** The active span, as a log line names it. */
  ids(): { readonly trace_id: string; readonly span_id: string } | undefined
  /** Flushes spans; never rejects, and gives up after a few seconds. */
  close(): Promise<void>
}

let current: Tracing | undefined

/** The tracer of this process, if any. */
export const tracing = (): Tracing | undefined => current

export const traceBy = (tracer: Tracing): void => void (current = tracer)

/** {@link Tracing.entry}, or the task itself. */
export const entry = <T>(name: string, traceparent: string | undefined, task: () => T): (() => T) =>
  current ? current.entry(name, traceparent, task) : task

/** {@link Tracing.begin}, or just the work. */
export const inRootSpan = <T>(name: string, work: () => T, events: SpanAttributes = {}): T =>
  current ? current.begin(name, events, work) : work()

/** {@link Tracing.part}, or just the work. */
export const inSpan = <T>(name: string, work: () => T, events: SpanAttributes = {}): T =>
  current ? current.part(name, events, work) : work()

/** {@link Tracing.note}, or nothing. */
export const noteOnSpan = (name: string, value: string | number): void => current?.note({ [name]: value })

/** {@link Tracing.call}, or just the call. */
export const inCallSpan = <T>(path: string, send: (traceparent?: string) => T): T =>
  current ? current.call(path, send) : send()
