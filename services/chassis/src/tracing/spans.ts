import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import { RandomIdGenerator, type Sampler } from '@opentelemetry/sdk-trace-base'
import type { SpanFacts, Tracing } from '../tracing.js'
import { wouldRecord } from './sampler.js'
import { subjectTemplate } from './subject-template.js'
import { readTraceparent, traceparentOf } from './traceparent.js'

/** The spans of our own, on top of those that instrumentations make. */
export function createSpans(tracer: Tracer, sampler: Sampler, close: () => Promise<void>): Tracing {
  const ids = new RandomIdGenerator()

  /** Where an entry begins: below the sender's span if the trace is to be recorded, undefined if it is not. */
  const outside = (name: string, traceparent: string | undefined): Context | undefined => {
    const sender = traceparent === undefined ? undefined : readTraceparent(traceparent)
    if (!sender) return ROOT_CONTEXT
    if (!wouldRecord(sampler, ROOT_CONTEXT, ids.generateTraceId(), name)) return undefined
    return trace.setSpanContext(ROOT_CONTEXT, { ...sender, traceFlags: TraceFlags.SAMPLED })
  }

  const within = <T>(span: Span, work: () => T): T => (span.isRecording() ? run(span, context.active(), work) : work())

  return {
    entry(name, traceparent, task) {
      const from = outside(name, traceparent)
      const span = from && tracer.startSpan(name, { kind: SpanKind.SERVER }, from)
      return span?.isRecording() ? () => run(span, from as Context, task) : task
    },
    begin: (name, facts, work) =>
      context.with(ROOT_CONTEXT, () => within(tracer.startSpan(name, { attributes: facts }), work)),
    part: (name, facts, work) => (recorded() ? within(tracer.startSpan(name, { attributes: facts }), work) : work()),
    send(subject, { facts = {}, begins = false }, send) {
      if (!begins && !recorded()) return send()
      const span = tracer.startSpan(`publish ${subjectTemplate(subject)}`, message(SpanKind.PRODUCER, subject, facts))
      return within(span, () => send(span.isRecording() ? traceparentOf(span.spanContext()) : undefined))
    },
    receive(subject, traceparent, handle) {
      const sender = readTraceparent(traceparent)
      if (!sender) return handle()
      const from = trace.setSpanContext(ROOT_CONTEXT, sender)
      const span = tracer.startSpan(`process ${subjectTemplate(subject)}`, message(SpanKind.CONSUMER, subject), from)
      return span.isRecording() ? run(span, from, handle) : handle()
    },
    note: (facts) => void trace.getActiveSpan()?.setAttributes(facts),
    ids() {
      const active = trace.getActiveSpan()?.spanContext()
      return active && { trace_id: active.traceId, span_id: active.spanId }
    },
    close,
  }
}

// Not whether it is recording: what a call leaves to do goes on when its span has ended.
const recorded = (): boolean => ((trace.getActiveSpan()?.spanContext().traceFlags ?? 0) & TraceFlags.SAMPLED) !== 0

const message = (kind: SpanKind, subject: string, facts: SpanFacts = {}) => ({
  kind,
  attributes: { 'messaging.system': 'nats', 'messaging.destination.template': subjectTemplate(subject), ...facts },
})

/** Runs `work` in a span that ends with it. */
function run<T>(span: Span, from: Context, work: () => T): T {
  const failed = (error: unknown): never => {
    span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
    throw error
  }
  return context.with(trace.setSpan(from, span), () => {
    try {
      const result = work()
      if (!(result instanceof Promise)) {
        span.end()
        return result
      }
      return result.then((value: unknown) => {
        span.end()
        return value
      }, failed) as T
    } catch (error) {
      return failed(error)
    }
  })
}
