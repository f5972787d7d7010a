/** Span attributes from closed sets, never user content. */
export type SpanAttributes = Readonly<Record<string, string | number>>

/** Set by `register-tracing.ts`. Without a tracer a call costs only a branch. */
export interface Tracing {
  /** Continues the unchecked `traceparent`; we decide on recording. */
  entry<T>(name: string, traceparent: string | undefined, task: () => T): () => T
  begin<T>(name: string, events: SpanAttributes, work: () => T): T
  part<T>(name: string, events: SpanAttributes, work: () => T): T
  /** Sends a `traceparent`. `begins`: may start a trace. */
  send<T>(subject: string, options: { events?: SpanAttributes; begins?: true }, send: (traceparent?: string) => T): T
  receive<T>(subject: string, traceparent: string, handle: () => T): T
  /** Makes an RPC on a stream in a span like that of a lone one. */
  call<T>(path: string, send: (traceparent?: string) => T): T
  serve<T>(path: string, traceparent: string, handle: () => T): T
  note(events: SpanAttributes): void
  ids(): { readonly trace_id: string; readonly span_id: string } | undefined
  /** Flushes spans. Gives up after a few seconds and never rejects. */
  close(): Promise<void>
}

let current: Tracing | undefined

export const tracing = (): Tracing | undefined => current

export const traceBy = (tracer: Tracing): void => void (current = tracer)

export const entry = <T>(name: string, traceparent: string | undefined, task: () => T): (() => T) =>
  current ? current.entry(name, traceparent, task) : task

export const inRootSpan = <T>(name: string, work: () => T, events: SpanAttributes = {}): T =>
  current ? current.begin(name, events, work) : work()

export const inSpan = <T>(name: string, work: () => T, events: SpanAttributes = {}): T =>
  current ? current.part(name, events, work) : work()

export const noteOnSpan = (name: string, value: string | number): void => current?.note({ [name]: value })

export const inCallSpan = <T>(path: string, send: (traceparent?: string) => T): T =>
  current ? current.call(path, send) : send()
